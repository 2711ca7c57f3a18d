import { deliveryEventTypes } from '../../../generated/events.ts';
import type { ListWebhookEventsRequest } from '../../../generated/interfaces/webhooks.ts';
import type { LatestDelivery, RecordedEventPage } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import type { ScopedModels } from '../../access/scope/scoped-models.ts';
import { firstShownId } from '../../database/partitions/partitions.ts';
import { presentRecordedEvent, recordedEventColumns, type RecordedEventRow } from '../../entities/recorded-event.ts';
import { Pager } from '../../paging/pager.ts';
import { readInstantRange } from '../../query/instants.ts';
import { isUuid, lastId } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';
import { deliveriesOfEvent, missedEvents, type MissedRow } from './delivery-details.ts';

const first = `greatest(${firstShownId}, first_id_at(greatest($1::timestamptz, 'epoch')))`;
const last = `least($3::uuid, first_id_at(greatest(coalesce($2::timestamptz, '9999-01-01'), 'epoch')))`;

const matches = `
  ev.id < ${last} AND ($4::text[] IS NULL OR ev.type = ANY ($4))
  AND ($5::text[] IS NULL OR ev.type IN ('order.created', 'order.refunded') AND ev.data ->> 'id' = ANY ($5))
  AND ($6::text[] IS NULL OR ev.data ->> 'fan_id' = ANY ($6))`;

const pageOfIds = `
  SELECT ${recordedEventColumns('ev')}
    FROM {webhook_events} ev
   WHERE ev.id = ANY ($8::uuid[]) AND ev.id >= ${first} AND ${matches}
   ORDER BY ev.id DESC LIMIT $7`;

/** Short ranges of the index of subjects. */
const pageOfFans = `
  SELECT e.*
    FROM unnest($6::text[]) AS fan (id)
   CROSS JOIN LATERAL (
     SELECT ${recordedEventColumns('ev')}
       FROM {webhook_events} ev
      WHERE ev.subject = fan.id AND ev.id >= ${first} AND ${matches}
      ORDER BY ev.id DESC LIMIT $7) e
   ORDER BY e.id DESC LIMIT $7`;

const eventsOfOrders = `
  SELECT e.id FROM events_of_facts({agency_id}, '{order.created,order.refunded}', $1::text[]) e`;

/** The first of the $4 latest events of the agency, which a filter reads; null if there are fewer. */
const startOfRun = `SELECT first_event_of_run({agency_id}, ${last}, ${first}, $4::int) AS from_id`;

const pageOfRun = `
  SELECT ${recordedEventColumns('ev')}
    FROM {webhook_events} ev
   WHERE ev.id >= greatest(${first}, $8::uuid) AND ${matches}
   ORDER BY ev.id DESC LIMIT $7`;

/** Every lookup uses the key, in the partition of the delivery's day. */
const eventsOfDeliveries = `
  SELECT DISTINCT d.event_id
    FROM {webhook_endpoints} e
   CROSS JOIN unnest($1::text[]) AS t (type)
   CROSS JOIN unnest($2::uuid[]) AS wanted (id)
   CROSS JOIN LATERAL (
     SELECT q.event_id FROM {delivery_queue} q WHERE q.endpoint_id = e.id AND q.event_type = t.type AND q.id = wanted.id
      UNION ALL
     SELECT h.event_id FROM {delivery_history} h
      WHERE h.endpoint_id = e.id AND h.event_type = t.type AND h.status = ANY ('{delivered,failed}') AND h.id = wanted.id
   ) d`;

/** The latest delivery of each event to each endpoint. */
const latestDeliveries = `
  SELECT ev.id AS event_id, e.id AS endpoint_id, latest.id, latest.status
    FROM unnest($1::uuid[], $2::text[]) AS ev (id, type)
   CROSS JOIN {webhook_endpoints} e
   CROSS JOIN LATERAL (
     SELECT d.id, d.status FROM (${deliveriesOfEvent("q.id, 'pending' AS status", 'h.id, h.status')}) d ORDER BY d.id DESC LIMIT 1) latest
   ORDER BY ev.id, e.id`;

