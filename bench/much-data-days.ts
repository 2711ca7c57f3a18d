import { maintainPartitions } from '../server/database/partitions/maintain-partitions.ts';
import { eventDays, randomAgency, type Amounts } from './much-data-amounts.ts';
import { fillTable, session } from './much-data-load.ts';
import { accountId, creatorId, employeeId, largeDatabase } from './much-data-people.ts';
import type { MuchDataServer } from './much-data-server.ts';

const dayMs = 86_400_000;
/** Ids are made a moment after the instant that they show, and stay in their day. */
const marginMs = 10_000;

/** A day of UTC, or the part of it that lies within the last month. */
interface Day {
  readonly day: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly events: number;
}

function daysOf({ events }: Amounts, nowMs: number): Day[] {
  const sinceMs = nowMs - eventDays * dayMs;
  const days: Day[] = [];
  for (let ms = Math.floor(sinceMs / dayMs) * dayMs; ms < nowMs - 2 * marginMs; ms += dayMs) {
    const fromMs = Math.max(ms + marginMs, sinceMs);
    const untilMs = Math.min(ms + dayMs - marginMs, nowMs - marginMs);
    const day = new Date(ms).toISOString().slice(0, 10);
    days.push({ day, fromMs, untilMs, events: Math.round((events * (untilMs - fromMs)) / (eventDays * dayMs)) });
  }
  return days;
}

const partitionOf = (table: string, { day }: Day) => `${table}_${day.replaceAll('-', '')}`;

/** Rows in the order of time. Payloads have the members and the size of real ones. */
const events = (day: Day, amounts: Amounts) => `
  INSERT INTO ${partitionOf('webhook_events', day)} (agency_id, id, type, creator_id, occurred_at, data, subject)
  SELECT agency_id, uuidv7(at - clock_timestamp()), 'order.created', creator_id, at,
         ('{"id":"' || gen_random_uuid() || '","order_type":"push","creator_id":"' || creator_id || '","account_id":"' || account_id || '","fan_id":"' || fan_id ||
          '","fan_username":"' || fan_id || '","user_id":"' || user_id || '","message_id":null,"amount_cents":1500,"created_at":"' || at || '","refunded_at":null}')::json,
         fan_id
    FROM (SELECT a.id AS agency_id, e.at, ${creatorId('1 + e.fan % a.creators')} AS creator_id, ${accountId('1 + e.fan % a.creators')} AS account_id,
                 'fan-' || e.fan AS fan_id, ${employeeId('1 + e.fan % a.employees')} AS user_id
            FROM (SELECT d.at, d.agency, 1 + floor(d.r * d.r * 1000)::int AS fan
                    FROM (SELECT ${randomAgency(amounts)} AS agency, random() AS r,
                                 to_timestamp(${day.fromMs} / 1000.0 + ${(day.untilMs - day.fromMs) / 1_000} * n::float8 / ${day.events}) AS at
                            FROM generate_series(1, ${day.events}) n) d) e
            JOIN bench.agencies a ON a.number = e.agency) f`;

const attempt = (result: string) => `'{"attempted_at":"' || e.occurred_at || '","duration_ms":12,${result}}'`;
const acknowledged = `ARRAY[${attempt('"status_code":200,"error":null,"response_excerpt":"ok"')}]`;
const refused = `ARRAY[${Array<string>(4).fill(attempt('"status_code":503,"error":"http_status","response_excerpt":"overloaded"')).join(', ')}]`;

/** One of 500 deliveries failed. */
const deliveries = (day: Day) => `
  INSERT INTO ${partitionOf('delivery_history', day)} (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT e.agency_id, e.endpoint_id, e.type, CASE WHEN e.r < 0.002 THEN 'failed' ELSE 'delivered' END,
         uuidv7(e.occurred_at + interval '1 millisecond' - clock_timestamp()), e.id, e.creator_id,
         CASE WHEN e.r < 0.002 THEN ${refused} ELSE ${acknowledged} END
    FROM (SELECT ev.agency_id, ev.id, ev.type, ev.creator_id, ev.occurred_at, p.endpoint_id, random() AS r
            FROM ${partitionOf('webhook_events', day)} ev JOIN bench.agencies a ON a.id = ev.agency_id CROSS JOIN LATERAL unnest(a.endpoint_ids) AS p (endpoint_id)) e`;

