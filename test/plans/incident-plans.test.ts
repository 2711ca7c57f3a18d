import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import { endpointsBehind, type BehindRow } from '../../server/entities/endpoint-backlog.ts';
import type { ModelDatabase } from '../../server/orm/database.ts';
import { cachedReceivers, type Receivers } from '../../server/resources/operator/service/receivers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { explain, models, type Plan } from './plans.ts';

const agencyCount = 200;
const endpointsOfAgency = 10;
const endpointCount = agencyCount * endpointsOfAgency;
const behindCount = 10;

/** Endpoints of 200 agencies in trouble: the breaker disabled them minutes ago, besides ten that are behind. Every second order has an event. */
const rows = `
  INSERT INTO agencies (name) SELECT 'Agency ' || n FROM generate_series(1, ${agencyCount}) n;
  INSERT INTO creators (agency_id, id, name, account_id) SELECT a.id, 'c' || n, 'c' || n, 'a' || n FROM agencies a, generate_series(1, 2) n;
  INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, status, disabled_reason, disabled_at, episode_disabled_at)
  SELECT a.id, 'https://x.example', '', '', '', '{order.created}', '2026-07-06', 'disabled', 'auto_breaker', now() - interval '1 minute' * n, now() - interval '1 minute' * n
    FROM agencies a, generate_series(1, ${endpointsOfAgency}) n;
  UPDATE webhook_endpoints e SET url = 'https://small.example', disabled_at = disabled_at - interval '10 minutes', episode_disabled_at = disabled_at - interval '10 minutes'
    FROM agencies a WHERE a.id = e.agency_id AND a.name = 'Agency 200' AND e.disabled_at < now() - interval '570 seconds';
  UPDATE webhook_endpoints e SET status = 'active', disabled_reason = NULL, disabled_at = NULL, episode_disabled_at = NULL
    FROM agencies a WHERE a.id = e.agency_id AND a.name LIKE 'Agency 1_' AND e.disabled_at > now() - interval '90 seconds';
  INSERT INTO endpoint_episodes (agency_id, endpoint_id, number, began_at, last_failed_at, minute, delivered_of_minute, delivered_before, delivered_count, http_4xx_count, http_5xx_count, timeout_count, connection_error_count, tls_error_count, other_count)
  SELECT agency_id, id, 1, disabled_at - interval '8 minutes', disabled_at - interval '30 seconds', date_trunc('minute', disabled_at - interval '30 seconds'), 0, 10, 0, 0, 100, 0, 0, 0, 0 FROM webhook_endpoints WHERE status = 'disabled';
  INSERT INTO episode_errors (agency_id, endpoint_id, code, number, error, attempt_count, first_at, last_at)
  SELECT agency_id, endpoint_id, '503', 1, 'http_status', 100, began_at, last_failed_at FROM endpoint_episodes;
  INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, http_5xx_count)
  SELECT e.agency_id, e.id, m.at, 'order.created', 1, 0 FROM webhook_endpoints e, generate_series(date_trunc('minute', now()) - interval '1 hour', date_trunc('minute', now()) - interval '20 minutes', interval '1 minute') AS m (at);
  INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data)
  SELECT a.id, uuidv7(- interval '10 seconds' * n), 'order.created', 'c1', now() - interval '10 seconds' * n, json_build_object('id', 'o' || n, 'account_id', 'a1') FROM agencies a, generate_series(1, 300, 2) n;
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, amount_cents, created_at)
  SELECT a.id, 'o' || n, 'tip', 'c1', 'a1', 'f1', 100, now() - interval '10 seconds' * n FROM agencies a, generate_series(1, 300) n;
  INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT e.agency_id, e.id, ev.type, 'delivered', uuidv7(ev.occurred_at - now()), ev.id, 'c1', '{}' FROM webhook_endpoints e JOIN webhook_events ev ON ev.agency_id = e.agency_id AND ev.occurred_at < now() - interval '30 minutes';
  INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
  SELECT agency_id, endpoint_id, 'order.created', uuidv7(last_failed_at - interval '1 second' * n - now()), uuidv7(), 'c1', now(), uuidv7(), 'http_status', '{}', '{}' FROM endpoint_episodes, generate_series(1, 20) n;
  INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, due_at)
  SELECT agency_id, id, 'order.created', uuidv7(), 'c1', now(), 1, now() - interval '30 minutes' FROM webhook_endpoints, generate_series(1, 20) n WHERE status = 'active'`;

