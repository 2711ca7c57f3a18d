import { attemptTitles } from 'built:attempt-titles';
import { Ban, CircleCheck, CircleMinus, CircleX, Clock, Pause, ShieldAlert, TriangleAlert, type IconNode } from 'lucide';
import { count, localTime } from '../format.ts';
import type { Attempt, Endpoint, EndpointIncident, Health, Schemas } from '../schemas.ts';
import { healthSentence, incidentSentences } from '../sentences.ts';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';

export type Tone = 'good' | 'bad' | 'warning' | 'quiet';

export const toneIcons: Readonly<Record<Tone, IconNode>> = { good: CircleCheck, bad: CircleX, warning: TriangleAlert, quiet: CircleMinus };

/** A state as a word with an icon, because colour alone is not accessible. */
export const Badge = ({ tone, icon = toneIcons[tone], children }: { tone: Tone; icon?: IconNode | undefined; children: string }) => (
  <span class={`badge ${tone}`}>
    <Icon of={icon} />
    {children}
  </span>
);

export const ContainedBadge = () => (
  <Badge tone="bad" icon={ShieldAlert}>
    contained
  </Badge>
);

const deliveryStates = { pending: ['warning', Clock], delivered: ['good', CircleCheck], failed: ['bad', CircleX] } as const;

export function DeliveryBadge({ status, count: value = 1 }: { status: Schemas['DeliveryStatus']; count?: number }) {
  const [tone, icon] = deliveryStates[status];
  return (
    <Badge tone={tone} icon={icon}>
      {value === 1 ? status : `${count(value)} ${status}`}
    </Badge>
  );
}

interface Credential {
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
  readonly contained_at?: string | null;
}

export function CredentialBadge({ credential }: { credential: Credential }) {
  const { revoked_at: revoked, expires_at: expires, contained_at: contained = null } = credential;
  if (revoked !== null) return <Badge tone="quiet">revoked</Badge>;
  if (contained !== null) return <Badge tone="bad">contained</Badge>;
  if (expires !== null && Date.parse(expires) <= Date.now()) return <Badge tone="quiet">expired</Badge>;
  return <Badge tone="good">active</Badge>;
}

const healthStates = {
  works: ['good', CircleCheck],
  struggles: ['warning', TriangleAlert],
  fails: ['bad', CircleX],
  behind: ['warning', TriangleAlert],
  silent: ['quiet', CircleMinus],
  paused: ['quiet', Pause],
  disabled: ['bad', Ban],
} as const;

export function healthLook({ state }: Health): { tone: Tone; icon: IconNode } {
  const [tone, icon] = healthStates[state];
  return { tone, icon };
}

/** The state of an endpoint, as the service computes it from the latest attempts. */
export const HealthBadge = ({ health }: { health: Health }) => <Badge {...healthLook(health)}>{health.state}</Badge>;

const incidentStates = {
  failing: ['bad', CircleX],
  disabled: ['bad', Ban],
  untested: ['warning', Clock],
  behind: ['warning', Clock],
  recovering: ['good', CircleCheck],
  recovered: ['quiet', CircleCheck],
} as const;

export function incidentLook({ status }: Pick<EndpointIncident, 'status'>): { tone: Tone; icon: IconNode } {
  const [tone, icon] = incidentStates[status];
  return { tone, icon };
}

/** The incident of an endpoint in sentences, or else its state. */
export function HealthLine({ endpoint: { health, incident } }: { endpoint: Endpoint }) {
  const { tone } = incident ? incidentLook(incident) : healthLook(health);
  const since = incident ? incident.since : health.since;
  return (
    <p class={`health ${tone === 'good' ? 'quiet' : tone}`} title={since === null ? undefined : localTime(since)}>
      {incident ? incidentSentences(incident, health) : `${healthSentence(health)}.`}
    </p>
  );
}

export const errorTexts: Readonly<Record<Schemas['DeliveryError'], string>> = {
  http_status: 'response',
  timeout: 'Timed out',
  connection_error: 'Connection failed',
  tls_error: 'TLS failed',
  redirect: 'Redirect, not followed',
  destination_forbidden: 'Host not public',
  endpoint_disabled: 'Endpoint was disabled',
};

type ErrorDetail = Attempt['error_detail'];

/** False for a detail that only a newer release of the service knows. */
const isKnownDetail = (detail: ErrorDetail): detail is NonNullable<ErrorDetail> => detail !== null && Object.hasOwn(attemptTitles, detail);

/** The reason for a failure. A status is more precise than a detail. */
const errorText = (error: Schemas['DeliveryError'], status: number | null, detail: ErrorDetail): string =>
  status === null && isKnownDetail(detail) ? attemptTitles[detail] : errorTexts[error];

export const attemptOutcome = ({ status_code: status, error, error_detail: detail }: Attempt): string =>
  error === null || status !== null ? String(status) : errorText(error, status, detail);

interface OutcomeProps {
  readonly attempt: Pick<Attempt, 'status_code' | 'error' | 'error_detail'>;
}

/** The result of an attempt. Only the icon is red, so that a list of failures stays readable. */
export function Outcome({ attempt: { status_code: status, error, error_detail: detail } }: OutcomeProps) {
  return (
    <span class="outcome">
      {error === null ? <Icon of={CircleCheck} tone="good" /> : <Icon of={CircleX} tone="bad" />}
      <span>
        {[status ?? [], error === null ? [] : errorText(error, status, detail)].flat().join(error === 'http_status' ? ' ' : ' · ')}
      </span>
    </span>
  );
}

/** The texts load with the first attempt that has a detail. */
const Explanation = lazy(async () => (await import('./explanation.tsx')).Explanation, { waiting: <></>, failed: <></> });

export const DetailExplanation = ({ detail }: { detail: ErrorDetail }) => isKnownDetail(detail) && <Explanation detail={detail} />;
