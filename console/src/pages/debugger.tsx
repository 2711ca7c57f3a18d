import { useState } from 'preact/hooks';
import type { Schemas } from '../schemas.ts';
import { Badge } from '../components/badges.tsx';
import { Field } from '../components/fields.tsx';
import { ProblemBox } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { Recipes } from '../components/secret.tsx';
import { Unfold } from '../components/unfold.tsx';
import { counted } from '../numbers.ts';
import { absoluteTime, duration } from '../time.ts';
import { useAction } from '../use-answer.ts';
import { useAgency } from '../views.ts';
import type { EndpointTabProps } from './endpoint-tab.ts';

type Check = Schemas['SignatureCheck'];

const signatureWords: Readonly<Record<Schemas['SignatureResult'], string>> = {
  fits: 'fits',
  fits_other_body: 'was made for a different body',
  fits_other_timestamp: 'was made for a different timestamp',
  fits_other_endpoint: 'was made with another endpoint’s secret',
  wrong: 'was made with a different secret, or for different content',
  malformed: 'is not a signature',
};
const timestampWords: Readonly<Record<Schemas['TimestampResult'], string>> = {
  fits: 'fits',
  too_old: 'too old',
  in_future: 'in the future',
  malformed: 'not a whole number of seconds',
  missing: 'missing',
};
const bodyWords: Readonly<Record<Schemas['BodyResult'], string>> = {
  fits: 'fits',
  changed: 'was changed',
  unknown: 'cannot be determined',
};
const differenceWords: Readonly<Record<NonNullable<Check['body']['difference']>, string>> = {
  empty: 'it is empty',
  byte_order_mark: 'a byte order mark was added',
  surrounding_whitespace: 'the whitespace around it was changed',
  encoding: 'its UTF-8 was decoded as Latin-1',
  formatting: 'it was parsed and serialized again',
  other: 'its content is different',
};

/** Headers as people paste them: a line each as `name: value`, or JSON. */
export function headersIn(text: string): Record<string, string> {
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

function Verdict({ check, endpointId }: { check: Check; endpointId: string }) {
  const { timestamp, body, signatures } = check;
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
      <Table label="Checks" head={['Part', 'Result', 'Detail']}>
        <tr>
          <td>Timestamp</td>
          <td>
            <Badge tone={timestamp.result === 'fits' ? 'good' : 'warning'}>{timestampWords[timestamp.result]}</Badge>
          </td>
          <td>
            {timestamp.signed_at !== null && absoluteTime(timestamp.signed_at)}
            {timestamp.age_seconds !== null &&
              `, ${duration(Math.abs(timestamp.age_seconds) * 1_000)} ${timestamp.age_seconds < 0 ? 'ahead' : 'ago'}`}
            {timestamp.signed_at === null && '–'}
          </td>
        </tr>
        <tr>
          <td>Body</td>
          <td>
            <Badge tone={body.result === 'fits' ? 'good' : body.result === 'changed' ? 'bad' : 'quiet'}>{bodyWords[body.result]}</Badge>
          </td>
          <td>
            {counted(body.byte_count, 'byte')}
            {body.difference !== null && `; ${differenceWords[body.difference]}`}
          </td>
        </tr>
        {signatures.map(({ header, position, result, secret_prefix: prefix, endpoint_id: maker }) => (
          <tr key={`${header} ${position}`}>
            <td>
              <code>{header}</code>
              {signatures.filter((other) => other.header === header).length > 1 && ` no. ${position}`}
            </td>
            <td>
              <Badge tone={result === 'fits' ? 'good' : 'bad'}>{signatureWords[result]}</Badge>
            </td>
            <td>
              {prefix === null ? '–' : <code>{prefix}…</code>}
              {maker !== null && maker !== endpointId && (
                <>
                  {' '}
                  of endpoint <code>{maker}</code>
                </>
              )}
            </td>
          </tr>
        ))}
        {signatures.length === 0 && (
          <tr>
            <td>Signature</td>
            <td>
              <Badge tone="bad">missing</Badge>
            </td>
            <td>The headers do not contain a signature.</td>
          </tr>
        )}
      </Table>
    </div>
  );
}

/** Finds out why a receiver refuses a delivery. The pasted text is not stored. */
export function DebuggerTab({ endpoint }: EndpointTabProps) {
  const { api } = useAgency();
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [unreadable, setUnreadable] = useState<string>();
  const [check, setCheck] = useState<Check>();
  const { isBusy, refusal, run } = useAction();
  const verify = () => {
    let named: Record<string, string>;
    try {
      named = headersIn(headers);
    } catch {
      setUnreadable('The headers are not valid. Paste one header per line as "name: value", or a JSON object.');
      return;
    }
    setUnreadable(undefined);
    const params = { endpoint_id: endpoint.id };
    void run(async () => setCheck(await api.webhooks.checkSignature({ ...params, headers: named, body })));
  };
  return (
    <Section title="Check a signature" lands>
      <p>Paste a delivery as your program received it to see why its signature does not match. Nothing is stored.</p>
      <form
        class="form wide"
        onSubmit={(event) => {
          event.preventDefault();
          verify();
        }}
      >
        <Field label="Headers" hint="One per line as name: value, or a JSON object." error={unreadable}>
          {(ids) => (
            <textarea
              {...ids}
              rows={7}
              required
              spellcheck={false}
              value={headers}
              onInput={({ currentTarget }) => setHeaders(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Body" hint="Paste it exactly as it was received, before anything parsed it. Every byte counts.">
          {(ids) => (
            <textarea {...ids} rows={7} spellcheck={false} value={body} onInput={({ currentTarget }) => setBody(currentTarget.value)} />
          )}
        </Field>
        <div class="form-foot">
          <button type="submit" class="button primary" disabled={isBusy}>
            Check
          </button>
        </div>
      </form>
      {refusal && <ProblemBox refusal={refusal} />}
      {check && <Verdict check={check} endpointId={endpoint.id} />}
      <Unfold title="How to verify deliveries">
        <Recipes />
      </Unfold>
    </Section>
  );
}
