import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { creator } from '../records/records.ts';
import { connectTo } from '../support/database-address.ts';
import { createDatabase } from '../process/database.ts';
import { operatorOf } from '../sdk/clients.ts';
import { endProcesses, startProcess, waitUntil, type ServiceProcess } from '../process/service-process.ts';

afterAll(endProcesses);

interface HoldingProxy {
  readonly url: string;
  /** Holds back from now on, for connections that store a response: their statement and commit, or what the database answers to them. */
  hold(what: 'commits' | 'answers' | undefined): void;
  readonly heldCount: () => number;
  close(): Promise<void>;
}

/** A proxy between a service and its database. */
async function startHoldingProxy(databaseUrl: string): Promise<HoldingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  let holds: 'commits' | 'answers' | undefined;
  const server = createServer((near) => {
    const far = connectTo(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
    near.on('data', (chunk) => {
      if (holds && chunk.includes('INSERT INTO idempotent_answers')) held.add(near);
      if (!held.has(near) || holds === 'answers') far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!held.has(near)) near.write(chunk);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hold: (what) => void (holds = what),
    heldCount: () => held.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface Call {
  readonly path: string;
  readonly body: object;
  readonly table: string;
  readonly key: string;
}

const OPERATOR_TOKEN = randomUUID();

/** Sends a call to a process, which may end before it answers. */
async function send(to: ServiceProcess, apiKey: string, { path, body, key }: Call) {
  const isPublic = path.startsWith('/v1/');
  const response = await fetch((isPublic ? to.baseUrl : to.operatorUrl) + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'service-idempotency-key': key,
      authorization: `Bearer ${isPublic ? apiKey : OPERATOR_TOKEN}`,
      'service-version': 'Amethyste',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, replayed: response.headers.get('idempotent-replayed'), body: (await response.json()) as any };
}

test(
  'after a process is killed, before or after the commit, another one executes the request or returns its response',
  { timeout: 180_000 },
  async () => {
    const database = await createDatabase();
    const start = (env: object) => startProcess({ ...database.env, OPERATOR_TOKEN, ROLE: 'api', ...env });
    const second = await start({});
    const operator = operatorOf({ operatorUrl: second.operatorUrl, operatorToken: OPERATOR_TOKEN });
    const { id } = await operator.agencies.create({ name: 'Northlight' });
    const { api_key: apiKey } = await operator.keys.create({
      agency_id: id,
      label: 'test',
      scopes: ['write:publications', 'write:webhooks'],
    });
    await operator.records.ingest({ agency_id: id, records: [creator('c1')] });
    const count = async (table: string) => (await database.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`))[0]!.count;
    const proxy = await startHoldingProxy(database.env.DATABASE_URL);

    // Before the commit: other processes answer 409 until the transaction has ended, and then execute the request.
    let first = await start({ DATABASE_URL: proxy.url });
    proxy.hold('commits');
    const early = { path: '/v1/publications', body: { creator_id: 'c1', text: 'early' }, table: 'publications', key: randomUUID() };
    let lost: Promise<unknown>[] = [send(first, apiKey, early).catch(() => 'lost')];
    await waitUntil(() => proxy.heldCount() === 1, 'the held commit');
    const running = await send(second, apiKey, early);
    expect([running.status, running.body.type]).toEqual([409, expect.stringMatching(/idempotency_key_in_use$/)]);
    await first.exitAfter('SIGKILL');
    expect(await Promise.all(lost)).toEqual(['lost']);
    let attempt = running;
    await waitUntil(async () => (attempt = await send(second, apiKey, early)).status !== 409, 'the end of the transaction');
    expect([attempt.status, attempt.replayed, await count('publications')]).toEqual([201, null, 1]);

    // After the commit: the effect and the response are there.
    await database.query('DELETE FROM publications');
    proxy.hold(undefined);
    first = await start({ DATABASE_URL: proxy.url });
    await database.query('DELETE FROM idempotent_answers');
    proxy.hold('answers');
    const url = 'https://hooks.example.com/in';
    const late: Call[] = [
      { path: '/v1/webhooks', body: { url, enabled_event_types: ['order.created'] }, table: 'webhook_endpoints', key: randomUUID() },
      { path: '/v1/publications', body: { creator_id: 'c1', text: 'late' }, table: 'publications', key: randomUUID() },
      { path: `/operator/v1/agencies/${id}/portal-links`, body: { label: 'a link' }, table: 'portal_links', key: randomUUID() },
    ];
    lost = late.map((call) => send(first, apiKey, call).catch(() => 'lost'));
    await waitUntil(async () => (await count('idempotent_answers')) === late.length, 'the commits');
    await first.exitAfter('SIGKILL');
    expect(await Promise.all(lost)).toEqual(late.map(() => 'lost'));
    for (const call of late) {
      const again = await send(second, apiKey, call);
      expect([again.status, again.replayed]).toEqual([201, 'true']);
      expect((await send(second, apiKey, call)).body).toEqual(again.body);
      expect(await database.query(`SELECT id::text FROM ${call.table}`)).toEqual([{ id: again.body.id }]);
    }
    expect((await send(second, apiKey, late[0]!)).body.secret).toMatch(/^svc_whsec_/);
    await second.exitAfter('SIGTERM');
    await proxy.close();
    await database.drop();
  },
);
