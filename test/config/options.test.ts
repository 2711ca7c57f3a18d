import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creator, order } from '../records/records.ts';
import { clientOf, operatorOf } from '../sdk/clients.ts';
import { createDatabase, type ProcessDatabase } from '../process/database.ts';
import { bringIn, createAgency, createEndpoint } from '../process/http.ts';
import { createDataDir, endProcesses, startProcess, waitUntil, type ServiceProcess } from '../process/service-process.ts';
import { freePort } from '../support/free-port.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { startReceiver } from '../support/receiver.ts';

let database: ProcessDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

const operatorToken = 'operator-token-of-the-test';

describe('every option of one process, each other than its default', () => {
  const DATA_DIR = createDataDir();
  let service: ServiceProcess;
  let api: string;
  let operator: string;

  beforeAll(async () => {
    const [port, operatorPort] = [await freePort(), await freePort()];
    // Where a machine has one address of the loopback alone, there is no other to listen on.
    const [host, operatorHost] = process.platform === 'linux' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1', '127.0.0.1'];
    [api, operator] = [`http://${host}:${port}`, `http://${operatorHost}:${operatorPort}`];
    service = await startProcess({
      ...database.env,
      DATA_DIR,
      HOST: host,
      PORT: String(port),
      OPERATOR_HOST: operatorHost,
      OPERATOR_PORT: String(operatorPort),
      OPERATOR_TOKEN: operatorToken,
      ROLE: 'api',
      DEMO: '1',
      PUBLIC_URL: 'https://api.example.com/base',
      DOCS_URL: 'https://docs.example.com/reference',
      ERRORS_BASE: 'https://errors.example.com/of',
      FORMER_BRAND: 'Oldname',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'pretty',
    });
  }, 120_000);

  const get = (url: string, headers: Readonly<Record<string, string>> = {}) => fetch(url, { headers });

  test('HOST, PORT, OPERATOR_HOST and OPERATOR_PORT: it listens only there', async () => {
    expect((await get(`${api}/v1/_health`)).status).toBe(200);
    expect((await get(`${operator}/metrics`, { authorization: `Bearer ${operatorToken}` })).status).toBe(200);
    if (process.platform !== 'linux') return;
    for (const url of [api, operator]) await expect(get(url.replace(/127\.0\.0\.\d/, '127.0.0.1'))).rejects.toThrow();
  });

  test('OPERATOR_TOKEN: it opens the operator API, and none is made', async () => {
    expect((await get(`${operator}/operator/v1/agencies`, { authorization: `Bearer ${operatorToken}` })).status).toBe(200);
    expect((await get(`${operator}/operator/v1/agencies`, { authorization: 'Bearer another' })).status).toBe(401);
    expect(readdirSync(DATA_DIR)).not.toContain('operator.json');
    expect(service.stdout).toContain('token from OPERATOR_TOKEN');
    expect(service.stdout).not.toContain(operatorToken);
  });

  test('PUBLIC_URL, DOCS_URL and ERRORS_BASE: answers, the contract and the notice name them', async () => {
    expect(await (await get(`${api}/v1/me`)).json()).toMatchObject({
      type: 'https://errors.example.com/of/missing_version',
      documentation_url: 'https://docs.example.com/reference',
    });
    expect(await (await get(`${api}/v1/openapi.json`)).json()).toMatchObject({ servers: [{ url: 'https://api.example.com/base' }] });
    expect(service.stdout).toContain('  API        https://api.example.com/base\n');
    expect(service.stdout).toContain('  Reference  https://docs.example.com/reference\n');
  });

  test('DEMO and FORMER_BRAND: the demo key works, by the former name of the header too', async () => {
    const [, key] = /^ {2}Demo key +(\S+)$/m.exec(service.stdout)!;
    const answer = await get(`${api}/v1/me`, { 'oldname-version': 'Amethyste', authorization: `Bearer ${key}` });
    expect(answer.status).toBe(200);
    expect((await get(`${api}/v1/me`, { 'legacy-version': 'Amethyste', authorization: `Bearer ${key}` })).status).toBe(400);
  });

  test('DEMO: what the demo agency publishes is posted; another agency’s waits for its poster', { timeout: 120_000 }, async () => {
    const [, key] = /^ {2}Demo key +(\S+)$/m.exec(service.stdout)!;
    const demo = clientOf({ baseUrl: api }, key!);
    const operators = operatorOf({ operatorUrl: operator, operatorToken });
    const other = await operators.agencies.create({ name: 'Northlight' });
    await operators.records.ingest({ agency_id: other.id, records: [creator('c1')] });
    const [row] = await database.query<{ id: string }>(
      `INSERT INTO publications (agency_id, creator_id, text, status) VALUES ($1, 'c1', 'Hello', 'scheduled') RETURNING id`,
      [other.id],
    );
    await waitUntil(async () => (await demo.creators.list()).data.length > 0, 'the first creators', 60_000);
    const [first] = (await demo.creators.list()).data;
    const { id, status } = await demo.publications.create({ creator_id: first!.id, text: 'Live tonight at nine.' });
    expect(status).toBe('scheduled');
    const seen = async () => (await demo.publications.list({ limit: 200 })).data.find((each) => each.id === id)!;
    await waitUntil(async () => (await seen()).status !== 'scheduled', 'the outcome', 60_000);
    const over = await seen();
    expect(over.status === 'published' ? over.published_at : over.failure_reason).toBeTruthy();
    expect((await operators.publications.claim()).data).toMatchObject([{ agency_id: other.id, publication: { id: row!.id } }]);
  });

  test('LOG_LEVEL and LOG_FORMAT: requests are logged on standard error, in lines for people, with nothing that steers a terminal', async () => {
    const connection = await RawConnection.open(api);
    await connection.send(head('GET /v1/_health', { 'x-request-id': '\x9b2Jmine\tid' }));
    await connection.answer();
    connection.close();
    await waitUntil(() => /INFO.*: request .*\\u009b2Jmine.*"path":"\/v1\/_health"/.test(service.stderr), 'the line of a request');
    // `pretty` colours nothing where there is no terminal.
    expect(service.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(service.stderr).not.toMatch(/^\{/m);
  });
});

test('LOG_LEVEL and WORKER_CONCURRENCY: at warn requests are not logged; so many attempts to an endpoint are in flight, however many are due', async () => {
  const receiver = await startReceiver();
  let inFlight = 0;
  let most = 0;
  receiver.answer = (_request, response) => {
    most = Math.max(most, (inFlight += 1));
    void sleep(50).then(() => {
      inFlight -= 1;
      response.writeHead(204).end();
    });
  };
  try {
    const service = await startProcess({ ...database.env, WORKER_CONCURRENCY: '2' });
    const agency = await createAgency(service);
    await createEndpoint(service, agency.key, receiver.url);
    const orders = Array.from({ length: 20 }, (_, number) => order(`o${number}`, 'c1'));
    expect((await bringIn(service, agency.id, orders)).status).toBe(200);
    await receiver.waitFor(orders.length, 20_000);
    expect(most).toBe(2);
    expect((await service.exitAfter('SIGTERM')).stderr).not.toContain('"msg":"request"');
  } finally {
    await receiver.close();
  }
});