async function withDeliveries(data: ScopedModels, page: RecordedEventPage): Promise<RecordedEventPage> {
  const rows = await data.query<LatestDelivery & { event_id: string }>({
    text: latestDeliveries,
    values: [page.data.map(({ id }) => id), page.data.map(({ type }) => type)],
  });
  const missed = Map.groupBy(
    await data.query<MissedRow>({ text: missedEvents, values: [page.data.map(({ id }) => id)] }),
    ({ event_id }) => event_id,
  );
  const missedBy = (id: string) => (missed.get(id) ?? []).map(({ endpoint_id }) => endpoint_id);
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id);
  const deliveriesTo = (id: string) => (byEvent.get(id) ?? []).map(({ id, endpoint_id, status }) => ({ id, endpoint_id, status }));
  return {
    ...page,
    data: page.data.map((event) => ({
      ...event,
      deliveries: deliveriesTo(event.id),
      missed_endpoint_ids: missedBy(event.id),
    })),
  };
}

async function eventIdsOfDeliveries(data: ScopedModels, deliveryIds: readonly string[]): Promise<string[]> {
  if (deliveryIds.length === 0) return [];
  const rows = await data.query<{ event_id: string }>({ text: eventsOfDeliveries, values: [deliveryEventTypes, deliveryIds] });
  return rows.map(({ event_id }) => event_id);
}

async function eventIdsOfOrders(data: ScopedModels, orderIds: readonly string[]): Promise<string[]> {
  const rows = await data.query<{ id: string }>({ text: eventsOfOrders, values: [orderIds], plan: 'custom' });
  return rows.map(({ id }) => id);
}

/** The ids of the events that match all filters by ids; undefined without such a filter. */
async function wantedIds(
  data: ScopedModels,
  { event_ids, delivery_ids, order_ids }: ListWebhookEventsRequest,
): Promise<string[] | undefined> {
  const wanted = [
    ...(event_ids ? [event_ids.filter(isUuid).map((id) => id.toLowerCase())] : []),
    ...(delivery_ids ? [await eventIdsOfDeliveries(data, delivery_ids.filter(isUuid))] : []),
    ...(order_ids ? [await eventIdsOfOrders(data, order_ids)] : []),
  ];
  const [ids, ...others] = wanted;
  return ids?.filter((id) => others.every((each) => each.includes(id)));
}

/** Filters by ids read the named events. Other filters, and limited keys, read a bounded number of the agency's events, so that the cost of a page is bounded. */
const pageOfEvents: Handler<'listWebhookEvents', 'cursors'> = async (request, context, { cursors }) => {
  const { data, key, release } = context;
  const pager = new Pager(cursors, 'listWebhookEvents', context);
  const { start, end } = readInstantRange(request, context);
  const [afterId] = pager.after(request.cursor) ?? [];
  const { event_types: types, order_ids: orderIds, fan_ids: fanIds, limit } = request;
  const values = [start ?? null, end ?? null, afterId ?? lastId, types ?? null, orderIds ?? null, fanIds ?? null, limit + 1];
  const page = (rows: readonly RecordedEventRow[], readTo?: readonly string[]) =>
    pager.page(
      rows,
      limit,
      (row) => presentRecordedEvent(row, key.scopes, release.date),
      ({ id }) => [id],
      readTo,
    );

  const ids = await wantedIds(data, request);
  if (ids) return page(await data.query<RecordedEventRow>({ text: pageOfIds, values: [...values, ids] }));
  if (fanIds) return page(await data.query<RecordedEventRow>({ text: pageOfFans, values }));
  const isFiltered = types !== undefined || data.tenantScope.isRestricted;
  const [run] = isFiltered
    ? await data.query<{ from_id: string | null }>({ text: startOfRun, values: [...values.slice(0, 3), limits.eventsOfPage] })
    : [];
  const from = run?.from_id ?? null;
  return page(await data.query<RecordedEventRow>({ text: pageOfRun, values: [...values, from] }), from === null ? undefined : [from]);
};

export const listWebhookEvents: Handler<'listWebhookEvents', 'cursors'> = async (request, context, dependencies) => {
  const isIncluded = request.include_deliveries === 'true';
  if (isIncluded && request.limit > limits.eventsWithDeliveries) {
    const detail = `"limit" must be at most ${limits.eventsWithDeliveries} with "include_deliveries".`;
    throw context.problem('validation_failed', { detail });
  }
  const page = await pageOfEvents(request, context, dependencies);
  return isIncluded ? withDeliveries(context.data, page) : page;
};
