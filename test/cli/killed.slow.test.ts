import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let receiver: Receiver;

beforeAll(async () => {
  [own, receiver] = await Promise.all([svcWithAgency({}), startReceiver()]);
}, 120_000);
afterAll(async () => {
  await own?.close();
  await receiver?.close();
});

const pathOf = (name: string) => join(own.svc.folder, name);

/** A member of a state that a command saves, or undefined without the file. */
async function saved<Member>(path: string, read: (state: any) => Member): Promise<Member | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : read(JSON.parse(text));
}

/** Kills a command some time after it was seen to be where the kill is wanted. */
async function killed(args: readonly string[], isThere: () => Promise<boolean>, delayMs = 0): Promise<void> {
  const running = own.svc.spawn(args);
  while (!(await isThere()) && running.process.exitCode === null) await sleep(1);
  await sleep(delayMs);
  running.process.kill('SIGKILL');
  expect((await running.done).code).toBeNull();
}

it('an export that is killed resumes: it writes every row once', async () => {
  const orders = 5_000;
  await own.service.database.query({
    text: `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at)
           SELECT $1, 'n' || lpad(n::text, 6, '0'), 'tip', 'creator-1', 'account-1', 100, now() FROM generate_series(1, ${orders}) n`,
    values: [own.agency.id],
  });
  const state = pathOf('killed.ndjson.export-state');
  const args = ['agencies', 'export', own.agency.id, 'killed.ndjson'];
  const bytes = async () => (await saved(state, (each) => each.bytes as number)) ?? 0;
  let reached = 0;
  for (const _ of [1, 2]) {
    await killed(args, async () => (await bytes()) > reached);
    expect(await bytes()).toBeGreaterThan(reached);
    reached = await bytes();
  }
  const ended = await own.svc.run(...args);
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/Resuming after [\d,]+ rows/) as string });
  const lines = (await readFile(pathOf('killed.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: { id: string } });
  const found = lines.filter(({ table, row }) => table === 'orders' && row.id.startsWith('n')).map(({ row }) => row.id);
  expect([found.length, new Set(found).size, ended.json.rows]).toEqual([orders, orders, lines.length]);
  expect(existsSync(state)).toBe(false);
});

it('an ingestion that is killed resumes: the service has each record once, and each rejected line is in the file once', async () => {
  const { svc, agency, service } = own;
  await agency.addEndpoint();
  const count = 600;
  const isInvalid = (at: number) => at % 50 === 7;
  const records = Array.from({ length: count }, (_, at) => order(`kill-${at}`, 'creator-1', isInvalid(at) ? { amount_cents: -1 } : {}));
  const file = pathOf('killed-records.ndjson');
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const command = ['ingest', file, '--agency', agency.id, '--batch-size', '20', '--skip-invalid', '--rejects', 'rejects.ndjson'];
  const progress = async () => (await saved(`${file}.ingest-state`, (state) => state.position.lines as number)) ?? 0;
  const reached: number[] = [];
  // The delays after a saved batch reach different moments of the next one: its request, its response, its rejects.
  for (const delayMs of [0, 3, 10, 25]) {
    const before = await progress();
    await killed(command, async () => (await progress()) > before, delayMs);
    reached.push(await progress());
  }
  expect(reached).toEqual([...new Set(reached)].sort((a, b) => a - b));
  expect(reached.at(-1)).toBeLessThan(count);
  const finished = await svc.run(...command);
  const invalid = Array.from({ length: count }, (_, at) => at).filter(isInvalid);
  expect(finished).toMatchObject({ code: 5, json: { rejected: invalid.length, lines: count, done: true } });
  const [stored] = await service.database.query({
    text: `
      SELECT (SELECT count(*)::int FROM orders WHERE agency_id = $1 AND id LIKE 'kill-%') AS orders, count(*)::int AS events,
             count(DISTINCT data ->> 'id')::int AS distinct
        FROM webhook_events WHERE agency_id = $1 AND type = 'order.created' AND data ->> 'id' LIKE 'kill-%'`,
    values: [agency.id],
  });
  const each = count - invalid.length;
  expect(stored).toEqual({ orders: each, events: each, distinct: each });
  const rejects = (await readFile(pathOf('rejects.ndjson'), 'utf8')).trimEnd().split('\n');
  expect(rejects.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(invalid.map((at) => at + 1));
  await expect(stat(`${file}.ingest-state`)).rejects.toThrow('ENOENT');
});

it('a replay that is killed is completed by the same command: each failure is sent once, and none is missing', async () => {
  const { svc, agency, service } = own;
  const count = 350;
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  const { id } = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body;
  await Promise.all(Array.from({ length: count }, () => agency.addFailure(id as string)));
  const command = ['failures', 'replay', id as string, '--since', '1h', '--until', new Date(Date.now() + 1_000).toISOString(), '--yes'];
  const replayed = async () => {
    const { data } = (await service.request('GET', `/v1/webhooks/${id}/failures`, { key: agency.key })).body;
    return (data as { replayed_at: string | null }[]).some(({ replayed_at }) => replayed_at !== null);
  };
  const first = svc.spawn(command);
  while (!(await replayed()) && first.process.exitCode === null) await sleep(1);
  first.process.kill('SIGKILL');
  await first.done;
  expect((await svc.run(...command)).code).toBe(0);
  await expect.poll(() => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, { timeout: 30_000 }).toBe(count);
  expect(receiver.received).toHaveLength(count);
});
