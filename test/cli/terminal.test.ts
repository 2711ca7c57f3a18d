import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widthOf } from '../../cli/src/text.ts';
import { clientOf } from '../sdk/clients.ts';
import { hasTerminals } from './run-svc.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
const orderId = '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05';
const hostile = 'Mara \u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';

beforeAll(async () => {
  own = await svcWithAgency();
  await own.agency.ingest([
    { type: 'creator', id: 'hostile', name: hostile, account: { external_id: 'hostile', username: hostile } },
    {
      type: 'order',
      id: orderId,
      order_type: 'private_media',
      creator_id: 'creator-1',
      fan_id: 'fan-1',
      user_id: 'user-1',
      message_id: null,
      amount_cents: 123_456_789,
      created_at: '2026-07-18T21:04:11Z',
    },
  ]);
}, 60_000);
afterAll(() => own?.close());

/** What a terminal of 80 columns shows, line by line. */
async function shown(args: readonly string[], environment: Record<string, string> = {}): Promise<{ raw: string; lines: string[] }> {
  const { stdout } = await own.svc.startAtTerminal(args, { environment: { TZ: 'Asia/Kolkata', ...environment } }).done;
  return { raw: stdout, lines: stripVTControlCharacters(stdout).trimEnd().split('\n') };
}

const green = '\u001b[32mactive\u001b[39m';

describe('at a terminal of 80 columns', () => {
  it.each([
    ['orders list', ['orders', 'list'], /^ID +AMOUNT \(EUR\) /, new RegExp(`^${orderId} +1234567\\.89  private_media`, 'm')],
    ['webhooks list', ['webhooks', 'list'], /^ID +HEALTH\.STATE +URL/, /^[\w-]{36}  silent +https:\/\/hooks\.example\.com/m],
  ])('svc %s fits, and keeps what matters', async (_name, args, head, row) => {
    const { lines } = await shown(args);
    const table = lines.slice(0, lines.findIndex((line) => line.startsWith('Columns that do not fit')) >>> 0);
    for (const line of table) expect(widthOf(line), line).toBeLessThanOrEqual(80);
    expect(lines[0]).toMatch(head);
    expect(lines.join('\n')).toMatch(row);
  });

  it('a narrow terminal shows short ids, which commands accept, and breaks no word of a note', async () => {
    const { stdout } = await own.svc.startAtTerminal(['webhooks', 'list'], { columns: 40, environment: { NO_COLOR: '1' } }).done;
    const lines = stdout.trimEnd().split('\n');
    const id = own.agency.ids.endpoint_id!;
    expect(lines[1]).toMatch(new RegExp(`^…${id.slice(-8)} {2}silent`));
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(40);
    expect((await own.svc.run('webhooks', 'get', lines[1]!.split(' ')[0]!)).json.id).toBe(id);
    const keys = await own.svc.startAtTerminal(['keys', 'list', own.agency.id], { columns: 40 }).done;
    expect(stripVTControlCharacters(keys.stdout)).toMatch(/^LABEL +PREFIX/);
  });

  it('numbers stand to the right, and times are those of the machine', async () => {
    const { lines } = await shown(['orders', 'list', '--fields', 'amount_cents,created_at']);
    const cents = lines.slice(1).map((line) => line.indexOf('.') + 3);
    expect(new Set(cents).size).toBe(1);
    expect(lines.join('\n')).toContain('1234567.89  2026-07-19 02:34:11');
  });

  it('states are coloured, and neither with NO_COLOR nor in a pipe', async () => {
    const list = ['webhooks', 'list', '--fields', 'id,status'];
    expect((await shown(list)).raw).toContain(green);
    expect((await shown(list, { NO_COLOR: '1' })).raw).not.toContain('\u001b');
    expect((await shown(list, { TERM: 'dumb' })).raw).not.toContain('\u001b');
    expect((await own.svc.run(...list)).stdout).not.toContain('\u001b');
  });

  it.each([
    ['a table', ['creators', 'list']],
    ['a record', ['creators', 'get', 'hostile']],
    ['JSON', ['creators', 'list', '--json']],
    ['a request of one’s own', ['api', 'GET', '/v1/creators']],
    ['an error', ['creators', 'get', hostile]],
    ['an error as JSON', ['creators', 'get', hostile, '--json']],
  ])('a text from elsewhere does not steer it, in %s', async (_form, args) => {
    const { raw } = await shown(args, { NO_COLOR: '1' });
    expect(raw).toMatch(/Mara|unknown_creator/);
    expect(raw).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('every page of a list is shown under one head', async () => {
    const { lines } = await shown(['orders', 'list', '--all', '--limit', '1']);
    expect(lines.filter((line) => line.startsWith('ID '))).toHaveLength(1);
    expect(lines.filter((line) => /  (private_media|tip)\b/.test(line))).toHaveLength(3);
  });
});

it.skipIf(!hasTerminals)('a terminal of the system is noticed, with its width', async () => {
  const { stdout } = await own.svc.spawnAtTerminal(['webhooks', 'list', '--fields', 'status,id,url,label'], { columns: 48 }).done;
  const [head, row] = stdout.split('\r\n') as [string, string];
  expect(stripVTControlCharacters(head)).toMatch(/^STATUS +ID$/);
  expect(row).toContain(green);
});

it('JSON in a pipe holds a text as it was', async () => {
  const { data } = await clientOf(own.service, own.agency.key).creators.list();
  expect((await own.svc.run('creators', 'list')).json.data).toEqual(data);
  expect(data.map(({ name }) => name)).toContain(hostile);
});