/** The deliveries of some creators once more, at the endpoints that keys for these creators can access. */
const limitedDeliveries = (day: Day) => `
  INSERT INTO ${partitionOf('delivery_history', day)} (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT h.agency_id, l.endpoint_id, h.event_type, h.status, uuidv7(uuid_extract_timestamp(h.id) - clock_timestamp()), h.event_id, h.creator_id, h.attempts
    FROM ${partitionOf('delivery_history', day)} h JOIN bench.agencies a ON a.id = h.agency_id AND a.endpoint_ids[1] = h.endpoint_id
    JOIN bench.limited_endpoints l ON l.agency_id = h.agency_id AND h.creator_id = ANY (l.creator_ids)`;

const failures = (day: Day) => `
  INSERT INTO ${partitionOf('delivery_failures', day)} (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
  SELECT h.agency_id, h.endpoint_id, h.event_type, uuidv7(uuid_extract_timestamp(h.id) + interval '1 second' - clock_timestamp()), h.event_id, h.creator_id,
         ev.occurred_at, h.id, 'http_status', h.attempts, ev.data
    FROM ${partitionOf('delivery_history', day)} h JOIN ${partitionOf('webhook_events', day)} ev ON ev.id = h.event_id WHERE h.status = 'failed'`;

/** As recording and the job that limits history count them. */
const historyDays = (day: Day) => `
  INSERT INTO history_days (agency_id, day, delivery_bytes, event_bytes)
  SELECT agency_id, '${day.day}'::date, sum(delivery_bytes), sum(event_bytes)
    FROM (SELECT agency_id, sum(delivery_history_bytes(attempts)) AS delivery_bytes, 0 AS event_bytes FROM ${partitionOf('delivery_history', day)} GROUP BY 1
          UNION ALL SELECT agency_id, 0, sum(event_history_bytes(data)) FROM ${partitionOf('webhook_events', day)} GROUP BY 1) b
   GROUP BY agency_id`;

/** The deliveries of a month, which count for the endpoints by the minute and hour. */
const minutes = `
  INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count)
  SELECT m.agency_id, e.id, m.minute, 'order.created', m.count
    FROM (SELECT agency_id, date_trunc('minute', occurred_at) AS minute, count(*) AS count FROM webhook_events GROUP BY 1, 2) m
    JOIN bench.agencies a ON a.id = m.agency_id CROSS JOIN LATERAL unnest(a.endpoint_ids) AS e (id)`;

const hours = `
  INSERT INTO delivery_hours (agency_id, endpoint_id, hour, event_type, delivered_count, failed_count)
  SELECT agency_id, endpoint_id, date_trunc('hour', minute), event_type, sum(delivered_count), 0
    FROM delivery_minutes WHERE minute < date_trunc('hour', now() - interval '1 hour') GROUP BY 1, 2, 3, 4`;

const dailyTables = ['webhook_events', 'delivery_history', 'delivery_failures'];

async function loadDay(server: MuchDataServer, amounts: Amounts, day: Day): Promise<void> {
  const make = dailyTables.map((table) => {
    const partition = partitionOf(table, day);
    return `DROP TABLE IF EXISTS ${partition}; CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL EXCLUDING INDEXES)`;
  });
  const statements = [...make, events(day, amounts), deliveries(day), failures(day), limitedDeliveries(day), historyDays(day)];
  await server.run(largeDatabase, `${session} BEGIN; ${statements.join('; ')}; COMMIT`);
}

/** Fills the days apart from their tables; the service's own maintenance attaches them and thereby builds their indexes. */
export async function loadDays(
  server: MuchDataServer,
  amounts: Amounts,
  step: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const day of daysOf(amounts, Date.now())) {
    await step(`deliveries of ${day.day}`, async () => {
      await loadDay(server, amounts, day);
      await maintainPartitions(server.urlOf(largeDatabase), new AbortController().signal);
      const partitions = dailyTables.map((table) => partitionOf(table, day));
      await server.run(largeDatabase, `VACUUM (FREEZE, ANALYZE) ${partitions.join(', ')}`);
    });
  }
  await step('counters', async () => {
    await fillTable(server, 'delivery_minutes', minutes);
    await fillTable(server, 'delivery_hours', hours);
    await server.run(
      largeDatabase,
      `UPDATE delivery_hours_progress SET rolled_up_to = date_trunc('hour', now() - interval '1 hour');
       UPDATE agency_quotas SET events_counted_to = first_id_at(now())`,
    );
  });
  await step('statistics', async () => {
    await server.run(
      largeDatabase,
      `VACUUM (FREEZE, ANALYZE) history_days, agency_quotas, webhook_endpoints, creators, employees, tags, api_keys`,
    );
    for (const table of dailyTables) await server.run(largeDatabase, `ANALYZE ${table}`);
  });
}
