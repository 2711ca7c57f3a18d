import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { createProgram } from '../../cli/src/program.ts';
import { operationMatcher } from '../../server/http/steps/match-operation.ts';
import { clientOf } from '../sdk/clients.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let agency: SampleAgency;
let erasureId: string;

beforeAll(async () => {
  service = await startService({ delivers: false });
  agency = await createSampleAgency(service, 'Northlight');
  const { insights } = clientOf(service, agency.key);
  const fan = { account_id: 'account-1', fan_id: 'fan-1' };
  await insights.update({ ...fan, note: 'Likes jazz.', etag: (await insights.get(fan)).etag });
  await service.operator('POST', '/operator/v1/projections/refresh');
  const { id } = await service.createAgency();
  erasureId = (await service.operator('POST', `/operator/v1/agencies/${id}/fan-erasures`, { fan_id: 'fan-1' })).body.id;
  await service.database.query({
    text: `INSERT INTO status_days (day, part, operational_minutes, degraded_minutes, down_minutes, counted_at)
           SELECT (now() AT TIME ZONE 'UTC')::date - age, 'Storage', 1400, 30, 10, now() FROM generate_series(1, 2) AS age`,
  });
  await service.operator('POST', '/operator/v1/tokens', { name: 'Desk', scopes: ['read'] });
  // What the service gathered itself is written some seconds later.
  await service.database.query({
    text: `INSERT INTO ingestions (agency_id, outcome, request_count, created_count, updated_count, unchanged_count)
           VALUES ($1, 'recorded', 1, 2, 0, 0), ($1, 'recorded', 1, 0, 1, 0)`,
    values: [agency.id],
  });
  await service.database.query({
    text: `INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, status,
                                          disabled_reason, disabled_at)
           VALUES ($1, 'https://hooks.example.com/ledger', 'Ledger', '\\x00', 'svc_whsec_', '{order.created}', '2026-07-06', 'disabled',
                   'auto_breaker', now())`,
    values: [(await service.createAgency()).id],
  });
});
afterAll(() => service.close());

interface Read {
  readonly command: string;
  /** The arguments that come after the command. */
  readonly given?: () => readonly string[];
  /** A list's leading columns, or the first fields of a record. */
  readonly leading: readonly string[];
  /** What the table shows of the seeded agency. */
  readonly data: RegExp;
}

const days = ['--start', '2026-07-06', '--end', '2026-07-12'];
const fan = () => ['account-1', 'fan-1'];
const endpoint = () => [agency.ids.endpoint_id!];

