/** Runs as `test/versions/two-versions.test.ts` of a copy of the tree in which Beryl is the newest release. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { createClient, verifyWebhook, type SchemasOf, type WebhookEvent } from '../../sdk/src/index.ts';
import { CommandLine } from '../cli/run-svc.ts';
import { chromium, leftOut, logIn, openBrowser, visit } from '../console/browser.ts';
import { aiRequest, creator, employee, fan } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

const versions = ['Amethyste', 'Beryl'] as const;
const dates = { Amethyste: '2026-07-06', Beryl: '2026-12-01' } as const;
const type = 'conversation.ai_control_requested';

/** The JSON of a request in each version, byte for byte. */
const shown = {
  Amethyste: (id: string) =>
    `{"id":"${id}","account_id":"account-c1","fan_id":"f1","action":"stop","requested_by_user_id":"ada","requested_at":"2026-07-18T21:00:00.000Z"}`,
  Beryl: (id: string) =>
    `{"id":"${id}","account_id":"account-c1","fan_id":"f1","action":"stop","requester":{"user_id":"ada"},"requested_at":"2026-07-18T21:00:00.000Z"}`,
};
const requested = (id: string) => aiRequest(id, 'account-c1', { requested_by_user_id: 'ada', requested_at: '2026-07-18T21:00:00.000Z' });

let service: TestService;
let agency: TestAgency;
let receivers: Record<(typeof versions)[number], Receiver>;
let endpoints: Record<(typeof versions)[number], { id: string; secret: string; api_version: string }>;

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [20, 20, 20] });
});
afterAll(() => service.close());

const call = async (method: string, path: string, version: string, body?: object) =>
  service.request(method, path, { key: agency.key, version, ...(body && { body }) });
const both = async <Value>(make: (version: (typeof versions)[number]) => Promise<Value>) => {
  const [Amethyste, Beryl] = await Promise.all(versions.map(make));
  return { Amethyste: Amethyste!, Beryl: Beryl! };
};
const dataOf = (body: string) => body.slice(body.indexOf('"data":') + 7, -1);

beforeEach(async () => {
  agency = await service.createAgency();
  await agency.ingest([creator('c1'), employee('ada'), fan('account-c1', 'f1')]);
  receivers = await both(() => startReceiver());
  endpoints = await both(async (version) => {
    const { status, body } = await call('POST', '/v1/webhooks', version, { url: receivers[version].url, enabled_event_types: [type] });
    expect(status).toBe(201);
    return body as (typeof endpoints)['Beryl'];
  });
  return async () => {
    await Promise.all(versions.map((version) => receivers[version].close()));
  };
});

describe('the version header', () => {
  test('accepts the name and the date of both releases', async () => {
    for (const version of versions) {
      for (const value of [version, dates[version]]) {
        expect((await call('GET', '/v1/me', value)).body.version).toEqual({ name: version, date: dates[version] });
      }
    }
  });

  test('is refused with both releases, newest first, and a missing one with the newest', async () => {
    expect((await call('GET', '/v1/me', 'Calcite')).body.supported_versions).toEqual(['Beryl', '2026-12-01', 'Amethyste', '2026-07-06']);
    expect((await service.request('GET', '/v1/me', { version: null })).body).toMatchObject({
      current_version: 'Beryl',
      current_version_date: '2026-12-01',
      example: 'Service-Version: Beryl',
    });
  });
});

test('callers of both releases get the same requests, each in the form of their release', async () => {
  await agency.ingest([requested('r1'), requested('r2')]);
  for (const version of versions) {
    const form = shown[version];
    expect((await call('GET', '/v1/ai-requests', version)).text).toBe(`{"data":[${form('r1')},${form('r2')}]}`);
    expect((await call('GET', '/v1/ai-requests', dates[version])).text).toBe(`{"data":[${form('r1')},${form('r2')}]}`);
    expect((await call('GET', '/v1/ai-requests?limit=1', version)).text).toBe(`{"data":[${form('r1')}]}`);
  }
});

test('the client has the types and the data of its release', async () => {
  await agency.ingest([requested('r1')]);
  const connection = { baseUrl: service.baseUrl, apiKey: agency.key };
  const former = (await createClient({ ...connection, version: 'Amethyste' }).aiRequests.list()).data[0]!;
  const byDate = (await createClient({ ...connection, version: '2026-07-06' }).aiRequests.list()).data[0]!;
  const newest = (await createClient({ ...connection, version: 'Beryl' }).aiRequests.list()).data[0]!;
  const usual = (await createClient(connection).aiRequests.list()).data[0]!;
  expect([former.requested_by_user_id, byDate.requested_by_user_id]).toEqual(['ada', 'ada']);
  expect([newest.requester.user_id, usual.requester.user_id]).toEqual(['ada', 'ada']);
  expectTypeOf<typeof former>().not.toHaveProperty('requester');
  expectTypeOf<typeof newest>().not.toHaveProperty('requested_by_user_id');
  expectTypeOf<SchemasOf<'2026-07-06'>['AiRequest']>().toEqualTypeOf<SchemasOf<'Amethyste'>['AiRequest']>();
});

