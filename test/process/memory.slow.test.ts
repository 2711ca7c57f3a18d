import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { newApiKey } from '../../server/access/keys/api-keys.ts';
import { head } from '../support/raw-connection.ts';
import { createDatabase } from './database.ts';
import { callApi, callOperator, createAgency } from './http.ts';
import { endProcesses, startProcess, type ServiceProcess } from './service-process.ts';

afterAll(endProcesses);

const megabyte = 1_048_576;

/** Rounds until what a process keeps for good (pools, compiled code, caches with a bound) is reachable. */
const roundsToWarmUp = 5;
const rounds = 9;
/** The lowest of several rounds counts: what the garbage collector leaves differs from round to round. */
const comparedRounds = 3;
/** A round sends 462 requests: 1 kB that each leaves behind would be 2.7 MB after the six rounds between the compared ones. */
const mostReachableGrowthMegabytes = 2;
/** The allocator keeps and returns pages in steps of several megabytes. */
const mostResidentGrowthMegabytes = 24;

/** Collects garbage on request, so that only reachable memory remains. */
const collectOnSignal = `
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => collect());`;

/** What one client writes on a connection of its own; it then waits for a response, or leaves at once. */
interface Attack {
  readonly bytes: string;
  readonly count: number;
  readonly waits: boolean;
}

const repeat = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, index) => make(index));

function attacksOn(key: string): Attack[] {
  const asKey = { 'service-version': 'Amethyste', authorization: `Bearer ${key}` };
  const json = { ...asKey, 'content-type': 'application/json' };
  const post = (headers: object, body: string) => head('POST /v1/publications', { ...json, ...headers }) + body;
  const get = (target: string, headers: object = {}) => head(`GET ${target}`, { ...asKey, ...headers });
  const brackets = '['.repeat(100_000);
  const chunk = 'a'.repeat(65_536);
  const flood = Object.fromEntries(repeat(1_200, (index) => [`x-${index}`, 'a']));
  const inTurn = [get('/v1/openapi.json'), get('/v1/orders?limit=none'), get('/v1/nothing')].join('');
  return [
    { bytes: post({ 'content-length': brackets.length }, brackets), count: 30, waits: true },
    { bytes: post({ 'transfer-encoding': 'chunked' }, `10000\r\n${chunk}\r\n`.repeat(8)), count: 30, waits: true },
    { bytes: get(`/v1/orders?${'a=&'.repeat(4_900)}`), count: 30, waits: true },
    { bytes: get('/v1/me', flood), count: 30, waits: true },
    { bytes: get(`/v1/orders/${'a'.repeat(15_000)}`), count: 30, waits: true },
    { bytes: get(`/v1/orders/${'a'.repeat(20_000)}`), count: 30, waits: true },
    { bytes: inTurn.repeat(700), count: 2, waits: false },
    { bytes: post({ 'content-length': 200_000 }, 'a'.repeat(20_000)), count: 200, waits: false },
  ];
}

/** Resolves when a response begins, the connection ends, or, for one that does not wait, its bytes were taken. */
function strike(url: string, { bytes, waits }: Attack): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('close', () => resolve()).on('error', () => undefined);
    if (waits) socket.once('data', () => socket.destroy());
    else socket.pause();
    socket.write(Buffer.from(bytes, 'latin1'), () => {
      if (!waits) setTimeout(() => socket.destroy(), 30);
    });
    socket.setTimeout(5_000, () => socket.destroy());
  });
}

async function strikeAll(url: string, attacks: readonly Attack[]): Promise<void> {
  for (const attack of attacks) {
    for (let left = attack.count; left > 0; left -= 50) await Promise.all(repeat(Math.min(left, 50), () => strike(url, attack)));
  }
}

/** Well-formed unknown keys, and forged cursors. */
async function guess(url: string, key: string, round: number): Promise<void> {
  const get = (path: string, token: string) =>
    fetch(url + path, { headers: { 'service-version': 'Amethyste', authorization: `Bearer ${token}` } }).then((answer) => answer.text());
  const cursor = (index: number) => Buffer.from(`${round} ${index} ${'x'.repeat(2_000)}`).toString('base64url');
  await Promise.all(repeat(40, (index) => get(`/v1/orders?cursor=${cursor(index)}`, key)));
  await Promise.all(repeat(40, () => get('/v1/me', newApiKey())));
}

interface Memory {
  readonly reachable: number;
  readonly resident: number;
}

/** Megabytes of a process after a collection: what its code can still reach, and what the system counts. */
async function memoryOf(service: ServiceProcess): Promise<Memory> {
  service.kill('SIGUSR2');
  await sleep(50);
  const { body } = await callOperator(service, 'GET', '/metrics');
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body as string)![1]) / megabyte;
  return {
    reachable: megabytes('nodejs_heap_size_used_bytes') + megabytes('nodejs_external_memory_bytes'),
    resident: megabytes('process_resident_memory_bytes'),
  };
}

/** How much the lowest of the last rounds exceeds the lowest of the first ones after the warm-up. */
function growth(samples: readonly Memory[], kind: keyof Memory): number {
  const values = samples.slice(roundsToWarmUp).map((sample) => sample[kind]);
  return Math.min(...values.slice(-comparedRounds)) - Math.min(...values.slice(0, comparedRounds));
}

const listed = (samples: readonly Memory[], kind: keyof Memory) =>
  `${kind}: ${samples.map((sample) => sample[kind].toFixed(1)).join(', ')} MB`;

test('memory stays flat under hostile requests', { timeout: 180_000 }, async () => {
  const database = await createDatabase();
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(collectOnSignal)}`;
  const service = await startProcess({ ...database.env, ROLE: 'api', NODE_OPTIONS });
  const { key } = await createAgency(service);
  const attacks = attacksOn(key);
  const samples: Memory[] = [];
  for (let round = 0; round < roundsToWarmUp + rounds; round++) {
    await strikeAll(service.baseUrl, attacks);
    await guess(service.baseUrl, key, round);
    samples.push(await memoryOf(service));
  }
  expect(growth(samples, 'reachable'), listed(samples, 'reachable')).toBeLessThan(mostReachableGrowthMegabytes);
  expect(growth(samples, 'resident'), listed(samples, 'resident')).toBeLessThan(mostResidentGrowthMegabytes);
  expect((await callApi(service, key, 'GET', '/v1/me')).status).toBe(200);
  expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  await database.drop();
});
