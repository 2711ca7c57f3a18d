import { describe, expect, it } from 'vitest';
import { Output } from '../../cli/src/output.ts';
import { cell, listTable } from '../../cli/src/table.ts';

class FakeStream {
  text = '';
  constructor(
    readonly isTTY: boolean,
    readonly columns: number,
  ) {}
  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

function outputs(isTerminal: boolean, options: { json?: boolean; columns?: string[] } = {}, width = 80) {
  const stdout = new FakeStream(isTerminal, width);
  const stderr = new FakeStream(isTerminal, width);
  const output = new Output({ stdout: stdout as unknown as NodeJS.WriteStream, stderr: stderr as unknown as NodeJS.WriteStream }, options);
  return { output, stdout, stderr };
}

const rows = [
  { id: 'o1', amount_cents: 1500, refunded_at: null, tags: [{ id: 't', name: 'VIP' }] },
  { id: 'o2', amount_cents: 5, refunded_at: '2026-07-20T00:00:00Z', tags: [] },
];

describe('output', () => {
  it('is a table on a terminal', () => {
    const { output, stdout } = outputs(true);
    output.list({ data: rows }, rows);
    expect(stdout.text.split('\n')).toEqual([
      'ID  AMOUNT (EUR)  REFUNDED_AT           TAGS',
      'o1  15.00         –                     VIP',
      'o2  0.05          2026-07-20T00:00:00Z  –',
      '',
    ]);
  });

  it.each([
    ['in a pipe', outputs(false)],
    ['with --json', outputs(true, { json: true })],
  ])('is one JSON document %s', (_case, { output, stdout }) => {
    output.list({ data: rows, next_cursor: null }, rows);
    expect(JSON.parse(stdout.text)).toEqual({ data: rows, next_cursor: null });
  });

  it('leaves out whole columns that do not fit, and says so beside the data', () => {
    const { output, stdout, stderr } = outputs(true, {}, 20);
    output.list({ data: rows }, rows);
    expect(stdout.text.split('\n')[0]).toBe('ID  AMOUNT (EUR)');
    expect(stderr.text).toMatch(/refunded_at, tags\. Choose with --columns/);
  });

  it('shows chosen columns', () => {
    const { output, stdout } = outputs(true, { columns: ['amount_cents', 'id'] });
    output.list({ data: rows }, rows);
    expect(stdout.text.split('\n')[1]).toBe('15.00         o1');
  });

  it('shows a record field by field and nothing where there is nothing', () => {
    const { output, stdout, stderr } = outputs(true);
    output.record({ id: 'a', account: { external_id: '7' }, active: true });
    expect(stdout.text).toBe('id                   a\naccount.external_id  7\nactive               yes\n');
    output.list({ data: [] }, []);
    expect(stderr.text).toBe('Nothing found.\n');
  });

  it('shows the lists of a record as tables of their own', () => {
    const { output, stdout } = outputs(true);
    output.record({ total: 1, parts: [{ name: 'a', size: 2 }] });
    expect(stdout.text).toBe('total  1\n\nparts:\n  NAME  SIZE\n  a     2\n');
  });

  it('cuts long sentences in lists and never ids', () => {
    const id = 'x'.repeat(70);
    const { text } = listTable([{ id, note: 'word '.repeat(20) }], ['id', 'note'], 200);
    expect(text).toContain(id);
    expect(text).toMatch(/word…$/);
  });

  it('lets no text from elsewhere steer the terminal, whatever it is written as', () => {
    const steering = '\u001b[2J\u009b31m\rmine\ttabbed\nnext';
    const { output, stdout, stderr } = outputs(true);
    output.line(steering);
    output.note(steering);
    expect([stdout.text, stderr.text]).toEqual(Array(2).fill('·[2J·31m·mine\ttabbed\nnext\n'));
    const piped = outputs(false);
    piped.output.line(steering);
    piped.output.note(steering);
    expect(piped.stdout.text).toBe(`${steering}\n`);
    expect(piped.stderr.text).not.toMatch(/[\u001b\u009b\r]/);
  });

  it('lets no cell steer the terminal', () => {
    expect(cell('text', { text: '\u001b[2Jhi\u0007\n there' })).toBe('·[2Jhi· ⏎ there');
    expect(listTable([{ a: '\u009b31m' }], ['a'], 80).text).not.toMatch(/\u009b/);
  });
});
