import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
beforeAll(async () => {
  own = await svcWithAgency();
  await own.agency.ingest([
    { type: 'tag', id: 'tag-formula', name: '=HYPERLINK("https://elsewhere.example","Pay")', color: null, position: 2 },
    { type: 'tag', id: 'tag-quotes', name: 'a "quoted", long\nname', color: '#aabbcc', position: 3 },
    { type: 'employee', id: 'user-2', name: 'Second', email: null, role: 'chatter', active: true },
  ]);
}, 60_000);
afterAll(() => own?.close());

/** The rows as a reader of another make sees them. */
function readByPython(csv: string): Record<string, string>[] {
  const program = 'import csv, json, sys; print(json.dumps(list(csv.DictReader(sys.stdin, strict=True))))';
  return JSON.parse(execFileSync('python3', ['-c', program], { input: csv, encoding: 'utf8' })) as Record<string, string>[];
}

const json = async (...args: string[]) => (await own.svc.run(...args)).json;

describe('--output csv', () => {
  it('is read by another parser as what JSON shows; a text that a spreadsheet would evaluate begins with an apostrophe', async () => {
    const { stdout, stderr } = await own.svc.run('tags', 'list', '-o', 'csv');
    expect(stderr).toBe('');
    const { data } = (await json('tags', 'list')) as { data: { id: string; name: string; color: string | null }[] };
    expect(data.length).toBeGreaterThanOrEqual(3);
    expect(readByPython(stdout)).toEqual(
      data.map(({ id, name, color }) => ({ id, name: name.startsWith('=') ? `'${name}` : name, color: color ?? '' })),
    );
  });

  it('has the members of objects as columns, and the requested fields in their order', async () => {
    const { stdout } = await own.svc.run('creators', 'list', '--output', 'csv', '--fields', 'account.external_id,id');
    expect(readByPython(stdout)[0]).toEqual({ 'account.external_id': 'account-1', id: 'creator-1' });
    expect(readByPython((await own.svc.run('orders', 'list', '-o', 'csv', '--all')).stdout)).toHaveLength(
      ((await json('orders', 'list', '--all')) as { data: unknown[] }).data.length,
    );
  });

  it('begins with a byte order mark with --bom alone, once', async () => {
    const plain = await own.svc.run('orders', 'list', '--limit', '1', '--all', '-o', 'csv');
    const marked = await own.svc.run('orders', 'list', '--limit', '1', '--all', '-o', 'csv', '--bom');
    expect(marked.stdout).toBe(`\u{FEFF}${plain.stdout}`);
    expect(plain.stdout).not.toContain('\u{FEFF}');
    expect((await own.svc.run('orders', 'get', 'order-1', '-o', 'csv', '--bom')).stdout.startsWith('\u{FEFF}id,')).toBe(true);
    for (const format of [[], ['-o', 'json'], ['-o', 'ndjson']])
      expect(await own.svc.run('tags', 'list', '--bom', ...format)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/--bom is for CSV/),
      });
  });

  it('of one record is one row', async () => {
    const rows = readByPython((await own.svc.run('orders', 'get', 'order-1', '-o', 'csv')).stdout);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ id: 'order-1', amount_cents: '1000', refunded_at: '' });
  });
});

describe('--output ndjson', () => {
  it.each([[['orders', 'list']], [['tags', 'list']], [['orders', 'list', '--all']]])('of svc %j is a line for each item', async (args) => {
    const { stdout } = await own.svc.run(...args, '-o', 'ndjson');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual((await json(...args)).data);
  });
});

describe('--jq', () => {
  it('filters the whole document, and each item of JSON lines', async () => {
    const ids = ((await json('orders', 'list', '--all')) as { data: { id: string }[] }).data.map(({ id }) => id);
    expect((await own.svc.run('orders', 'list', '--all', '--jq', '[.data[].id] | join(" ")')).stdout).toBe(`${ids.join(' ')}\n`);
    expect((await own.svc.run('orders', 'list', '--all', '--jq', '.data | length')).stdout).toBe(`${ids.length}\n`);
    expect((await own.svc.run('orders', 'list', '-o', 'ndjson', '--jq', 'select(.order_type == "tip") | .id')).stdout).toBe(
      `${ids.join('\n')}\n`,
    );
    expect((await own.svc.run('me', '--jq', '{agency: .agency.id}')).stdout).toBe(`{"agency":"${own.agency.id}"}\n`);
  });

  it.skipIf(spawnSync('jq', ['--version']).status !== 0)('agrees with jq itself', async () => {
    const filters = [
      '.data | map({id, tags: (.tags // [] | length)}) | sort_by(.id)',
      '[.data[] | .created_at[:4]] | unique',
      '.data | group_by(.order_type) | map({type: .[0].order_type, sum: (map(.amount_cents) | add)})',
      '.data[] | [.id, .amount_cents] | @csv',
    ];
    const { stdout: document } = await own.svc.run('orders', 'list', '--all');
    for (const filter of filters) {
      const expected = execFileSync('jq', ['-rc', filter], { input: document, encoding: 'utf8' });
      expect((await own.svc.run('orders', 'list', '--all', '--jq', filter)).stdout, filter).toBe(expected);
    }
  });
});

describe('names next to ids', () => {
  it('are in a table and, where they are requested, in every format', async () => {
    const { stdout } = await own.svc.run('orders', 'list', '-o', 'table', '--fields', 'id,creator_id,creator_name');
    expect(stdout).toMatch(/^order-1 +creator-1 +Northlight 1$/m);
    const asked = await json('orders', 'list', '--fields', 'id,user_name');
    expect(asked.data).toContainEqual({ id: 'order-1', user_name: 'Northlight employee' });
    expect(Object.keys((await json('orders', 'list')).data[0] as object)).not.toContain('creator_name');
  });

  it('are left out for a key that cannot read them', async () => {
    const key = await own.agency.createKey({ scopes: ['read:orders'] });
    const { code, stdout } = await own.svc.start(['orders', 'list', '-o', 'table'], { environment: { SVC_API_KEY: key, COLUMNS: '200' } })
      .done;
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/CREATOR_ID/);
    expect(stdout).not.toMatch(/_NAME/);
  });
});

describe('wrong usage of formats', () => {
  it.each([
    [['me', '-o', 'yaml'], /Allowed choices are table, json, ndjson, csv/],
    [['me', '--json', '-o', 'csv'], /--json and --output csv cannot be combined/],
    [['me', '-o', 'csv', '--jq', '.'], /--jq requires JSON/],
    [['me', '--jq', '.['], /--jq: /],
  ])('svc %j exits with 2', async (args, message) => {
    const { code, stdout, stderr } = await own.svc.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('is one JSON document where JSON lines were requested', async () => {
    const { stderr } = await own.svc.run('me', '-o', 'ndjson', '--nothing');
    expect(JSON.parse(stderr)).toMatchObject({ error: { kind: 'usage' } });
  });
});
