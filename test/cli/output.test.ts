import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Output } from '../../cli/src/output.ts';
import { cell, type Row } from '../../cli/src/cells.ts';
import { hasColours, painter } from '../../cli/src/colours.ts';
import { layOut, layOutNarrow, listTable, plain, recordTable, type Paint } from '../../cli/src/table.ts';
import { widthOf, wrapped } from '../../cli/src/text.ts';

class FakeStream {
  readonly isTTY: boolean;
  readonly columns: number;
  text = '';

  constructor(isTTY: boolean, columns: number) {
    this.isTTY = isTTY;
    this.columns = columns;
  }

  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

function outputs(isTerminal: boolean, options: { json?: boolean; fields?: string[] } = {}, width = 80) {
  const stdout = new FakeStream(isTerminal, width);
  const stderr = new FakeStream(isTerminal, width);
  const output = new Output({ stdout: stdout as unknown as NodeJS.WriteStream, stderr: stderr as unknown as NodeJS.WriteStream }, options);
  return { output, stdout, stderr };
}

/** A table of rows, and the columns that do not fit. */
function tableOf(rows: readonly Row[], columns: readonly string[], width: number, paint: Paint = plain) {
  const layout = layOut(rows, columns, width);
  return { text: listTable(rows, layout, paint), hidden: layout.hidden };
}

const rows = [
  { id: 'o1', amount_cents: 1500, refunded_at: null, tags: [{ id: 't', name: 'VIP' }] },
  { id: 'o2', amount_cents: 5, refunded_at: '2026-07-20T00:00:00Z', tags: [] },
];

// The clock of the machine: two hours before UTC in summer, one in winter.
beforeAll(() => void vi.stubEnv('TZ', 'Europe/Paris'));
afterAll(() => void vi.unstubAllEnvs());

describe('output', () => {
  it('is a table on a terminal', () => {
    const { output, stdout } = outputs(true);
    output.list({ data: rows }, rows);
    expect(stdout.text.split('\n')).toEqual([
      'ID  AMOUNT (EUR)  REFUNDED_AT          TAGS',
      'o1         15.00  –                    VIP',
      'o2          0.05  2026-07-20 02:00:00  –',
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

  it('leaves out whole columns that do not fit, and says so outside of the data', () => {
    const { output, stdout, stderr } = outputs(true, {}, 20);
    output.list({ data: rows }, rows);
    expect(stdout.text.split('\n')[0]).toBe('ID  AMOUNT (EUR)');
    expect(stderr.text.replaceAll('\n', ' ')).toMatch(/refunded_at, tags\. Choose columns with --fields/);
  });

  it('shows chosen columns', () => {
    const { output, stdout } = outputs(true, { fields: ['amount_cents', 'id'] });
    output.list({ data: rows }, rows);
    expect(stdout.text.split('\n')[1]).toBe('       15.00  o1');
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
    expect(stdout.text).toBe('total  1\n\nparts:\n  NAME  SIZE\n  a        2\n');
  });

  it('cuts long sentences in lists and never ids', () => {
    const id = 'x'.repeat(70);
    const { text } = tableOf([{ id, note: 'word '.repeat(20) }], ['id', 'note'], 200);
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
    expect(tableOf([{ a: '\u009b31m' }], ['a'], 80).text).not.toMatch(/\u009b/);
  });

  it('lets no name of a member steer the terminal, nor that of a list', () => {
    const { output, stdout } = outputs(true);
    output.record({ '\u001b[2Ja': 1, b: { '\u009b31m\nc': 2 }, '\u202ed': [{ '\u0007e': 3 }] });
    output.list({}, [{ '\u001b]0;f': 1 }]);
    expect(stdout.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(stdout.text).toContain('·[2Ja');
  });

  it('shows what is blank around line ends as one sign', () => {
    expect(cell('text', { text: 'a \r\n\n  b\nc' })).toBe('a ⏎ b ⏎ c');
    expect(cell('text', { text: '  a\n' })).toBe('  a ⏎ ');
    expect(cell('text', { text: '\n  a  ' })).toBe(' ⏎ a  ');
  });

  it('keeps line breaks in notes, and nothing else that steers', () => {
    const { output, stderr } = outputs(true);
    output.note('one\n\u001b]0;title\u0007two\u202ethree');
    expect(stderr.text).toBe('one\n·]0;title·two·three\n');
  });

  it('writes JSON that steers no terminal and is read as what it was', () => {
    const { output, stdout } = outputs(true, { json: true });
    const text = '\u009b31m \u202e \u001b[2J é';
    output.document({ text });
    expect(stdout.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(stdout.text)).toEqual({ text });
  });
});

describe('colours', () => {
  const terminal = { isTTY: true, hasColors: () => true } as unknown as NodeJS.WriteStream;
  const pipe = { isTTY: false } as unknown as NodeJS.WriteStream;
  it.each([
    ['at a terminal', terminal, {}, true],
    ['in a pipe', pipe, {}, false],
    ['with NO_COLOR', terminal, { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, false],
    ['with CLICOLOR=0', terminal, { CLICOLOR: '0' }, false],
    ['in a pipe with CLICOLOR_FORCE', pipe, { CLICOLOR_FORCE: '1' }, true],
    ['in a pipe with CLICOLOR_FORCE=0', pipe, { CLICOLOR_FORCE: '0' }, false],
  ])('%s', (_case, stream, environment, expected) => expect(hasColours(stream, environment)).toBe(expected));
});

describe('a table', () => {
  const id = '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05';
  const endpoint = {
    id,
    status: 'active',
    url: 'https://hooks.northlight-agency.example.com/service/webhooks/in',
    label: 'Ledger of the agency',
    disabled_reason: null,
  };

  it('fits 80 columns and keeps the address of an endpoint, cut short, rather than leave it out', () => {
    const { text, hidden } = tableOf([endpoint], Object.keys(endpoint), 80);
    const [head, row] = text.split('\n') as [string, string];
    expect(head).toMatch(/^ID +STATUS +URL$/);
    expect(row).toBe(`${id}  active  https://hooks.northlight-agency.e…`);
    expect(widthOf(row)).toBeLessThanOrEqual(80);
    expect(hidden).toEqual(['label', 'disabled_reason']);
  });

  it.each([40, 50])('in %i columns shows the end of an id next to its state, if commands accept it', (width) => {
    const layout = layOutNarrow([endpoint], Object.keys(endpoint), width, true);
    const [head, row] = listTable([endpoint], layout, plain).split('\n') as [string, string];
    expect(head).toMatch(/^ID +STATUS +URL/);
    expect(row).toMatch(/^…8b1e6d05 {2}active {2}https:/);
    expect(widthOf(row)).toBeLessThanOrEqual(width);
  });

  it('in 40 columns shows an id last, if commands need it whole', () => {
    const layout = layOutNarrow([endpoint], Object.keys(endpoint), 40, false);
    expect(layout.columns.slice(0, 2)).toEqual(['status', 'url']);
    expect(layout.hidden).toContain('id');
    expect(layOutNarrow([endpoint], Object.keys(endpoint), 80, true).hasShortIds).toBe(false);
  });

  it('breaks notes between words', () => {
    expect(wrapped('svc webhooks recover --help\nhttps://hooks.example.com/in is paused', 16)).toBe(
      'svc webhooks\nrecover --help\nhttps://hooks.example.com/in\nis paused',
    );
  });

  it('shows whole what has room', () => {
    const { text, hidden } = tableOf([endpoint], Object.keys(endpoint), 160);
    expect(text).toContain(`${endpoint.url}  ${endpoint.label}  –`);
    expect(hidden).toEqual([]);
  });

  it('counts the columns that a text takes, not its characters', () => {
    const rows = [
      { id: '1', name: '高橋美咲', size: 1 },
      { id: '2', name: '👩‍👩‍👧 é', size: 22 },
    ];
    const lines = tableOf(rows, ['id', 'name', 'size'], 80).text.split('\n');
    expect(new Set(lines.map(widthOf)).size).toBe(1);
    expect(
      tableOf(rows, ['id', 'name'], 8)
        .text.split('\n')
        .every((line) => widthOf(line) <= 8),
    ).toBe(true);
  });

  it('within a record is no wider than the record', () => {
    const text = recordTable({ id, endpoints: [endpoint, endpoint] }, 80);
    for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
  });

  it('shows objects and lists without the punctuation of JSON', () => {
    const days = [
      { date: '2026-07-10', down_minutes: 3, parts: [] },
      { date: '2026-07-11', down_minutes: 0, parts: ['a', 'b'] },
    ];
    expect(cell('days', { days })).toBe('date 2026-07-10, down_minutes 3, parts –; date 2026-07-11, down_minutes 0, parts a, b');
    expect(cell('quota', { quota: { used: 2, price_cents: 150, is_open: true } })).toBe('used 2, price (eur) 1.50, is_open yes');
    expect(cell('creators', { creators: [{ id: '1', name: 'Mara' }, { id: '2' }, null, 3] })).toBe('Mara, 2, –, 3');
    expect(cell('theme', { theme: {} })).toBe('–');
    expect(tableOf([{ id: '1', days }], ['id', 'days'], 40).text.split('\n')[1]).toMatch(/^1 {3}date 2026-07-10, .{1,20}…$/);
  });

  it('leaves the offset of a period in a requested zone, and dates, as they are', () => {
    expect(cell('period_start', { period_start: '2026-07-10T00:00:00+05:30' })).toBe('2026-07-10T00:00:00+05:30');
    expect(cell('start', { start: '2026-07-10' })).toBe('2026-07-10');
    expect(cell('created_at', { created_at: '2026-12-10T23:30:00.123Z' })).toBe('2026-12-11 00:30:00');
  });

  it('colours states, and columns stay in line', () => {
    const { text } = tableOf(
      [
        { status: 'failed', id: 'a' },
        { status: 'delivered', id: 'b' },
      ],
      ['status', 'id'],
      80,
      painter(true),
    );
    const lines = text.split('\n');
    expect(lines[1]).toBe('\u001b[31mfailed   \u001b[39m  a');
    expect(lines[2]).toBe('\u001b[32mdelivered\u001b[39m  b');
    expect(tableOf([{ status: 'failed' }], ['status'], 80, painter(false)).text).not.toContain('\u001b');
  });
});
