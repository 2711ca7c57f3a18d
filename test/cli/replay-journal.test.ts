import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let receiver: Receiver;
let endpointId: string;
const count = 350;

beforeAll(async () => {
  [own, receiver] = await Promise.all([svcWithAgency(), startReceiver()]);
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  endpointId = (await own.service.request('POST', '/v1/webhooks', { key: own.agency.key, body })).body.id as string;
  for (let at = 0; at < count; at += 1) await own.agency.addFailure(endpointId);
}, 120_000);
afterAll(async () => {
  await own?.close();
  await receiver?.close();
});

const folder = () => join(own.svc.folder, 'config', 'replays');

/** How many failures the journal says were replayed; undefined without a journal. */
async function journalled(): Promise<number | undefined> {
  const text = await readFile(join(folder(), `${endpointId}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as { replayed: number }).replayed;
}

it('a replay that is killed resumes with its span: each failure is sent once, and none is missing', { timeout: 120_000 }, async () => {
  const { svc } = own;
  const unknown = await svc.run('failures', 'replay', endpointId, '--resume');
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.stderr).toMatch(/no interrupted replay of this endpoint is known/);

  // At its beginning, before it knows an answer; and once it knows one.
  const first = svc.start(['failures', 'replay', endpointId, '--since', '1h', '--yes']);
  while ((await journalled()) === undefined) await sleep(1);
  first.process.kill('SIGKILL');
  expect((await first.done).code).toBeNull();
  const second = svc.start(['failures', 'replay', endpointId, '--resume', '--yes']);
  while ((await journalled()) === 0 && second.process.exitCode === null) await sleep(1);
  second.process.kill('SIGKILL');
  await second.done;

  // A failure after the beginning of the replay is not part of it.
  await sleep(1_100);
  const late = await own.agency.addFailure(endpointId);
  if ((await journalled()) !== undefined) {
    const resumed = await svc.run('failures', 'replay', endpointId, '--resume', '--yes');
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.stderr).toMatch(/Resuming the replay of \d+ failures before /);
  }
  await expect.poll(() => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, { timeout: 30_000 }).toBe(count);
  expect(receiver.received).toHaveLength(count);
  expect(await journalled()).toBeUndefined();
  const { data } = (await svc.run('failures', 'list', endpointId, '--all')).json as { data: { id: string; replayed_at: string | null }[] };
  expect(data.filter(({ replayed_at }) => replayed_at === null).map(({ id }) => id)).toEqual([late]);
});

it.each([[['--all']], [['--since', '1h']]])('--resume and %j exclude each other', async (args) => {
  const { code, stderr } = await own.svc.run('failures', 'replay', endpointId, '--resume', ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(/use it alone/);
});
