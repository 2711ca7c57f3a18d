import { Link } from 'wouter-preact';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Table } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { incidentLook } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { count } from '../format.ts';
import type { PublicApi } from '../clients.ts';
import type { Delivery, Endpoint, EndpointIncident } from '../schemas.ts';
import { errorOf, incidentSentences, isRepairable, lossHint, nextStepOfEndpoint } from '../sentences.ts';
import { mayRepair, useAgency } from '../views.ts';

/** Facts about an incident that are not in the endpoint. */
export interface IncidentFacts {
  /** The latest delivery with the most frequent error. */
  readonly failed?: Delivery | undefined;
}

/** Reads facts about an incident, and keeps them until attempts fail again. */
export function readFacts(api: PublicApi): (endpoint: Endpoint) => Promise<IncidentFacts> {
  let failedAt: string | null | undefined;
  let failed: Delivery | undefined;
  return async ({ id: endpoint_id, incident }) => {
    if (!incident) return {};
    const [error] = incident.errors;
    if (error && incident.last_failed_at !== failedAt) {
      failed = (await api.webhooks.listDeliveries({ endpoint_id, outcomes: [errorOf(error)], limit: 1 })).data[0];
      failedAt = incident.last_failed_at;
    }
    return { failed };
  };
}

interface CausesProps {
  readonly incident: Pick<EndpointIncident, 'causes' | 'errors'>;
  /** The endpoint's address. */
  readonly href: string;
}

/** Where an operator checks causes other than by their deliveries: a path below the endpoint, and its name. */
const checks: Readonly<Partial<Record<EndpointIncident['causes'][number]['kind'], readonly [path: string, text: string]>>> = {
  secret_rotated: ['signatures?failed', 'Check a signature'],
  url_changed: ['settings', 'Open the settings'],
};

/** The failed deliveries of a cause. */
function deliveriesOf({ event_type: type }: EndpointIncident['causes'][number], [error]: EndpointIncident['errors']) {
  const filters = new URLSearchParams({ ...(type === null ? {} : { type }), ...(error ? { outcome: errorOf(error) } : {}) });
  return [`deliveries?${filters.toString()}`, 'Open the failed deliveries'] as const;
}

export const Causes = ({ incident: { causes, errors }, href }: CausesProps) =>
  causes.length > 0 && (
    <ul class="causes" aria-label="Likely causes">
      {causes.map((cause) => {
        const [path, text] = checks[cause.kind] ?? deliveriesOf(cause, errors);
        return (
          <li key={cause.kind}>
            <strong>Likely cause:</strong> {cause.summary} <Link href={`${href}/${path}`}>{text}</Link>
          </li>
        );
      })}
    </ul>
  );

interface IncidentCardProps extends IncidentFacts {
  readonly endpoint: Endpoint;
  /** Whether the outcomes are shown, and not only the sentences. */
  readonly isWhole: boolean;
  onRepair(): void;
}

/** What fails, since when and why, what it cost, and the repair. */
export function IncidentCard({ endpoint, failed, isWhole, onRepair }: IncidentCardProps) {
  const isPermitted = mayRepair(useAgency(), endpoint);
  const { id, incident } = endpoint;
  if (!incident) return null;
  const { icon, tone } = incidentLook(incident);
  const next = nextStepOfEndpoint(endpoint.url, incident, isPermitted);
  const answer = failed?.attempts.findLast(({ error }) => error !== null);
  return (
    <Section
      title="Incident"
      aside={
        isRepairable(incident) && (
          <Permitted if={isPermitted} to="repair the endpoint">
            <Button look="primary" aria-haspopup="dialog" onClick={onRepair}>
              Repair…
            </Button>
          </Permitted>
        )
      }
    >
      <p class="incident-lead">
        <Icon of={icon} tone={tone} /> <span title={lossHint}>{incidentSentences(incident, endpoint.health)}</span>
      </p>
      {next !== undefined && <p>{next}</p>}
      {isWhole && (
        <>
          <Causes incident={incident} href={`/endpoints/${id}`} />
          {incident.errors.length > 0 && (
            <Table
              label="Failed attempts of the incident"
              rows={incident.errors}
              columns={[
                ['Outcome', ({ label }) => label, 'header'],
                ['Attempts', ({ count: of }) => count(of), 'number'],
                ['First', ({ first_at: at }) => <Time at={at} />],
                ['Last', ({ last_at: at }) => <Time at={at} />],
              ]}
            />
          )}
          {failed && answer?.response_excerpt && (
            <>
              <p>
                <Link href={`/endpoints/${id}/deliveries/${failed.id}`}>Last response</Link>, <Time at={answer.attempted_at} />:
              </p>
              <pre tabIndex={0} aria-label="Last response" class="excerpt">
                {answer.response_excerpt}
              </pre>
            </>
          )}
        </>
      )}
    </Section>
  );
}