describe('endpoints of both releases', () => {
  test('receive the same event, each in the form of its release, signed', async () => {
    expect([endpoints.Amethyste.api_version, endpoints.Beryl.api_version]).toEqual(['2026-07-06', '2026-12-01']);
    await agency.ingest([requested('r1')]);
    const { Amethyste: old, Beryl: young } = await both(async (version) => (await receivers[version].waitFor(1))[0]!);
    const id = old.event.id;
    expect(young.event.id).toBe(id);
    for (const [version, { body, headers }] of [['Amethyste', old] as const, ['Beryl', young] as const]) {
      const envelope = `{"id":"${id}","type":"${type}","created_at":"2026-07-18T21:00:00.000Z","api_version":"${dates[version]}"`;
      expect(body).toBe(`${envelope},"data":${shown[version]('r1')}}`);
      const timestamp = String(headers['service-signature-timestamp']);
      const signature = createHmac('sha256', endpoints[version].secret).update(`${timestamp}.${body}`).digest('hex');
      expect(headers['service-signature']).toBe(`v1=${signature}`);
    }
    const first = await verifyWebhook<'Amethyste'>(old.body, old.headers, endpoints.Amethyste.secret);
    const second: WebhookEvent<'Beryl'> = await verifyWebhook(young.body, young.headers, endpoints.Beryl.secret);
    expect(first.type === type && first.data.requested_by_user_id).toBe('ada');
    expect(second.type === type && second.data.requester.user_id).toBe('ada');
  });

  test('receive a replay as they received the event', async () => {
    for (const version of versions) receivers[version].answer = 500;
    await agency.ingest([requested('r1')]);
    const sent = await both(async (version) => (await receivers[version].waitFor(4))[0]!);
    for (const version of versions) {
      const { id } = endpoints[version];
      const failures = async () => (await call('GET', `/v1/webhooks/${id}/failures`, version)).body.data as { id: string }[];
      await expect.poll(failures).toHaveLength(1);
      receivers[version].answer = 200;
      const [failure] = await failures();
      // Whose version asks for the replay does not matter.
      for (const caller of versions) {
        expect((await call('POST', `/v1/webhooks/${id}/failures/${failure!.id}/replay`, caller)).status).toBe(202);
      }
      for (const { body } of (await receivers[version].waitFor(6)).slice(4)) expect(body).toBe(sent[version].body);
    }
  });

  test('stay pinned when their settings change in another release', async () => {
    const { id } = endpoints.Amethyste;
    const changed = await call('PATCH', `/v1/webhooks/${id}`, 'Beryl', { label: 'Ledger' });
    expect([changed.status, changed.body.api_version]).toEqual([200, '2026-07-06']);
    expect((await call('PATCH', `/v1/webhooks/${id}`, 'Beryl', { api_version: '2026-12-01' })).status).toBe(400);
  });

  test('receive a test event in the form of their release', async () => {
    for (const version of versions) {
      const path = `/v1/webhooks/${endpoints[version].id}/test-events`;
      expect((await call('POST', path, version, { event_type: type })).status).toBe(202);
      const [received] = await receivers[version].waitFor(1);
      expect(Object.keys(received!.event.data)).toEqual(Object.keys(JSON.parse(shown[version]('r1')) as object));
    }
  });
});

describe('stored events', () => {
  beforeEach(async () => {
    await agency.ingest([requested('r1')]);
    await both(async (version) => receivers[version].waitFor(1));
  });

  test('are recorded in the form of the first release', async () => {
    const [row] = await service.database.query<{ data: string }>({
      text: 'SELECT data::text AS data FROM webhook_events WHERE agency_id = $1',
      values: [agency.id],
    });
    expect(row!.data).toBe(shown.Amethyste('r1'));
  });

  test('are shown in the form of the release of the caller', async () => {
    for (const version of versions) {
      const { text, body } = await call('GET', '/v1/webhook-events', version);
      expect(text).toContain(`"data":${shown[version]('r1')}`);
      const event = await call('GET', `/v1/webhook-events/${body.data[0].id}`, version);
      expect(JSON.stringify(event.body.data)).toBe(shown[version]('r1'));
    }
  });

  test('are rebuilt in the form in which they were sent, or in the requested one', async () => {
    for (const version of versions) {
      const { id } = endpoints[version];
      const deliveries = async () =>
        (await call('GET', `/v1/webhooks/${id}/deliveries`, version)).body.data as { id: string; status: string }[];
      await expect.poll(async () => (await deliveries())[0]?.status).toBe('delivered');
      const path = `/v1/webhooks/${id}/deliveries/${(await deliveries())[0]!.id}/request`;
      const [received] = receivers[version].received;
      for (const caller of versions) {
        expect((await call('GET', path, caller)).body).toMatchObject({ api_version: dates[version], body: received!.body });
      }
      for (const other of versions) {
        const rebuilt = await call('GET', `${path}?version=${other}`, version);
        expect(dataOf(rebuilt.body.body)).toBe(shown[other]('r1'));
      }
      const headers = Object.fromEntries(Object.entries(received!.headers).map(([name, value]) => [name, String(value)]));
      const check = await call('POST', `/v1/webhooks/${id}/signature-checks`, version, { headers, body: received!.body });
      expect([check.status, check.body.verified, check.body.body.result]).toEqual([200, true, 'fits']);
    }
  });
});

