import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interruptedAt } from './interrupted-at.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
beforeAll(async () => {
  own = await svcWithAgency();
  await own.agency.addEndpoint();
}, 60_000);
afterAll(() => own?.close());

const order = (id: string, members: object = {}) => ({
  type: 'order',
  id,
  order_type: 'tip',
  creator_id: 'creator-1',
  fan_id: 'fan-1',
  user_id: 'user-1',
  message_id: null,
  amount_cents: 100,
  created_at: '2026-07-10T12:00:00.000Z',
  ...members,
});
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** How often the service has each order of a prefix, and each of their events. */
async function counts(prefix: string): Promise<{ orders: number; events: number; distinct: number }> {
  const [row] = await own.service.database.query<{ orders: string; events: string; distinct: string }>({
    text: `
      SELECT (SELECT count(*) FROM orders WHERE agency_id = $1 AND id LIKE $2 || '%') AS orders,
             (SELECT count(*) FROM webhook_events WHERE agency_id = $1 AND type = 'order.created' AND data ->> 'id' LIKE $2 || '%') AS events,
             (SELECT count(DISTINCT data ->> 'id') FROM webhook_events WHERE agency_id = $1 AND type = 'order.created' AND data ->> 'id' LIKE $2 || '%') AS distinct`,
    values: [own.agency.id, prefix],
  });
  return { orders: Number(row!.orders), events: Number(row!.events), distinct: Number(row!.distinct) };
}

describe('svc ingest that is interrupted', () => {
  it('several times resumes: the service has each record once, and each rejected line is in the file once', async () => {
    const { svc, agency } = own;
    const count = 120;
    const isInvalid = (at: number) => at % 25 === 7;
    const file = join(svc.folder, 'stopped.ndjson');
    await writeFile(
      file,
      lines(...Array.from({ length: count }, (_, at) => order(`stop-${at}`, isInvalid(at) ? { amount_cents: -1 } : {}))),
    );
    const command = ['ingest', file, '--agency', agency.id, '--batch-size', '10', '--skip-invalid', '--rejects', 'rejects.ndjson'];
    let reached = 0;
    for (const nth of [3, 9]) {
      const stopped = await interruptedAt(nth, /\/records$/, () => svc.run(...command));
      expect(stopped).toMatchObject({ code: 5, json: { done: false } });
      expect(stopped.json.lines).toBeGreaterThan(reached);
      reached = stopped.json.lines as number;
    }
    expect(reached).toBeLessThan(count);

    const status = await svc.run('ingest', file, '--agency', agency.id, '--status');
    expect(status.json).toMatchObject({ lines: reached, lines_left: count - reached });
    const finished = await svc.run(...command);
    expect(finished.stderr).toMatch(new RegExp(`Resuming after line ${reached}; ${count - reached} lines are left`));
    const invalid = Array.from({ length: count }, (_, at) => at).filter(isInvalid);
    expect(finished).toMatchObject({ code: 5, json: { rejected: invalid.length, lines: count, done: true } });
    const each = count - invalid.length;
    expect(await counts('stop-')).toEqual({ orders: each, events: each, distinct: each });
    const rejects = (await readFile(join(svc.folder, 'rejects.ndjson'), 'utf8')).trimEnd().split('\n');
    expect(rejects.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(invalid.map((at) => at + 1));
    await expect(stat(`${file}.ingest-state`)).rejects.toThrow('ENOENT');
  });
});

describe('svc ingest --skip-invalid', () => {
  it('ingests what is valid, and writes each other line with its reasons', async () => {
    const { svc, agency } = own;
    const file = join(svc.folder, 'mixed.ndjson');
    const wrong = order('mixed-2', { amount_cents: -1, creator_id: 'nobody' });
    await writeFile(file, `${lines(order('mixed-1'))}nonsense\n${lines(wrong, order('mixed-3'))}[]\n`);
    const { code, json, stderr } = await svc.run('ingest', file, '--agency', agency.id, '--skip-invalid');
    expect({ code, json }).toEqual({ code: 5, json: { created: 2, updated: 0, unchanged: 0, rejected: 3, lines: 5, done: true } });
    expect(stderr).toMatch(/3 lines were left out: see .*mixed\.ndjson\.rejects\. Everything else was ingested\./);
    const rejects = (await readFile(`${file}.rejects`, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rejects).toContainEqual({ line: 2, errors: [expect.stringMatching(/not JSON/) as string], text: 'nonsense' });
    expect(rejects).toContainEqual({ line: 3, errors: [expect.stringMatching(/amount_cents: /) as string], record: wrong });
    expect(rejects).toContainEqual({ line: 5, errors: [expect.stringMatching(/must be a JSON object/) as string], text: '[]' });
    expect(await counts('mixed-')).toEqual({ orders: 2, events: 2, distinct: 2 });
  });

  it('of a file in which every line is refused ingests none and ends', async () => {
    const { svc, agency } = own;
    const input = lines(order('none-1', { amount_cents: -1 }), order('none-2', { order_type: 'x' }));
    const run = await svc.start(['ingest', '-', '--agency', agency.id, '--skip-invalid', '--rejects', 'none.ndjson'], { input }).done;
    expect(run).toMatchObject({ code: 5, json: { created: 0, rejected: 2, lines: 2, done: true } });
  });

  it.each([
    [['ingest', '-', '--agency', 'a', '--skip-invalid'], /requires --rejects FILE for standard input/],
    [['ingest', '-', '--agency', 'a', '--rejects', 'x'], /--rejects requires --skip-invalid/],
    [['ingest', '-', '--agency', 'a', '--status'], /--status requires a file/],
    [['ingest', 'absent', '--agency', 'a', '--status'], /absent: file not found/],
  ])('svc %j is wrong usage', async (args, message) => {
    const { code, stderr } = await own.svc.run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
