import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { Button } from '../components/button.tsx';
import { Form, TextField } from '../components/fields.tsx';
import { ErrorBox } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import { Disclosure, Section } from '../components/page.tsx';
import { Recipes } from '../components/secret.tsx';
import { Badge, type Tone } from '../components/status.tsx';
import { absoluteTime, counted, duration } from '../format.ts';
import type { Schemas } from '../schemas.ts';
import { useAction } from '../use-query.ts';
import { useAgency, type EndpointTabProps } from '../views.ts';
import { readFacts } from './incident-card.tsx';

type Check = Schemas['SignatureCheck'];

const signatureTexts: Readonly<Record<Schemas['SignatureResult'], string>> = {
  fits: 'fits',
  fits_other_body: 'was made for a different body',
  fits_other_timestamp: 'was made for a different timestamp',
  fits_other_endpoint: 'was made with another endpoint’s secret',
  wrong: 'was made with a different secret, or for different content',
  malformed: 'is not a signature',
};
const timestampTexts: Readonly<Record<Schemas['TimestampResult'], string>> = {
  fits: 'fits',
  too_old: 'too old',
  in_future: 'in the future',
  malformed: 'not a whole number of seconds',
  missing: 'missing',
};
const bodyTexts: Readonly<Record<Schemas['BodyResult'], string>> = {
  fits: 'fits',
  changed: 'was changed',
  unknown: 'cannot be determined',
};
const differenceTexts: Readonly<Record<NonNullable<Check['body']['difference']>, string>> = {
  empty: 'it is empty',
  byte_order_mark: 'a byte order mark was added',
  surrounding_whitespace: 'the whitespace around it was changed',
  encoding: 'its UTF-8 was decoded as Latin-1',
  formatting: 'it was parsed and serialized again',
  other: 'its content is different',
};

/** Pasted headers: one line each as `name: value`, or a JSON object. */
function headersIn(text: string): Record<string, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) {
    const parsed = JSON.parse(trimmed) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(parsed).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
    );
  }
  const lines = trimmed.split(/\r?\n/).map((line) => /^\s*(?:-H\s*['"])?([^:\s]+)\s*:\s?(.*?)['"\\\s]*$/.exec(line));
  return Object.fromEntries(lines.flatMap((match) => (match ? [[match[1]!, match[2]!]] : [])));
}

type Part = readonly [name: ComponentChildren, tone: Tone, result: string, detail: ComponentChildren];

function partsOf({ timestamp, body, signatures }: Check, endpointId: string): Part[] {
  const age =
    timestamp.age_seconds !== null &&
    `, ${duration(Math.abs(timestamp.age_seconds) * 1_000)} ${timestamp.age_seconds < 0 ? 'ahead' : 'ago'}`;
  const signed = timestamp.signed_at === null ? [age, '–'] : [absoluteTime(timestamp.signed_at), age];
  const size = [counted(body.byte_count, 'byte'), body.difference !== null && `; ${differenceTexts[body.difference]}`];
  const made = signatures.map(({ header, position, result, secret_prefix: prefix, endpoint_id: maker }): Part => {
    const isOneOfSeveral = signatures.filter((other) => other.header === header).length > 1;
    return [
      <>
        <code>{header}</code>
        {isOneOfSeveral && ` no. ${position}`}
      </>,
      result === 'fits' ? 'good' : 'bad',
      signatureTexts[result],
      <>
        {prefix === null ? '–' : <code>{prefix}…</code>}
        {maker !== null && maker !== endpointId && (
          <>
            {' '}
            of endpoint <code>{maker}</code>
          </>
        )}
      </>,
    ];
  });
  return [
    ['Timestamp', timestamp.result === 'fits' ? 'good' : 'warning', timestampTexts[timestamp.result], signed],
    ['Body', body.result === 'fits' ? 'good' : body.result === 'changed' ? 'bad' : 'quiet', bodyTexts[body.result], size],
    ...(made.length > 0 ? made : [['Signature', 'bad', 'missing', 'The headers do not contain a signature.'] as const]),
  ];
}

function Verdict({ check, endpointId }: { check: Check; endpointId: string }) {
  return (
    <div class="verdict" role="status">
      <p class={`verdict-title ${check.verified ? 'good' : 'bad'}`}>
        {check.verified ? 'The signature is valid: we sent this delivery, and it was not changed.' : 'The signature is not valid.'}
      </p>
      {check.findings.length > 0 && (
        <ul>
          {check.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      <Table
        label="Checks"
        rows={partsOf(check, endpointId)}
        columns={[
          ['Part', ([name]) => name],
          ['Result', ([, tone, result]) => <Badge tone={tone}>{result}</Badge>],
          ['Detail', ([, , , detail]) => detail],
        ]}
      />
    </div>
  );
}

/** Explains why a receiver refuses a delivery. The pasted text is not stored. */
export function DebuggerTab({ endpoint }: EndpointTabProps) {
  const { api } = useAgency();
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [unreadable, setUnreadable] = useState<string>();
  const [check, setCheck] = useState<Check>();
  const { isBusy, error, run } = useAction();
  const isOfFailure = new URLSearchParams(useSearch()).has('failed');
  const prefill = async () => {
    const { failed } = await readFacts(api)(endpoint);
    if (!failed) return;
    const attempt = failed.attempts.findLastIndex((each) => each.error !== null) + 1;
    const sent = await api.webhooks.getDeliveryRequest({ endpoint_id: endpoint.id, delivery_id: failed.id, attempt });
    setHeaders(sent.headers.map(({ name, value }) => `${name}: ${value}`).join('\n'));
    setBody(sent.body ?? '');
  };
  useEffect(() => {
    if (isOfFailure) void run(prefill);
  }, [endpoint.id, isOfFailure]);
  const verify = () => {
    let named: Record<string, string>;
    try {
      named = headersIn(headers);
    } catch {
      setUnreadable('The headers are not valid. Paste one header per line as "name: value", or a JSON object.');
      return;
    }
    setUnreadable(undefined);
    void run(async () => setCheck(await api.webhooks.checkSignature({ endpoint_id: endpoint.id, headers: named, body })));
  };
  return (
    <Section title="Check a signature" takesFocus>
      <p>Paste a delivery as your program received it to see why its signature does not match. Nothing is stored.</p>
      {isOfFailure && (
        <p class="notice">
          The form contains the latest failed attempt, signed with the current secrets. Replace what your program received differently.
        </p>
      )}
      <Form class="form wide" onSubmit={verify}>
        <TextField
          label="Headers"
          hint="One per line as name: value, or a JSON object."
          error={unreadable}
          rows={7}
          required
          spellcheck={false}
          value={headers}
          onChange={setHeaders}
        />
        <TextField
          label="Body"
          hint="Paste it exactly as it was received, before anything parsed it. Every byte counts."
          rows={7}
          spellcheck={false}
          value={body}
          onChange={setBody}
        />
        <div class="row">
          <Button type="submit" look="primary" disabled={isBusy}>
            Check
          </Button>
        </div>
      </Form>
      {error && <ErrorBox error={error} />}
      {check && <Verdict check={check} endpointId={endpoint.id} />}
      <Disclosure title="How to verify deliveries">
        <Recipes />
      </Disclosure>
    </Section>
  );
}
