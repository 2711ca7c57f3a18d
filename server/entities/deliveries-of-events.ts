/** The statement that records the event creates its first deliveries, and ends long before. */
const publishedWithin = "interval '30 seconds'";

/**
 * SQL: the deliveries of events of the agency $1. It reads first deliveries by a short range of the key after the event's id, and others by the
 * index of replays. `events` is SQL of rows `ev (id, type)`.
 */
export const deliveriesOf = (events: string, table: 'delivery_queue' | 'delivery_history', columns: string) => {
  const statuses = table === 'delivery_history' ? " AND d.status = ANY ('{delivered,failed}')" : '';
  const select = `SELECT ${columns} FROM ${table} d WHERE d.agency_id = $1`;
  return `
    SELECT found.* FROM ${events}
     CROSS JOIN LATERAL (
       SELECT first.* FROM webhook_endpoints e CROSS JOIN LATERAL (
         ${select} AND d.endpoint_id = e.id AND d.event_type = ev.type${statuses} AND d.event_id = ev.id AND d.replay_of IS NULL
            AND d.id >= first_id_at(uuid_extract_timestamp(ev.id)) AND d.id < first_id_at(uuid_extract_timestamp(ev.id) + ${publishedWithin})
       ) first WHERE e.agency_id = $1
        UNION ALL
       ${select} AND d.event_id = ev.id AND d.replay_of IS NOT NULL
     ) found`;
};