/** Operations that read, the operator's too, by the command that calls it. */
const reads: Readonly<Partial<Record<OperationId, Read>>> = {
  getMe: { command: 'me', leading: ['agency.id', 'agency.name'], data: /^key\.label +test$/m },
  getHealth: { command: 'health', leading: ['status'], data: /^ {2}database +ok/m },
  getStatus: {
    command: 'status',
    leading: ['status', 'checked_at'],
    data: /^ {2}Storage +2 +2800 +60 +20$/m,
  },
  getChangelog: { command: 'changelog', leading: ['releases:'], data: /^ {2}Amethyste +2026-07-06/m },
  listCreators: { command: 'creators list', leading: ['ID', 'NAME', 'ACCOUNT.EXTERNAL_ID'], data: /^creator-1 +Northlight 1 +account-1/m },
  getCreator: { command: 'creators get', given: () => ['creator-1'], leading: ['id', 'name'], data: /^account\.external_id +account-1$/m },
  listEmployees: { command: 'employees list', leading: ['ID', 'NAME', 'EMAIL'], data: /^user-1 +Northlight employee +–/m },
  listTags: { command: 'tags list', leading: ['ID', 'NAME', 'COLOR'], data: /^tag-1 +Northlight tag +–$/m },
  listOrders: { command: 'orders list', leading: ['ID', 'AMOUNT (EUR)', 'ORDER_TYPE', 'CREATED_AT'], data: /^order-1 +10\.00  tip /m },
  getOrder: { command: 'orders get', given: () => ['order-1'], leading: ['id', 'order_type'], data: /^amount \(eur\) +10\.00$/m },
  listSentMessages: { command: 'messages list', leading: ['ID', 'SENT_AT', 'SOURCE'], data: /^send-1 .* messaging +Northlight-fan/m },
  listFans: {
    command: 'fans list',
    given: () => ['account-1'],
    leading: ['FAN_ID', 'FAN_USERNAME', 'ASSIGNED_USER_ID', 'ASSIGNED_USER_NAME', 'AI_ACTIVE'],
    data: /^fan-1 +Northlight-fan +user-1 +Northlight employee +no/m,
  },
  getFan: { command: 'fans get', given: fan, leading: ['fan_id', 'fan_username'], data: /^assigned_user_id +user-1$/m },
  getInsight: { command: 'insights get', given: fan, leading: ['note', 'etag'], data: /^note +Likes jazz\.$/m },
  listAiRequests: {
    command: 'ai-requests list',
    leading: ['ID', 'REQUESTED_AT', 'ACTION', 'ACCOUNT_ID'],
    data: /^request-1 +2026-07-\d\d \d\d:\d\d:00 +stop +account-1/m,
  },
  listPublications: { command: 'publications list', leading: ['ID', 'STATUS'], data: /^[\w-]{36} +scheduled +– /m },
  getRevenue: {
    command: 'analytics revenue',
    given: () => days,
    leading: ['start', 'end', 'timezone'],
    data: /^revenue \(eur\) +20\.00$/m,
  },
  getRevenueTimeseries: {
    command: 'analytics revenue-timeseries',
    given: () => [...days, '--granularity', 'day'],
    leading: ['PERIOD_START', 'REVENUE (EUR)'],
    data: /^2026-07-10T00:00:00\+00:00 +20\.00 /m,
  },
  getCreatorAnalytics: {
    command: 'analytics creators',
    given: () => days,
    leading: ['CREATOR_ID', 'CREATOR_NAME', 'REVENUE (EUR)'],
    data: /^creator-1 +Northlight 1 +10\.00 /m,
  },
  getEmployeeAnalytics: {
    command: 'analytics employees',
    given: () => days,
    leading: ['USER_ID', 'USER_NAME', 'REVENUE (EUR)'],
    data: /^user-1 +Northlight employee +20\.00 /m,
  },
  listWebhookEndpoints: {
    command: 'webhooks list',
    leading: ['ID', 'HEALTH.STATE', 'URL', 'LABEL'],
    data: /^[\w-]{36} +silent +https:\/\/hooks\.example\.com\/in +North/m,
  },
  getWebhookEndpoint: { command: 'webhooks get', given: endpoint, leading: ['id', 'url', 'label'], data: /^status +active$/m },
  getWebhookStats: {
    command: 'webhooks stats',
    given: () => [...endpoint(), '--start', '24h'],
    leading: ['EVENT_TYPE', 'DELIVERED_COUNT', 'FAILED_COUNT'],
    data: /^order\.created +0 +0 /m,
  },
  getWebhookFigures: {
    command: 'webhooks figures',
    given: () => [...endpoint(), '--interval', 'hour'],
    leading: ['interval', 'start', 'end'],
    data: /^points:$/m,
  },
  listWebhookFigures: {
    command: 'webhooks list-figures',
    given: () => ['--endpoint-ids', agency.ids['endpoint_id']!],
    leading: ['ENDPOINT_ID'],
    data: /^[\w-]{36} /m,
  },
  getWebhookDelivery: {
    command: 'webhooks get-delivery',
    given: () => [...endpoint(), agency.ids['delivery_id']!],
    leading: ['id', 'event_id', 'event_type', 'status'],
    data: /^status +failed$/m,
  },
  getSentWebhookRequest: {
    command: 'webhooks get-delivery-request',
    given: () => [...endpoint(), agency.ids['delivery_id']!],
    leading: ['delivery_id', 'event_id', 'attempt'],
    data: /^method +POST$/m,
  },
  listWebhookEvents: {
    command: 'events list',
    given: () => ['--order-ids', 'order-1'],
    leading: ['ID', 'TYPE', 'RECORDED_AT', 'CREATOR_ID'],
    data: /^[\w-]{36} +order\.created +20\d\d-\d\d-\d\d /m,
  },
  getWebhookEvent: {
    command: 'events get',
    given: () => [agency.ids['event_id']!],
    leading: ['id', 'type', 'created_at'],
    data: /^deliveries:$/m,
  },
  listWebhookFailures: {
    command: 'failures list',
    given: endpoint,
    leading: ['ID', 'EVENT_TYPE', 'ERROR', 'FAILED_AT'],
    data: /^[\w-]{36} +order\.created +http_status +20\d\d-\d\d-\d\d /m,
  },
  listWebhookDeliveries: {
    command: 'deliveries list',
    given: endpoint,
    leading: ['ID', 'EVENT_TYPE', 'STATUS'],
    data: /^[\w-]{36} +order\.created +failed/m,
  },
  listAuditEntries: {
    command: 'audit',
    given: () => ['--own'],
    leading: ['RECORDED_AT', 'ACTION', 'ACTOR.NAME', 'SUBJECT_NAME'],
    data: /^20\d\d-\d\d-\d\d [\d:]+ +endpoint\.created +test +Northlight/m,
  },
  listAuditLog: {
    command: 'audit',
    leading: ['RECORDED_AT', 'ACTION', 'ACTOR.NAME', 'SUBJECT_NAME'],
    data: /^20\d\d-\d\d-\d\d [\d:]+ +operator_token\.created +OPERATOR_TOKEN +Desk/m,
  },
  findWebhookEndpoints: {
    command: 'operator webhooks find',
    given: () => ['--search', 'north'],
    leading: ['ID', 'LABEL', 'URL'],
    data: /^[\w-]{36} +Northlight +https:\/\/hooks\.example\.com\/in/m,
  },
  listAgencyWebhookEndpoints: {
    command: 'operator webhooks list',
    given: () => [agency.id],
    leading: ['ID', 'HEALTH.STATE', 'URL', 'LABEL'],
    data: /^[\w-]{36} +silent +https:\/\/hooks\.example\.com\/in +North/m,
  },
  listOperatorTokens: {
    command: 'operator tokens list',
    leading: ['ID', 'NAME', 'PREFIX', 'SCOPES'],
    data: /^[\w-]{36} +Desk +svc_operator_\w{4} +read/m,
  },
  listIngestions: {
    command: 'ingestions list',
    leading: ['ID', 'RECORDED_AT', 'OUTCOME', 'REQUEST_COUNT'],
    data: /^[\w-]{36} +20\d\d-\d\d-\d\d [\d:]+ +recorded +1/m,
  },
  getServiceOverview: { command: 'service overview', leading: ['measured_at'], data: /^database\.size_bytes +\d+$/m },
  getEncryptionStatus: {
    command: 'operator encryption status',
    leading: ['current_key_id', 'secret_count', 'remaining_count'],
    data: /^ {2}[0-9a-f]{8} +current +\d+$/m,
  },
  getAgencyQuotas: {
    command: 'agencies quotas',
    given: () => [agency.id],
    leading: ['agency_id', 'agency_name', 'quotas.insight_history_bytes.used'],
    data: /^quotas\.scheduled_publications\.used +2\nquotas\.scheduled_publications\.allowed +100000$/m,
  },
  listAgencies: { command: 'agencies list', leading: ['ID', 'NAME'], data: /^[\w-]{36} +Agency /m },
  getErasure: {
    command: 'erasures get',
    given: () => [erasureId],
    leading: ['id', 'agency_id'],
    data: /^status +queued$/m,
  },
  getAgency: { command: 'agencies get', given: () => [agency.id], leading: ['id', 'name'], data: /^name +Agency /m },
  listIncidents: { command: 'incidents list', leading: ['ID', 'STATUS', 'HOST'], data: /^Agency .* +Ledger +disabled/m },
  listAgencyActivity: { command: 'agency-activity list', leading: ['ID', 'NAME'], data: /^[\w-]{36} +Agency /m },
  listApiKeys: { command: 'keys list', given: () => [agency.id], leading: ['ID', 'LABEL', 'PREFIX'], data: /^[\w-]{36} +test +svc_live_/m },
};