/** The type of counts, which the service reads as numbers. */
const int8 = 20;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  const getTypeParser = (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : pg.types.getTypeParser(oid, format));
  client = new pg.Client({ connectionString: database.url, types: { getTypeParser } });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(rows);
  await client.query('VACUUM (ANALYZE)');
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('with 2,000 endpoints in trouble', () => {
  const plans: Plan[] = [];
  let receivers: Receivers;
  beforeAll(async () => {
    let last: Promise<unknown> = Promise.resolve();
    const query = <Row>(statement: Statement): Promise<Row[]> => {
      const run = async () => {
        plans.push(await explain(client, statement, 'force_custom_plan'));
        return (await client.query<Row & pg.QueryResultRow>(statement.text, [...(statement.values ?? [])])).rows;
      };
      const result = last.then(run);
      last = result;
      return result;
    };
    const scoped = new ScopedStatements();
    const scopeOf = (agencyId: string) =>
      new ScopedModels({ query, models } as unknown as ModelDatabase, scoped, new TenantScope(agencyId, []));
    receivers = (await cachedReceivers({ query }, scopeOf)()).value;
  }, 120_000);

  test('all are checked, in few statements that read short ranges', () => {
    expect(receivers.hasUnchecked).toBe(false);
    expect([...receivers.incidentCounts.values()].reduce((sum, each) => sum + each, 0)).toBe(endpointCount);
    // Seven of all endpoints, and four for each endpoint whose missed events are counted: its settings, orders, their events, and events.
    expect(plans.length).toBeLessThanOrEqual(7 + 4 * limits.incidentItems);
    // A count of an endpoint reads its deliveries since it was disabled, and as many events and orders as it missed.
    expect(plans.filter(({ rowsRead }) => rowsRead > 400).length).toBeLessThanOrEqual(6);
    expect(plans.reduce((sum, { rowsRead }) => sum + rowsRead, 0)).toBeLessThan(200_000);
  });

  test('the first ones have all that they missed, also orders without an event, and the others have at least none', () => {
    const { groups, membersOf } = receivers;
    expect(groups.map(({ status, endpoint_count: count }) => [status, count])).toEqual([
      ['behind', behindCount],
      ['disabled', endpointCount - behindCount - 1],
      ['disabled', 1],
    ]);
    const members = groups.flatMap(({ id }) => membersOf.get(id)!);
    const disabled = members.slice(behindCount);
    const counted = disabled.filter(({ incident }) => !incident.has_more_missed);
    expect(counted).toEqual(disabled.slice(0, limits.incidentItems - behindCount));
    // An order every ten seconds.
    for (const { row, incident } of counted)
      expect(incident.missed_count).toBe(Math.round((Date.now() - row.disabled_at!.getTime()) / 60_000) * 6);
    for (const { incident } of disabled.slice(counted.length)) expect(incident).toMatchObject({ missed_count: 0, has_more_missed: true });
    const sum = counted.reduce((all, { incident }) => all + incident.missed_count, 0);
    expect(groups[1]).toMatchObject({ missed_count: sum, has_more_missed: true });
  });

  test('a small group has all that it missed if it is requested, and is read once', async () => {
    const { id } = receivers.groups.at(-1)!;
    expect(receivers.groups.at(-1)).toMatchObject({ host: 'small.example', missed_count: 0, has_more_missed: true });
    plans.length = 0;
    expect((await receivers.groupOf(id)).groups).toMatchObject([{ id, missed_count: 20 * 6, has_more_missed: false }]);
    // Two of causes, and four of missed events.
    expect(plans.length).toBeLessThanOrEqual(6);
    plans.length = 0;
    expect((await receivers.groupOf(id)).groups).toMatchObject([{ id, missed_count: 20 * 6 }]);
    expect(plans.length).toBe(0);
  });

  test('those that are behind are found by an entry of an index for each', async () => {
    const plan = await explain(client, { text: endpointsBehind }, 'force_generic_plan');
    expect(plan.scannedTables, plan.text).toEqual([]);
    expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(endpointCount);
    expect((await client.query<BehindRow>(endpointsBehind)).rows).toMatchObject([{ endpoint_count: behindCount }]);
  });
});
