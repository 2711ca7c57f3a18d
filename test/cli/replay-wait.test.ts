import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let receiver: Receiver;
let endpointId: string;

beforeAll(async () => {
  [own, receiver] = await Promise.all([svcWithAgency({ retryDelaysMs: [10, 10, 10] }), startReceiver()]);
}, 120_000);
afterAll(async () => {
  await own?.close();
  await receiver?.close();
});

beforeEach(async () => {
  receiver.answer = 200;
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  const { id } = (await own.service.request('POST', '/v1/webhooks', { key: own.agency.key, body })).body;
  endpointId = id as string;
  return () => own.service.request('DELETE', `/v1/webhooks/${endpointId}`, { key: own.agency.key });
});

const replay = (...args: string[]) => own.svc.run('failures', 'replay', endpointId, ...args);
/** Answers the attempts that wait, and those that come later. */
const release = (held: readonly (() => void)[]) => {
  receiver.answer = 204;
  for (const end of held) end();
};
const failures = (count: number) => Promise.all(Array.from({ length: count }, () => own.agency.addFailure(endpointId)));

it('a replay that waits ends when every event was delivered, and prints how many', async () => {
  await failures(60);
  const run = await replay('--all', '--yes', '--wait');
  expect(run).toMatchObject({ code: 0 });
  expect(run.json).toEqual({
    matching_count: 60,
    replayed_count: 60,
    waiting_count: 0,
    delivered_count: 60,
    failed_count: 0,
    pending_count: 0,
  });
});

it('a replay of which deliveries fail again exits with 1, and shows the last responses', async () => {
  await failures(3);
  let first: string | undefined;
  receiver.answer = (_request, response, { event }) => {
    first ??= event.id;
    response.writeHead(event.id === first ? 503 : 204).end(event.id === first ? 'out of stock' : undefined);
  };
  const run = await replay('--all', '--yes', '--wait');
  expect(run.code).toBe(1);
  expect(run.json).toMatchObject({ replayed_count: 3, delivered_count: 2, failed_count: 1, pending_count: 0 });
  expect(run.stderr).toMatch(/Delivery [\w-]{36} failed: 503 in \d+ ms: out of stock/);
  expect(run.stderr).toMatch(/not every event was delivered: 2 delivered, 1 failed/);
});

it('a wait ends at its timeout with the known outcomes, and its replays continue', async () => {
  await failures(2);
  const held: (() => void)[] = [];
  receiver.answer = (_request, response) => void held.push(() => response.writeHead(204).end());
  const run = await replay('--all', '--yes', '--wait', '--wait-timeout', '1');
  expect(run).toMatchObject({ code: 5, json: { delivered_count: 0, failed_count: 0, pending_count: 2 } });
  expect(run.stderr).toMatch(/the wait ended before 2 deliveries did/);
  release(held);
});

it('Ctrl-C ends the wait in order', async () => {
  const [id] = await failures(1);
  const held: (() => void)[] = [];
  receiver.answer = (_request, response) => void held.push(() => response.writeHead(204).end());
  const running = own.svc.start(['failures', 'replay', endpointId, id!, '--wait']);
  await running.said('Waiting for the delivery');
  running.interrupt();
  const run = await running.done;
  expect(run).toMatchObject({ code: 5, json: { status: 'pending', attempts: [] } });
  release(held);
});

it('an endpoint that is disabled during the replay ends the wait', async () => {
  await failures(40);
  const held: (() => void)[] = [];
  let isDisabled = false;
  receiver.answer = (_request, response) => {
    const end = (): void => void response.writeHead(500).end();
    if (isDisabled) end();
    else held.push(end);
    // More attempts than this are not in flight at the same time.
    if (held.length < 20 || isDisabled) return;
    isDisabled = true;
    void own.service
      .request('PATCH', `/v1/webhooks/${endpointId}`, { key: own.agency.key, body: { status: 'disabled' } })
      .then(() => held.forEach((each) => each()));
  };
  const run = await replay('--all', '--yes', '--wait', '--wait-timeout', '30');
  expect(run.code).toBe(1);
  expect(run.json).toMatchObject({ replayed_count: 40, delivered_count: 0, failed_count: 40, pending_count: 0 });
  const again = await replay('--all', '--yes', '--wait');
  expect(again).toMatchObject({ code: 1, json: { replayed_count: 0, waiting_count: 40 } });
});

it('a single replay and a single resend show each attempt and the outcome', async () => {
  const [id] = await failures(1);
  receiver.answer = 500;
  const failed = await replay(id!, '--wait');
  expect(failed).toMatchObject({ code: 1, json: { is_queued: true, status: 'failed' } });
  expect(failed.json.attempts).toHaveLength(4);
  expect(failed.stderr).toMatch(/^Attempt 1: 500 in \d+ ms: ok$/m);
  receiver.answer = 200;
  const resent = await own.svc.run('deliveries', 'resend', endpointId, failed.json.delivery_id, '--wait');
  expect(resent).toMatchObject({ code: 0, json: { event_id: failed.json.event_id, status: 'delivered' } });
  expect(resent.stderr).toMatch(/^Attempt 1: 200 in \d+ ms: ok$/m);
  const several = await own.svc.run('deliveries', 'resend', endpointId, '--since', '1h', '--wait');
  expect(several).toMatchObject({ code: 2, stderr: expect.stringMatching(/--wait needs a delivery id/) });
});
