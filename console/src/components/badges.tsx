import { CircleCheck, CircleMinus, CircleX, Clock, TriangleAlert, type IconNode } from 'lucide';
import { attemptTitles } from 'built:attempt-titles';
import type { Schemas } from '../schemas.ts';
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
