import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { problems } from '../../generated/problems.ts';
import { defaultRequestTimeoutMs, listen, type Listener } from '../../server/http/connection/listener.ts';
import { head, RawConnection, slugOf, type RawResponse } from '../support/raw-connection.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

const requestTimeoutMs = 200;
let service: TestService;
let agency: TestAgency;
let quick: Listener;
const connections: RawConnection[] = [];

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  quick = await listen(service.service.publicHandler, '127.0.0.1', 0, () => service.config.errorsBase, { requestTimeoutMs });
});
afterAll(async () => {
  await quick.close(0);
  await service.close();
});
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});

const acknowledgements = '/v1/ai-requests/acknowledgements';
const withKey = (extra: Record<string, string | number>) => ({
  'service-version': 'Amethyste',
  authorization: `Bearer ${agency.key}`,
  'content-type': 'application/json',
  ...extra,
});

async function openQuick(): Promise<RawConnection> {
  const connection = await RawConnection.open(`http://127.0.0.1:${quick.port}`);
  connections.push(connection);
  return connection;
}

function expectTimeout(answer: RawResponse): void {
  expect(answer).toMatchObject({ status: 408, body: { status: 408 } });
  expect([slugOf(answer), problems.request_timeout.status]).toEqual(['request_timeout', 408]);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
}

test('a request whose body does not arrive times out', async () => {
  const connection = await openQuick();
  await connection.send(`${head(`POST ${acknowledgements}`, withKey({ 'content-length': 100, 'x-request-id': 'slow-1' }))}{`);
  const answer = await connection.answer();
  expectTimeout(answer);
  expect(answer.headers.get('x-request-id')).toBe('slow-1');
  expect(answer.body.instance).toBe(acknowledgements);
  expect(await connection.closed()).toBe('');
});

test('a request whose body arrives byte by byte times out', async () => {
  const connection = await openQuick();
  await connection.send(head(`POST ${acknowledgements}`, withKey({ 'transfer-encoding': 'chunked' })));
  const drip = setInterval(() => void connection.send('1\r\n \r\n'), 20);
  expectTimeout(await connection.answer().finally(() => clearInterval(drip)));
});

test('a request whose headers do not arrive times out', async () => {
  const connection = await openQuick();
  await connection.send('GET /v1/me HTTP/1.1\r\nhost: a\r\n');
  expectTimeout(await connection.answer());
});

test('the default timeout is 30 seconds on both HTTP listeners', async () => {
  expect(defaultRequestTimeoutMs).toBe(30_000);
  const times = new Map<number, readonly number[]>();
  const note = (message: unknown) => {
    const { server } = message as { server: Server };
    times.set((server.address() as AddressInfo).port, [server.requestTimeout, server.headersTimeout]);
  };
  subscribe('http.server.request.start', note);
  await service.request('GET', '/v1/me', { key: agency.key });
  await service.operator('GET', '/operator/v1/agencies');
  unsubscribe('http.server.request.start', note);
  const expected = [defaultRequestTimeoutMs, defaultRequestTimeoutMs];
  expect(times.get(Number(new URL(service.baseUrl).port))).toEqual(expected);
  expect(times.get(Number(new URL(service.operatorUrl).port))).toEqual(expected);
});

test('a body that continues after its response ends the connection without a second response', async () => {
  const connection = await openQuick();
  await connection.send(head(`POST ${acknowledgements}`, { 'content-type': 'application/json', 'content-length': 100 }));
  expect(slugOf(await connection.answer())).toBe('missing_version');
  expect(await connection.closed()).toBe('');
});
