import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { interruptedAt } from './interrupted-at.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let receiver: Receiver;
let endpointId: string;
/** More than a page of the list. */
const count = 130;

beforeAll(async () => {
  [own, receiver] = await Promise.all([svcWithAgency({}), startReceiver()]);
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  endpointId = (await own.service.request('POST', '/v1/webhooks', { key: own.agency.key, body })).body.id as string;
  await Promise.all(Array.from({ length: count }, () => own.agency.addFailure(endpointId)));
}, 120_000);
afterAll(async () => {
  await own?.close();
  await receiver?.close();
});

const replay = (...args: string[]) => own.svc.run('failures', 'replay', endpointId, ...args);

it('a replay that is interrupted shows the command that sends the rest: each failure once, and none later', async () => {
  // The first of its requests counts, the second replays a page.
  const stopped = await interruptedAt(3, /\/replay$/, () => replay('--since', '1h', '--yes'));
  expect(stopped).toMatchObject({ code: 5, json: { matching_count: count } });
  const [, rest] = /stopped after \d+ of 130; \d+ are left\. Replay them: svc failures replay \S+ (--since \S+ --until \S+)$/m.exec(
    stopped.stderr,
  )!;

  // A failure after the beginning of the replay is not part of it.
  const late = await own.agency.addFailure(endpointId);
  const [moved] = await own.service.database.query<{ id: string }>({
    text: `UPDATE delivery_failures SET id = uuidv7(interval '5 seconds') WHERE id = $1 RETURNING id`,
    values: [late],
  });
  expect(await replay(...rest!.split(' '), '--yes')).toMatchObject({ code: 0 });
  await expect.poll(() => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, { timeout: 30_000 }).toBe(count);
  expect(receiver.received).toHaveLength(count);
  const { data } = (await own.svc.run('failures', 'list', endpointId, '--all')).json as {
    data: { id: string; replayed_at: string | null }[];
  };
  expect(data.filter(({ replayed_at }) => replayed_at === null).map(({ id }) => id)).toEqual([moved!.id]);
});