class Terminal {
  text = '';
  readonly isTTY = true;
  readonly columns = 100;
  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

const match = operationMatcher(Object.entries(operations).map(([id, operation]) => ({ operationId: id as OperationId, operation })));

interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly called: (OperationId | undefined)[];
  /** The `limit` of each call. */
  readonly limits: (string | null)[];
}

/** Runs a command in this process at a terminal of 100 columns, and returns the operations that it called. */
async function run(args: readonly string[]): Promise<Run> {
  const [stdout, stderr] = [new Terminal(), new Terminal()];
  const called: Run['called'] = [];
  const limits: Run['limits'] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) => {
    const { origin, pathname, searchParams } = new URL(url);
    // Clients of other files of this process may still reconnect to services of theirs.
    if (origin !== service.baseUrl && origin !== service.operatorUrl) return fetch(url, init);
    limits.push(searchParams.get('limit'));
    called.push(match(init?.method ?? 'GET', pathname).route?.operationId);
    return fetch(url, init);
  };
  const environment = {
    SVC_CONFIG_DIR: '/nowhere',
    SVC_BASE_URL: service.baseUrl,
    SVC_API_KEY: agency.key,
    SVC_OPERATOR_URL: service.operatorUrl,
    SVC_OPERATOR_TOKEN: service.operatorToken,
  };
  const streams = { stdout, stderr, stdin: process.stdin } as unknown as Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>;
  try {
    await createProgram({ ...streams, environment, version: '1.0.0' }).parseAsync(['node', 'svc', ...args]);
  } finally {
    globalThis.fetch = fetch;
  }
  return { stdout: stdout.text, stderr: stderr.text, called, limits };
}

