import { existsSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interruptedAt } from './interrupted-at.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
const orders = 1_200;

beforeAll(async () => {
  own = await svcWithAgency();
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
const exportTo = (name: string) => own.svc.run('agencies', 'export', own.agency.id, name);
const interrupted = (name: string) => interruptedAt(2, /\/rows/, () => exportTo(name));

describe('svc agencies export', () => {
  it('writes every row once, over two interruptions, and counts the rows of each table', async () => {
    const exportsNoted = async () =>
      (await own.svc.run('audit', '--agency', own.agency.id, '--actions', 'agency.exported')).json.data.length as number;
    const before = await exportsNoted();
    for (const _ of [1, 2]) {
      const stopped = await interrupted('stopped.ndjson');
      expect(stopped.code).toBe(5);
      expect(stopped.stderr).toMatch(/Interrupted after [\d,]+ rows?\. Run the same command again to resume\./);
      // As a process leaves it that is killed while it writes.
      await writeFile(pathOf('stopped.ndjson'), '{"table":"orders","row":{"id":"half of a', { flag: 'a' });
    }
    const ended = await exportTo('stopped.ndjson');
    expect(ended).toMatchObject({ code: 0, json: { kind: 'agency', file: 'stopped.ndjson' } });
    expect(ended.stderr).toMatch(/Resuming after [\d,]+ rows/);
    const lines = await linesOf('stopped.ndjson');
    const found = lines.filter(({ table, row }) => table === 'orders' && row.id.startsWith('n')).map(({ row }) => row.id);
    expect(found).toHaveLength(orders);
    expect(new Set(found).size).toBe(orders);
    expect(ended.json.rows).toBe(lines.length);
    for (const { table, count } of ended.json.counts as { table: string; count: number }[]) {
      expect({ table, count: lines.filter((line) => line.table === table).length }).toEqual({ table, count });
    }
    expect(existsSync(stateOf('stopped.ndjson'))).toBe(false);
    expect(await exportsNoted()).toBe(before + 1);
  });

  it('replaces no file that exists, and no export of other data', async () => {
    await writeFile(pathOf('taken.ndjson'), 'mine\n');
    const taken = await exportTo('taken.ndjson');
    expect(taken).toMatchObject({ code: 2, stdout: '' });
    expect(taken.stderr).toContain('taken.ndjson exists. Use another file, or --restart to replace it.');
    expect(await readFile(pathOf('taken.ndjson'), 'utf8')).toBe('mine\n');

    expect((await interrupted('begun.ndjson')).code).toBe(5);
    const another = await own.svc.run('fans', 'export', own.agency.id, 'fan-1', 'begun.ndjson');
    expect(another.code).toBe(2);
    expect(another.stderr).toContain('belongs to an export of other data');
    await truncate(pathOf('begun.ndjson'), 10);
    const shorter = await exportTo('begun.ndjson');
    expect(shorter.code).toBe(2);
    expect(shorter.stderr).toContain('is shorter than when the export stopped');
    const restarted = await own.svc.run('fans', 'export', own.agency.id, 'fan-1', 'begun.ndjson', '--restart');
    expect(restarted).toMatchObject({ code: 0, json: { kind: 'fan' } });
    expect((await linesOf('begun.ndjson')).every(({ row }) => !row.id?.startsWith('n'))).toBe(true);
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
