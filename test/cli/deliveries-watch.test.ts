import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Changes } from '../../cli/src/watch/changes.ts';
import type { EndpointState, FailingResponse } from '../../cli/src/watch/snapshot.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { hasTerminals, type RunningCommand } from './run-svc.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let receiver: Receiver;
let id: string;

beforeAll(async () => {
  [own, receiver] = await Promise.all([svcWithAgency({ retryDelaysMs: [60_000] }), startReceiver()]);
}, 120_000);
beforeEach(async () => {
  const body = { url: receiver.url, label: 'Ledger', enabled_event_types: ['order.created'] };
  id = (await own.service.request('POST', '/v1/webhooks', { key: own.agency.key, body })).body.id as string;
});
afterAll(async () => {
  await own?.close();
  await receiver?.close();
});

const ping = () => own.service.request('POST', `/v1/webhooks/${id}/ping`, { key: own.agency.key });
const patch = (body: object) => own.service.request('PATCH', `/v1/webhooks/${id}`, { key: own.agency.key, body });
const end = async (command: RunningCommand) => {
  command.interrupt();
  return command.done;
};

it('prints a line per change for a program, and a lost connection, until Ctrl-C ends it with 0', async () => {
  const proxy = await startTcpProxy(own.service.baseUrl);
  receiver.answer = (_request, response) => response.writeHead(503).end('out of stock');
  const command = own.svc.start(['deliveries', 'watch', '--endpoint', id, '--interval', '1', '--base-url', proxy.url.replace(/\/$/, '')]);
  await command.printed('"change":"endpoint"');
  await ping();
  await command.printed('out of stock');
  proxy.set('down');
  await command.printed('"change":"connection_lost"');
  proxy.set('up');
  await command.printed('"change":"connection_restored"');
  await patch({ status: 'disabled' });
  await command.printed('"state":"paused"');
  const { code, stdout } = await end(command);
  await proxy.close();
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines[0]).toMatchObject({
    change: 'endpoint',
    endpoint_id: id,
    name: 'Ledger',
    state: 'silent',
    pending_count: 0,
    breaker_failures: 10,
  });
  expect(lines.filter(({ change }) => change === 'failing_response')[0]).toMatchObject({
    endpoint_id: id,
    attempt: 1,
    status_code: 503,
    response_excerpt: 'out of stock',
    status: 'pending',
    next_attempt_at: expect.any(String),
  });
  expect(lines.filter(({ change }) => change === 'connection_lost')).toHaveLength(1);
});

it('ends with the exit code of a wrong key or an unknown endpoint before it prints anything', async () => {
  expect(await own.svc.run('deliveries', 'watch', '--api-key', 'wrong')).toMatchObject({ code: 4, stdout: '' });
  const unknown = '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05';
  expect(await own.svc.run('deliveries', 'watch', '--endpoint', unknown)).toMatchObject({ code: 3, stdout: '' });
});

it.skipIf(!hasTerminals)('draws the endpoints on a terminal, again and again, and leaves the last picture', async () => {
  receiver.answer = (_request, response) => response.writeHead(500).end('\u001b[2J broken');
  await ping();
  const command = own.svc.spawnAtTerminal(['deliveries', 'watch', '--endpoint', id, '--interval', '1'], {
    columns: 120,
    environment: { NO_COLOR: '1' },
  });
  await command.printed('Last failing responses');
  await command.printed('500 in');
  command.process.stdin!.write('\u0003');
  const { code, stdout } = await command.done;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\u001b\[\?1049h\u001b\[\?25l/);
  const [, last] = stdout.split('\u001b[?1049l');
  const shown = stripVTControlCharacters(last!).replaceAll('\r\n', '\n');
  expect(shown).toMatch(/^Deliveries at \d\d:\d\d:\d\d, every 1 s; Ctrl-C ends\.\n\nENDPOINT +STATE +DELIVERED\/MIN/);
  expect(shown).toMatch(/\nLedger +(fails|struggles) .* \d of 10\n/);
  expect(shown).toMatch(/Ledger {2}ping {2}attempt 1, next \d\d:\d\d:\d\d {2}500 in \d+ ms: [^\u001b]\[2J broken/);
  for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

it('compares each snapshot with the one before alone', () => {
  const endpoint = { endpoint_id: 'a', pending_count: 0 } as EndpointState;
  const response = { delivery_id: 'd', attempt: 1 } as FailingResponse;
  const changes = new Changes();
  expect(changes.between({ endpoints: [endpoint], failing: [response] })).toHaveLength(2);
  expect(changes.between({ endpoints: [endpoint], failing: [response] })).toEqual([]);
  const next = { endpoints: [{ ...endpoint, pending_count: 1 }], failing: [{ ...response, attempt: 2 }] };
  expect(changes.between(next)).toEqual([
    { change: 'endpoint', endpoint_id: 'a', pending_count: 1 },
    { change: 'failing_response', delivery_id: 'd', attempt: 2 },
  ]);
  expect(changes.between({ endpoints: [], failing: [] })).toEqual([{ change: 'endpoint_removed', endpoint_id: 'a' }]);
});