test('an endpoint that a process does not know the release of is left to a process of the later release', async () => {
  await service.database.query({
    text: "UPDATE webhook_endpoints SET api_version = '2027-12-01' WHERE id = $1",
    values: [endpoints.Beryl.id],
  });
  await agency.ingest([requested('r1')]);
  await receivers.Amethyste.waitFor(1);
  expect(receivers.Beryl.received).toEqual([]);
  const queued = await service.database.query({ text: 'SELECT FROM delivery_queue WHERE endpoint_id = $1', values: [endpoints.Beryl.id] });
  expect(queued).toHaveLength(1);
});

test('the command line shows both forms', async () => {
  await agency.ingest([requested('r1')]);
  const commandLine = await CommandLine.create();
  try {
    const list = async (...options: string[]) => {
      const access = ['--base-url', service.baseUrl, '--api-key', agency.key, ...options];
      const { stdout, json } = await commandLine.run('ai-requests', 'list', ...access, '--json');
      expect(stdout).not.toBe('');
      return [json.data[0], (await commandLine.run('ai-requests', 'list', ...access)).stdout] as const;
    };
    const [newest, table] = await list();
    expect(newest).toEqual(JSON.parse(shown.Beryl('r1')));
    expect(table).toMatch(/ada/);
    const [former, formerTable] = await list('--service-version', 'Amethyste');
    expect(former).toEqual(JSON.parse(shown.Amethyste('r1')));
    expect(formerTable).toMatch(/ada/);
  } finally {
    await commandLine.close();
  }
});

test('the documentation has both contracts, and shows what changed', async () => {
  const open = async (path: string) => (await service.request('GET', path, { key: null, version: null })).text;
  const operation = await open('/docs/reference/list-ai-requests');
  expect(operation).toContain('requester');
  expect(operation).toContain('Response 200 in Amethyste');
  expect(operation).toContain('requested_by_user_id');
  const event = await open(`/docs/events/${type}`);
  expect(event).toContain('requester');
  expect(event).toContain('In Amethyste');
  expect(event).toContain('requested_by_user_id');
  const page = await open('/docs/versions');
  expect(page).toMatch(/Beryl[^]+AiRequest[^]+Amethyste/);
  const former = JSON.parse(await open('/docs/openapi.Amethyste.json'));
  expect(former.info.version).toBe('2026.7.6');
  expect(Object.keys(former.components.schemas.AiRequest.properties)).toContain('requested_by_user_id');
});

describe.skipIf(!chromium)(`the console${leftOut}`, () => {
  test('adds an endpoint in the chosen version, and shows its version', async () => {
    const browser = await openBrowser();
    const open = (path = '') => `${service.operatorUrl}/console${path}`;
    try {
      await visit(browser, { refused: [401] }, async ({ page }) => {
        await logIn(page, service);
        for (const version of versions) {
          await page.goto(open(`/agencies/${agency.id}`));
          await page.getByRole('link', { name: 'Add endpoint' }).first().click();
          const select = page.getByLabel('Version of its events');
          expect(await select.locator('option').allInnerTexts()).toEqual(['2026-12-01 Beryl', '2026-07-06 Amethyste']);
          expect(await select.inputValue()).toBe(dates.Beryl);
          await select.selectOption(dates[version]);
          await page.getByLabel('URL').fill(receivers[version].url);
          await page.getByLabel('Label').fill(`Made in ${version}`);
          await page.getByLabel(type).check();
          await page.getByRole('button', { name: 'Add endpoint' }).click();
          await page.getByRole('button', { name: 'I have saved it' }).click();
          await page.getByRole('heading', { name: `Made in ${version}` }).waitFor();
          await page.getByText(dates[version], { exact: true }).first().waitFor();
        }
      });
    } finally {
      await browser.close();
    }
    const { body } = await call('GET', '/v1/webhooks', 'Beryl');
    const made = (body.data as { label: string; api_version: string }[]).filter(({ label }) => label.startsWith('Made in'));
    expect(Object.fromEntries(made.map(({ label, api_version }) => [label, api_version]))).toEqual({
      'Made in Amethyste': dates.Amethyste,
      'Made in Beryl': dates.Beryl,
    });
  });
});
