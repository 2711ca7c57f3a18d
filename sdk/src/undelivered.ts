import type { Client } from './client.ts';
import { InvalidArgumentError } from './errors.ts';
import type { Fact, FactType } from './reconcile.ts';

/** The most values of a filter. */
const filterValues = 50;

type Recorded = Awaited<ReturnType<Client['events']['list']>>['data'][number];

/**
 * Finds the facts that an endpoint did not receive, from the events and deliveries that the service stores. A fact is missing without an event,
 * or if every delivery of its event to the endpoint has failed. Events are stored for 30 days: older facts count as
 * missing. Not for assignments. Scopes `read:webhooks`, and those that read the facts.
 * @param endpointId Id of the endpoint.
 * @returns A function for `missing` of `reconcile`.
 */
export function undeliveredTo(client: Client, endpointId: string): (facts: readonly Fact[]) => Promise<Fact[]> {
  return async (facts) => {
    const missing: Fact[] = [];
    for (let first = 0; first < facts.length; first += filterValues) {
      const some = facts.slice(first, first + filterValues);
      const events = await eventsOf(client, some);
      const received = await receivedOf(client, endpointId, [...events.values()].flat());
      missing.push(...some.filter((fact) => !(events.get(keyOf(fact.type, fact.data)) ?? []).some(({ id }) => received.has(id))));
    }
    return missing;
  };
}

const keyOf = (type: string, data: unknown) => `${type} ${(data as { id?: string }).id}`;

/** The recorded events of facts, by their keys. */
async function eventsOf(client: Client, facts: readonly Fact[]): Promise<Map<string, Recorded[]>> {
  const found = new Map<string, Recorded[]>(facts.map(({ type, data }) => [keyOf(type, data), []]));
  const typesOf = (wanted: (type: FactType) => boolean) => [...new Set(facts.map(({ type }) => type).filter(wanted))];
  const orderTypes = typesOf((type) => type.startsWith('order.'));
  const requests = facts.flatMap((fact) => (fact.type === 'conversation.ai_control_requested' ? [fact.data.fan_id] : []));
  const orders = facts.flatMap((fact) => (fact.type.startsWith('order.') ? [(fact.data as { id: string }).id] : []));
  if (typesOf((type) => type === 'assignment.updated').length > 0) {
    throw new InvalidArgumentError('missing', 'undeliveredTo cannot find assignments; compare them with your own database');
  }
  const lists = [
    ...(orders.length > 0 ? [client.events.listAll({ order_ids: [...new Set(orders)], event_types: orderTypes })] : []),
    ...(requests.length > 0
      ? [client.events.listAll({ fan_ids: [...new Set(requests)], event_types: ['conversation.ai_control_requested'] })]
      : []),
  ];
  for (const list of lists) for await (const event of list) found.get(keyOf(event.type, event.data ?? {}))?.push(event);
  return found;
}

/** The ids of the events that the endpoint received, or receives after its next attempts. */
async function receivedOf(client: Client, endpointId: string, events: readonly Recorded[]): Promise<Set<string>> {
  const received = new Set<string>();
  if (events.length === 0) return received;
  const times = events.map((event) => Date.parse(event.recorded_at));
  // Most deliveries are queued with their event: one page of them replaces a request for each event.
  const { data } = await client.webhooks.listDeliveries({
    endpoint_id: endpointId,
    start: new Date(Math.min(...times)).toISOString(),
    end: new Date(Math.max(...times) + 1000).toISOString(),
    limit: 200,
  });
  for (const { event_id, status } of data) if (status !== 'failed') received.add(event_id);
  for (const { id } of events) {
    if (received.has(id)) continue;
    const { deliveries } = await client.events.get({ event_id: id });
    if (deliveries.some(({ endpoint_id, status }) => endpoint_id === endpointId && status !== 'failed')) received.add(id);
  }
  return received;
}
