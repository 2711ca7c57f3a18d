import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { operations as declared, type Operation, type OperationId } from '../../generated/operations.ts';
import type { Validator } from '../../generated/validators/validator.ts';
import type { TestAgency, TestService } from '../support/service.ts';

type OperationsModule = typeof import('../../generated/operations.ts');
type ParametersModule = typeof import('../../generated/validators/parameters.js');

const raised = 500;
const rowCount = 450;

const limited = (Object.keys(declared) as OperationId[]).filter((id) => declared[id].parameters['limit'] && declared[id].access === 'key');

function withRaisedMaximum(operation: Operation): Operation {
  const { limit, ...others } = operation.parameters;
  return limit ? { ...operation, parameters: { ...others, limit: { ...limit, maximum: raised } } } : operation;
}

/** Checks everything but a limit up to the raised maximum, which is checked as 1. */
function accepting(validator: Validator): Validator {
  const validate: Validator = (value) => {
    const values = value as Record<string, unknown>;
    const { limit } = values;
    if (typeof limit === 'number' && limit <= raised) values['limit'] = 1;
    const isValid = validator(values);
    if (limit !== undefined) values['limit'] = limit;
    validate.errors = validator.errors ?? null;
    return isValid;
  };
  return validate;
}

/** The service under a contract that allows larger pages. */
async function startWithRaisedMaximum(): Promise<TestService> {
  vi.resetModules();
  vi.doMock('../../generated/operations.ts', async (original) => {
    const actual = await original<OperationsModule>();
    return {
      ...actual,
      operations: Object.fromEntries(Object.entries(actual.operations).map(([id, operation]) => [id, withRaisedMaximum(operation)])),
    };
  });
  vi.doMock('../../generated/validators/parameters.js', async (original) => {
    const { parameters } = await original<ParametersModule>();
    return { parameters: Object.fromEntries(Object.entries(parameters).map(([id, validator]) => [id, accepting(validator)])) };
  });
  const { startService } = await import('../support/service.ts');
  return startService({ delivers: false });
}

/** Rows of one creator, endpoint and account, which the paths name. */
const rows = `
  INSERT INTO creators (agency_id, id, name, account_id) VALUES ($agency, 'c', 'c', 'a');
  INSERT INTO webhook_endpoints (id, agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
  VALUES ($agency, $agency, 'https://x.example', '', '', '', '{order.created}', '{c}', '2026-07-06');
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at)
  SELECT $agency, 'o' || n, 'tip', 'c', 'a', 1, now() - interval '1 minute' * n FROM generate_series(1, ${rowCount}) n;
  INSERT INTO sent_messages (agency_id, id, sent_at, source, creator_id, is_private_media, media)
  SELECT $agency, 's' || n, now() - interval '1 minute' * n, 'script', 'c', false, '[]' FROM generate_series(1, ${rowCount}) n;
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at, tag_ids, assigned_user_id)
  SELECT $agency, 'a', 'f' || n, 'c', 'interested', false, now() - interval '1 minute' * n, '{}', 'e' FROM generate_series(1, ${rowCount}) n;
  INSERT INTO publications (agency_id, creator_id, text, status, created_at)
  SELECT $agency, 'c', 'x', 'published', now() - interval '1 minute' * n FROM generate_series(1, ${rowCount}) n;
  INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)
  SELECT $agency, uuidv7(interval '-1 minute' * n), 'order.created', 'c', now(), '{"fan_id":"f"}', 'f' FROM generate_series(1, ${rowCount}) n;
  INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
  SELECT $agency, $agency, 'order.created', 'delivered', uuidv7(interval '-1 minute' * n), uuidv7(), 'c', '{}' FROM generate_series(1, ${rowCount}) n;
  INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
  SELECT $agency, $agency, 'order.created', uuidv7(interval '-1 minute' * n), uuidv7(), 'c', now(), uuidv7(), 'timeout', '{}', '{}' FROM generate_series(1, ${rowCount}) n;
  INSERT INTO audit_log (agency_id, action, actor_kind, actor_name, subject_name, creator_ids, details, request_id)
  SELECT $agency, 'key.created', 'operator', '', '', '{}', '{}', '' FROM generate_series(1, ${rowCount}) n;
  INSERT INTO ai_requests (agency_id, id, account_id, fan_id, creator_id, action, requested_at)
  SELECT $agency, 'r' || n, 'a', 'f' || n, 'c', 'stop', now() - interval '1 minute' * n FROM generate_series(1, ${rowCount}) n`;

/** Filters that read a list in another way. */
const ways: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  listOrders: ['', '&creator_ids=c', '&order_types=tip'],
  listSentMessages: ['', '&creator_ids=c', '&sources=script'],
  listFans: ['', '&assigned_user_ids=e'],
  listWebhookEvents: ['', '&fan_ids=f', '&event_types=order.created'],
};

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await startWithRaisedMaximum();
  agency = await service.createAgency();
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: new URL(service.config.databaseUrl!).pathname });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(rows.replaceAll('$agency', client.escapeLiteral(agency.id)));
  await client.end();
});
afterAll(async () => {
  await service.close();
  vi.doUnmock('../../generated/operations.ts');
  vi.doUnmock('../../generated/validators/parameters.js');
  vi.resetModules();
});

test('the lists with a limit are known', () => {
  expect(limited.length).toBeGreaterThan(5);
});

describe.each(limited.flatMap((id) => (ways[id] ?? ['']).map((way) => [id, way] as const)))('%s%s', (id, way) => {
  const page = (limit: number) => {
    const path = declared[id].path.replace('{account_id}', 'a').replace('{endpoint_id}', agency.id);
    return service.request('GET', `${path}?limit=${limit}${way}`);
  };

  test('has as long pages as the contract allows', async () => {
    expect((await page(raised + 1)).status).toBe(400);
    const { status, body, text } = await page(raised);
    expect(status, text).toBe(200);
    expect(body.data).toHaveLength(rowCount);
    expect(body.next_cursor ?? null).toBeNull();
    if (declared[id].parameters['cursor']) expect((await page(300)).body.next_cursor).toEqual(expect.any(String));
    expect((await page(300)).body.data).toHaveLength(300);
  });
});
