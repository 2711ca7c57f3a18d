import type { Schemas } from '../api.ts';

const deliveryTones = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

const words: Readonly<Record<Schemas['DeliveryError'], string>> = {
  http_status: 'not 2xx',
  timeout: 'Timed out',
  connection_error: 'Connection failed',
  tls_error: 'Invalid certificate',
  redirect: 'Redirect, not followed',
  destination_forbidden: 'Host not public',
  endpoint_disabled: 'Endpoint was disabled',
};

/** Why an attempt or a delivery failed, in words. */
export const errorWords = (error: Schemas['DeliveryError']): string => words[error];

export function Badge({ tone, children }: { tone: 'good' | 'bad' | 'warning' | 'quiet'; children: string }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export const DeliveryBadge = ({ status }: { status: Schemas['DeliveryStatus'] }) => <Badge tone={deliveryTones[status]}>{status}</Badge>;

export const EventType = ({ type }: { type: string }) => <code class="event-type">{type}</code>;

/** Answer of an attempt: its status, or why there was none. */
export function Outcome({ attempt }: { attempt: Pick<Schemas['DeliveryAttempt'], 'status_code' | 'error'> }) {
  const { status_code: status, error } = attempt;
  if (error === null) return <span class="outcome good">{status}</span>;
  return (
    <span class="outcome bad">
      {status !== null && <>{status} · </>}
      {errorWords(error)}
    </span>
  );
}
