import { attemptTitles } from 'built:attempt-titles';
import { Check, CircleCheck, CircleMinus, CircleX, Clock, Copy, TriangleAlert, type IconNode } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { absoluteTime, localTime, relativeTime } from '../format.ts';
import type { Schemas } from '../schemas.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export type Tone = 'good' | 'bad' | 'warning' | 'quiet';

const toneIcons: Readonly<Record<Tone, IconNode>> = { good: CircleCheck, bad: CircleX, warning: TriangleAlert, quiet: CircleMinus };

const deliveryTones = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

const words: Readonly<Record<Schemas['DeliveryError'], string>> = {
  http_status: 'not 2xx',
  timeout: 'Timed out',
  connection_error: 'Connection failed',
  tls_error: 'TLS failed',
  redirect: 'Redirect, not followed',
  destination_forbidden: 'Host not public',
  endpoint_disabled: 'Endpoint was disabled',
};

type ErrorDetail = Schemas['DeliveryAttempt']['error_detail'];
export type KnownDetail = NonNullable<ErrorDetail>;

/** Whether it is known what exactly went wrong; the service may be newer than this page. */
export const isKnownDetail = (detail: ErrorDetail): detail is KnownDetail => detail !== null && Object.hasOwn(attemptTitles, detail);

/** Why an attempt or a delivery failed, in words. A status says more than what went wrong after it. */
const errorWords = (error: Schemas['DeliveryError'], status: number | null, detail: ErrorDetail): string =>
  status === null && isKnownDetail(detail) ? attemptTitles[detail] : words[error];

/** The status of an attempt, or why there was none. */
export const outcomeWords = ({ status_code: status, error, error_detail: detail }: Schemas['DeliveryAttempt']): string =>
  error === null || status !== null ? String(status) : errorWords(error, status, detail);

/** A state: its word, with an icon of its own or that of its tone, so that it is never the colour alone. */
export function Badge({ tone, icon = toneIcons[tone], children }: { tone: Tone; icon?: IconNode | undefined; children: string }) {
  return (
    <span class={`badge ${tone}`}>
      <Icon of={icon} />
      {children}
    </span>
  );
}

const deliveryIcons = { pending: Clock, delivered: CircleCheck, failed: CircleX } as const;

/** The status of a delivery or, with `of`, of several. */
export const DeliveryBadge = ({ status, of = 1 }: { status: Schemas['DeliveryStatus']; of?: number }) => (
  <Badge tone={deliveryTones[status]} icon={deliveryIcons[status]}>
    {of === 1 ? status : `${of} ${status}`}
  </Badge>
);

export const EventType = ({ type }: { type: string }) => <code class="event-type">{type}</code>;

interface FailureProps {
  readonly status: number | null;
  readonly error: Schemas['DeliveryError'];
  readonly detail: ErrorDetail;
}

/** Why an attempt failed. The icon alone is red: a list of failures stays readable. */
export function Failure({ status, error, detail }: FailureProps) {
  return (
    <span class="outcome bad">
      <Icon of={CircleX} />
      <span>
        {status !== null && <>{status} · </>}
        {errorWords(error, status, detail)}
      </span>
    </span>
  );
}

/** Answer of an attempt: its status, or why there was none. */
export function Outcome({ attempt }: { attempt: Pick<Schemas['DeliveryAttempt'], 'status_code' | 'error' | 'error_detail'> }) {
  const { status_code: status, error, error_detail: detail } = attempt;
  if (error !== null) return <Failure status={status} error={error} detail={detail} />;
  return (
    <span class="outcome good">
      <Icon of={CircleCheck} />
      <span>{status}</span>
    </span>
  );
}

type Copied = 'no' | 'yes' | 'refused';

/** Copies a text and says for two seconds what became of it. A browser may deny pages the clipboard. */
function useCopy(text: string) {
  const [copied, setCopied] = useState<Copied>('no');
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: Copied) => {
    setCopied(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied('no'), 2_000);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      show('yes');
    } catch {
      show('refused');
    }
  };
  return { copied, copy };
}

/** Copies a text. What became of it is said on the button, which screen readers hear. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Button look="small" aria-live="polite" onClick={() => void copy()}>
      <Icon of={copied === 'yes' ? Check : Copy} />
      {copied === 'no' ? label : copied === 'yes' ? 'Copied' : 'Select and copy'}
    </Button>
  );
}

const copyWords: Readonly<Record<Copied, string>> = { no: 'Copy the id', yes: 'Copied', refused: 'Select the id and copy it' };

/** An id, shortened to the part in which ids of the same time differ; all of it is selected and copied. */
export function Id({ children }: { children: string }) {
  const { copied, copy } = useCopy(children);
  const cut = children.length > 16 ? children.lastIndexOf('-') + 1 : 0;
  return (
    <span class="id" title={children}>
      <code>
        {cut > 0 && <span class="id-head">{children.slice(0, cut)}</span>}
        <span>{children.slice(cut)}</span>
      </code>
      <button type="button" class="copy-id" aria-label={`${copyWords[copied]} ${children}`} onClick={() => void copy()}>
        <Icon of={copied === 'yes' ? Check : Copy} />
      </button>
    </span>
  );
}

/** An instant on the viewer's clock, and in UTC. */
export function FullTime({ at }: { at: string }) {
  return (
    <>
      <Time at={at} /> <span class="quiet small utc">{absoluteTime(at)}</span>
    </>
  );
}

/** An instant on the viewer's clock, with the absolute one at hand. */
export function Time({ at, relative = false }: { at: string; relative?: boolean }) {
  return (
    <time dateTime={at} title={relative ? `${localTime(at)} · ${absoluteTime(at)}` : absoluteTime(at)}>
      {relative ? relativeTime(at) : localTime(at)}
    </time>
  );
}

/** JSON with a member a line; a text that is none stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** JSON for people, with the text as it is to copy. */
export function Json({ label, value }: { label: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <div class="json">
      <pre tabIndex={0} aria-label={label}>
        <code>{pretty(text)}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