const readIds = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].method === 'get');

describe('an operation that reads', () => {
  describe.each(Object.entries(reads))('%s', (id, { command, given = () => [], leading, data }) => {
    it(`svc ${command} is a table on a terminal: the leading columns and the data`, async () => {
      const { stdout, called } = await run([...command.split(' '), ...given()]);
      expect(called[0]).toBe(id);
      for (const further of called.slice(1)) expect(['listCreators', 'listEmployees', 'listAgencies']).toContain(further);
      const lines = stdout.trimEnd().split('\n');
      const isList = leading[0] === leading[0]!.toUpperCase();
      const shown = isList ? lines[0]!.split(/ {2,}/) : lines.map((line) => line.split(/ {2,}/)[0]);
      expect(shown.slice(0, leading.length)).toEqual(leading);
      expect(stdout).toMatch(data);
      // Only the body of a request is JSON: it is what was sent.
      expect(stdout.replace(/^body +\{.*$/m, ''), 'no cell is JSON').not.toMatch(/[{[]"|\{\}/);
      if (isList) for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
    });

    it(`svc ${command} --json is the response as one document`, async () => {
      const { stdout, called } = await run([...command.split(' '), ...given(), '--json']);
      expect(called).toEqual([id]);
      const answer = JSON.parse(stdout) as { data?: unknown };
      if (Array.isArray(answer.data)) expect(answer.data.length).toBeGreaterThan(0);
      else expect(Object.keys(answer).length).toBeGreaterThan(1);
    });
  });

  it('svc openapi prints the contract as JSON, on a terminal too', async () => {
    const { stdout, called } = await run(['openapi']);
    expect(called).toEqual(['getOpenapiDocument']);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) as string });
  });

  it.each(readIds.filter((id) => operations[id].parameters['cursor'] && reads[id]))('--all reads %s in the largest pages', async (id) => {
    const { command, given = () => [] } = reads[id]!;
    const { called, limits } = await run([...command.split(' '), ...given(), '--all', '--json']);
    expect(called.lastIndexOf(id)).toBeGreaterThan(-1);
    expect(limits[called.lastIndexOf(id)]).toBe(String(operations[id].parameters['limit']!.maximum));
  });

  it.each(['2026-01-01 12:30:00+0200', '2026-01-01T10:30Z', '2026-01-01t10:30:00.123456789z', '30d'])(
    'an instant such as %s is read as the service reads it',
    async (since) => {
      const { called } = await run(['failures', 'list', agency.ids.endpoint_id!, '--since', since]);
      expect(called).toEqual(['listWebhookFailures']);
    },
  );

  it('a list option given several times is the list of all its values', async () => {
    const idsOf = async (...args: string[]) =>
      (JSON.parse((await run(['orders', 'list', '--json', ...args])).stdout) as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(await idsOf('--order-types', 'push', '--order-types', 'tip')).toEqual(await idsOf('--order-types', 'push,tip'));
    expect(await idsOf('--order-types', 'tip', '--order-types', 'push')).toContain('order-1');
  });

  it('a list says outside of the table what all of it has in common, and that there is more', async () => {
    const { stderr } = await run(['analytics', 'revenue-timeseries', ...days]);
    expect(stderr).toBe('start 2026-07-06, end 2026-07-12, timezone UTC, granularity day.\n');
    expect((await run(['orders', 'list', '--limit', '1'])).stderr).toMatch(/^more available: use --all, or --cursor\s\S+$/m);
  });
});
