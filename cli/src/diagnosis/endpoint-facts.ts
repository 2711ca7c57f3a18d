import type { Client, Page, Schemas, WebhookDelivery, WebhookFailure } from '@agency-service/sdk';
import { attempted } from './service-facts.ts';

/** An attempt that failed, with the type of its event. */
export type FailedAttempt = WebhookDelivery['attempts'][number] & { readonly event_type: string; readonly delivery_id: string };

/** The facts of an endpoint. Facts that the key cannot read are empty or null. */
export interface EndpointFacts {
  readonly endpoint: Schemas['WebhookEndpoint'];
  /** The figures of the last hour. */
  readonly figures: Schemas['WebhookFigures'] | null;
  /** Failed attempts since the last success, and of the last minutes, most recent first. */
  readonly failedAttempts: readonly FailedAttempt[];
  /** Failures on the first page that were not replayed. */
  readonly waiting: Waiting;
  /** The number of active signing secrets; null if no delivery shows it. */
  readonly secretCount: number | null;
  /** Release date of the newest version; null if it is not known. */
  readonly newestVersion: string | null;
}

interface Waiting {
  readonly count: number;
  readonly hasMore: boolean;
  /** The errors, with the number of each, such as `2 timeout`. */
  readonly errors: readonly string[];
}

const readDeliveries = 50;
const readFailures = 100;
const dayMs = 86_400_000;
/** Failures of this period count even after a success. */
const recentMs = 15 * 60_000;

/** Reads the figures of the endpoints in one request, and a few pages of each. */
export async function readEndpointFacts(
  client: Client,
  endpoints: readonly Schemas['WebhookEndpoint'][],
  newestVersion: string | null,
): Promise<EndpointFacts[]> {
  if (endpoints.length === 0) return [];
  const figures = await attempted(() => client.webhooks.listFigures({ endpoint_ids: endpoints.map(({ id }) => id) }));
  const facts: EndpointFacts[] = [];
  for (const endpoint of endpoints) {
    const own = figures instanceof Error ? null : (figures.data.find(({ endpoint_id }) => endpoint_id === endpoint.id)?.figures ?? null);
    facts.push({ endpoint, figures: own, newestVersion, ...(await readOne(client, endpoint.id)) });
  }
  return facts;
}

async function readOne(client: Client, endpoint_id: string): Promise<Pick<EndpointFacts, 'failedAttempts' | 'waiting' | 'secretCount'>> {
  const start = new Date(Date.now() - dayMs).toISOString();
  const call = { endpoint_id, start };
  // In a backlog, the most recent deliveries have no attempt, so failed ones are read separately.
  const [pending, failed] = [
    await attempted(() => client.webhooks.listDeliveries({ ...call, statuses: ['pending'], limit: readDeliveries })),
    await attempted(() => client.webhooks.listDeliveries({ ...call, statuses: ['failed'], limit: readDeliveries })),
  ];
  const delivered = await attempted(() => client.webhooks.listDeliveries({ ...call, statuses: ['delivered'], limit: 1 }));
  const failures = await attempted(() => client.webhooks.listFailures({ endpoint_id, limit: readFailures }));
  const lastSuccess = delivered instanceof Error ? undefined : delivered.data[0]?.attempts.at(-1)?.attempted_at;
  // A delivery that fails between the two requests is in both.
  const found = [pending, failed].flatMap((page) => (page instanceof Error ? [] : page.data));
  const deliveries = [...new Map(found.map((delivery) => [delivery.id, delivery])).values()].sort((one, other) =>
    other.created_at.localeCompare(one.created_at),
  );
  const newest = deliveries[0] ?? (delivered instanceof Error ? undefined : delivered.data[0]);
  return {
    failedAttempts: deliveries.flatMap((delivery) => failedAttemptsOf(delivery, lastSuccess ?? start)),
    waiting: failures instanceof Error ? { count: 0, hasMore: false, errors: [] } : waitingOf(failures),
    secretCount: newest === undefined ? null : await countSecrets(client, endpoint_id, newest.id),
  };
}

function waitingOf({ data, next_cursor }: Page<WebhookFailure>): Waiting {
  const waiting = data.filter(({ replayed_at }) => replayed_at === null);
  const counts = new Map<string, number>();
  for (const { error } of waiting) counts.set(error, (counts.get(error) ?? 0) + 1);
  const errors = [...counts].sort(([, one], [, other]) => other - one).map(([error, count]) => `${count} ${error}`);
  return { count: waiting.length, hasMore: next_cursor !== null, errors };
}

function failedAttemptsOf({ id, event_type, attempts }: WebhookDelivery, since: string): FailedAttempt[] {
  const from = Math.min(Date.parse(since), Date.now() - recentMs);
  return attempts
    .filter(({ error, attempted_at }) => error !== null && Date.parse(attempted_at) >= from)
    .map((attempt) => ({ ...attempt, event_type, delivery_id: id }))
    .reverse();
}

/** A request is signed with each secret that signs now; a key that may not read the payload does not see the signatures. */
async function countSecrets(client: Client, endpoint_id: string, delivery_id: string): Promise<number | null> {
  const request = await attempted(() => client.webhooks.getDeliveryRequest({ endpoint_id, delivery_id }));
  if (request instanceof Error) return null;
  const signature = request.headers.find(({ name }) => name.toLowerCase() === 'service-signature')?.value;
  return signature === undefined ? null : signature.split(',').length;
}
