import { existsSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
const orders = 10_000;

beforeAll(async () => {
  own = await svcWithAgency({ delivers: false });
  await own.service.database.query({
    text: `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at)
           SELECT $1, 'n' || lpad(n::text, 6, '0'), 'tip', 'creator-1', 'account-1', 100, now() FROM generate_series(1, ${orders}) n`,
    values: [own.agency.id],
  });
}, 120_000);
afterAll(() => own?.close());

const pathOf = (name: string) => join(own.svc.folder, name);
const stateOf = (name: string) => pathOf(`${name}.export-state`);
const linesOf = async (name: string) => {
  const text = await readFile(pathOf(name), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: { id: string } });
};

const bytesIn = async (name: string) =>
  Number((JSON.parse(await readFile(stateOf(name), 'utf8').catch(() => '{"bytes":0}')) as { bytes: number }).bytes);

describe('svc agencies export', () => {
  it('writes every row once, over two kills, and counts the rows of each table', { timeout: 120_000 }, async () => {
    const args = ['agencies', 'export', own.agency.id, 'killed.ndjson'];
    let reached = 0;
    for (const share of [0.2, 0.5]) {
      const running = own.svc.start(args);
      while ((await bytesIn('killed.ndjson')) < share * orders * 250 && running.process.exitCode === null) await sleep(1);
      running.process.kill('SIGKILL');
      expect((await running.done).code).toBeNull();
      expect(await bytesIn('killed.ndjson')).toBeGreaterThan(reached);
      reached = await bytesIn('killed.ndjson');
    }
    await writeFile(pathOf('killed.ndjson'), '{"table":"orders","row":{"id":"half of a', { flag: 'a' });
    const ended = await own.svc.run(...args);
    expect(ended).toMatchObject({ code: 0, json: { kind: 'agency', file: 'killed.ndjson' } });
    expect(ended.stderr).toMatch(/Resuming after [\d,]+ rows/);
    const lines = await linesOf('killed.ndjson');
    const found = lines.filter(({ table, row }) => table === 'orders' && row.id.startsWith('n')).map(({ row }) => row.id);
    expect(found).toHaveLength(orders);
    expect(new Set(found).size).toBe(orders);
    expect(ended.json.rows).toBe(lines.length);
    for (const { table, count } of ended.json.counts as { table: string; count: number }[]) {
      expect({ table, count: lines.filter((line) => line.table === table).length }).toEqual({ table, count });
    }
    expect(existsSync(stateOf('killed.ndjson'))).toBe(false);
    const { data } = (await own.svc.run('audit', '--agency', own.agency.id, '--actions', 'agency.exported')).json;
    expect(data).toHaveLength(1);
  });

  it('replaces no file that exists, and no export of other data', async () => {
    await writeFile(pathOf('taken.ndjson'), 'mine\n');
    const taken = await own.svc.run('agencies', 'export', own.agency.id, 'taken.ndjson');
    expect(taken).toMatchObject({ code: 2, stdout: '' });
    expect(taken.stderr).toContain('taken.ndjson exists. Use another file, or --restart to replace it.');
    expect(await readFile(pathOf('taken.ndjson'), 'utf8')).toBe('mine\n');

    const running = own.svc.start(['agencies', 'export', own.agency.id, 'begun.ndjson']);
    while ((await bytesIn('begun.ndjson')) === 0) await sleep(1);
    running.process.kill('SIGKILL');
    await running.done;
    const another = await own.svc.run('fans', 'export', own.agency.id, 'fan-1', 'begun.ndjson');
    expect(another.code).toBe(2);
    expect(another.stderr).toContain('belongs to an export of other data');
    await truncate(pathOf('begun.ndjson'), 10);
    const shorter = await own.svc.run('agencies', 'export', own.agency.id, 'begun.ndjson');
    expect(shorter.code).toBe(2);
    expect(shorter.stderr).toContain('is shorter than when the export stopped');
    const restarted = await own.svc.run('fans', 'export', own.agency.id, 'fan-1', 'begun.ndjson', '--restart');
    expect(restarted).toMatchObject({ code: 0, json: { kind: 'fan' } });
    expect((await linesOf('begun.ndjson')).every(({ row }) => !row.id?.startsWith('n'))).toBe(true);
  });

  it('stops in order on Ctrl-C and says how to continue', async () => {
    const running = own.svc.start(['agencies', 'export', own.agency.id, 'stopped.ndjson']);
    while ((await bytesIn('stopped.ndjson')) === 0) await sleep(1);
    running.process.kill('SIGINT');
    const stopped = await running.done;
    expect(stopped.code).toBe(5);
    expect(stopped.stderr).toMatch(/Interrupted after [\d,]+ rows?\. Run the same command again to resume\./);
    expect(await own.svc.run('agencies', 'export', own.agency.id, 'stopped.ndjson')).toMatchObject({ code: 0 });
  });

  it('fails for an unknown agency and writes nothing', async () => {
    const { code } = await own.svc.run('agencies', 'export', '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289', 'unknown.ndjson');
    expect(code).toBe(3);
    expect(existsSync(pathOf('unknown.ndjson'))).toBe(false);
  });
});

describe('svc fans export', () => {
  it('writes an empty file but for its own entry of the audit log if nothing is stored about the fan', async () => {
    const { code, json } = await own.svc.run('fans', 'export', own.agency.id, 'fan-nowhere', 'nowhere.ndjson');
    expect({ code, json }).toMatchObject({ code: 0, json: { kind: 'fan', counts: [{ table: 'audit_log', count: 1 }] } });
  });
});
