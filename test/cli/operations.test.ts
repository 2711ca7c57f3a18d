import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import operatorContract from '../../generated/openapi.operator.json' with { type: 'json' };
import { allCalls, commandOf, writtenByHand } from '../../cli/src/names-of-commands.ts';
import { createProgram } from '../../cli/src/program.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

type Program = ReturnType<typeof createProgram>;

let own: SvcWithAgency;
beforeAll(async () => {
  own = await svcWithAgency();
}, 60_000);
afterAll(() => own?.close());

const program = createProgram({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: {},
  version: '1.0.0',
});
const found = (path: string): Program | undefined =>
  path.split(' ').reduce<Program | undefined>((group, name) => group?.commands.find((each) => each.name() === name), program);

const verbs = ['get', 'put', 'post', 'delete', 'patch'];
const idsOf = ({ paths }: { paths: object }) =>
  Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((item) =>
    verbs.flatMap((verb) => item[verb]?.operationId ?? []),
  );

describe('an operation of the contract', () => {
  it.each([...idsOf(contract), ...idsOf(operatorContract)])('%s has a command', (id) => {
    const call = allCalls().find(({ operationId }) => operationId === id);
    expect(found(commandOf(call!)), commandOf(call!)).toBeDefined();
  });

  it('whose command is written by hand is in the contract', () => {
    const known = new Set([...idsOf(contract), ...idsOf(operatorContract)]);
    expect(Object.keys(writtenByHand).filter((id) => !known.has(id))).toEqual([]);
  });

  it('has an option for each field of its body, with the contract’s description and values', async () => {
    const { stdout } = await own.svc.run('operator', 'webhooks', 'import', '--help');
    const help = stdout.replace(/\s+/g, ' ');
    expect(help).toMatch(/--url <value> Destination, HTTPS on a public host\. Required\./);
    expect(help).toMatch(/--event-types <list> Types of events to deliver\. Required\. \(choices: "order\.created"/);
    expect(help).toMatch(/-d, --data <json> body: JSON, @FILE, or @- for standard input/);
  });
});

describe('a command made from the contract', () => {
  const account = 'account-1';
  const fan = 'fan-1';
  const endpoint = '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05';
  const agencyId = '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289';

  it('assigns a fan, unassigns it, and sets and releases the AI lock', async () => {
    const { svc } = own;
    expect((await svc.run('fans', 'assign', account, fan, '--user-id', 'user-1')).code).toBe(0);
    expect((await svc.run('fans', 'get', account, fan)).json).toMatchObject({ assigned_user_id: 'user-1' });
    expect((await svc.run('fans', 'set-ai-lock', account, fan)).code).toBe(0);
    expect((await svc.run('fans', 'get', account, fan)).json).toMatchObject({ ai_active: true });
    expect((await svc.run('fans', 'release-ai-lock', account, fan)).code).toBe(0);
    expect((await svc.run('fans', 'unassign', account, fan)).code).toBe(0);
    expect((await svc.run('fans', 'get', account, fan)).json).toMatchObject({ assigned_user_id: null, ai_active: false });
  });

  it('replaces a note with the token that was read, and reports one that has changed', async () => {
    const { svc } = own;
    const etag = (await svc.run('insights', 'get', account, fan)).json.etag as string;
    expect((await svc.run('insights', 'update', account, fan, '--etag', etag, '--note', 'Prefers mornings.')).json).toMatchObject({
      note: 'Prefers mornings.',
    });
    const late = await svc.run('insights', 'update', account, fan, '--etag', etag, '--note', 'Lost');
    expect(late).toMatchObject({ code: 1, stdout: '' });
    expect(late.stderr).toMatch(/precondition_failed/);
  });

  it('creates a publication from options, a file or standard input; options replace fields', async () => {
    const { svc } = own;
    const made = (await svc.run('publications', 'create', '--creator-id', 'creator-1', '--text', 'Back', '--scheduled-at', '+24h')).json;
    expect(made).toMatchObject({ creator_id: 'creator-1', text: 'Back', status: 'scheduled' });
    expect(Math.abs(Date.parse(made.scheduled_at as string) - Date.now() - 86_400_000)).toBeLessThan(120_000);
    await writeFile(
      join(svc.folder, 'post.json'),
      JSON.stringify({ creator_id: 'creator-1', text: 'From a file', scheduled_at: '2126-01-01T00:00:00Z' }),
    );
    expect((await svc.run('publications', 'create', '-d', '@post.json', '--text', 'Replaced')).json).toMatchObject({ text: 'Replaced' });
    const body = JSON.stringify({ creator_id: 'creator-1', media: [{ id: 'm', type: 'photo' }], scheduled_at: '2126-01-01T00:00:00Z' });
    const piped = await svc.start(['publications', 'create', '-d', '@-'], { input: body }).done;
    expect(piped.stderr).toBe('');
    expect(piped.json).toMatchObject({ status: 'scheduled' });
    const raw = await svc.start(['api', 'POST', '/v1/publications', '-d', '@-'], { input: body }).done;
    expect(raw.json).toMatchObject({ status: 'scheduled' });

    const refused = await svc.run('publications', 'delete', made.id as string);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toMatch(/use --yes/);
    expect((await svc.run('publications', 'delete', made.id as string, '--yes')).code).toBe(0);
    const ids = ((await svc.run('publications', 'list')).json.data as { id: string }[]).map(({ id }) => id);
    expect(ids).not.toContain(made.id);
  });

  it('acknowledges AI requests', async () => {
    const { svc } = own;
    expect((await svc.run('ai-requests', 'acknowledge', '--request-ids', 'request-1')).code).toBe(0);
    expect(((await svc.run('ai-requests', 'list')).json.data as { id: string }[]).map(({ id }) => id)).not.toContain('request-1');
  });

  it('of the operator imports an endpoint, refreshes projections and prints metrics and pages', async () => {
    const { svc, agency } = own;
    const imported = await svc.run(
      ...['operator', 'webhooks', 'import', agency.id, '--url', 'https://hooks.example.com/a', '--event-types', 'order.created'],
      ...['--secret', `svc_whsec_${'A'.repeat(32)}`],
    );
    expect(imported.stderr).toBe('');
    expect(imported.json).toMatchObject({ url: 'https://hooks.example.com/a' });
    expect((await svc.run('projections', 'refresh')).code).toBe(0);
    expect((await svc.run('metrics', 'get')).stdout).toMatch(/^# HELP /m);
    for (const [words, title] of [
      [['error-page', 'unknown_order'], 'Order not found'],
      [['docs'], 'Agency Messaging and Webhook Service'],
      [['operator', 'docs'], 'Operator API'],
    ] as const) {
      const { code, stdout } = await svc.run(...words);
      expect([code, stdout.split('\n')[0]]).toEqual([0, `# ${title}`]);
      expect(stdout).not.toContain('<html');
    }
  });

  it.each([
    [
      ['webhooks', 'create', '--url', 'https://x.example', '--event-types', 'order.creatd'],
      /^svc: --event-types: "order\.creatd" must be one of .*\n$/,
    ],
    [
      ['webhooks', 'update', endpoint, '--event-types', 'order.created,order.creatd'],
      /^svc: --event-types: "order\.creatd" must be one of .*\n$/,
    ],
    [['failures', 'list', endpoint, '--event-types', 'order.creatd'], /^svc: --event-types: "order\.creatd" must be one of .*\n$/],
    [['keys', 'create', agencyId, '--label', 'x', '--scopes', 'read:nothing'], /^svc: --scopes: "read:nothing" must be one of .*\n$/],
    [['orders', 'list', '--order-types', 'tipp'], /^svc: --order-types: "tipp" must be one of .*\n$/],
    [['webhook-listeners', 'create', '--event-types', 'order.creatd'], /^svc: --event-types: "order\.creatd" must be one of .*\n$/],
    [['orders', 'list', '--limit', '201'], /^svc: --limit: must be at most 200\.\n$/],
    [
      ['webhooks', 'create', '--url', 'https://x.example/#a', '--event-types', 'order.created'],
      /^svc: --url: must not contain a fragment.*\n$/,
    ],
  ])('svc %j is refused by the service in the words of the option, as wrong usage', async (args, message) => {
    const { code, stdout, stderr } = await own.svc.run(...args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('a field of --data is refused in the words of the service', async () => {
    const body = JSON.stringify({ url: 'https://x.example', enabled_event_types: ['order.creatd'], secret: `svc_whsec_${'A'.repeat(32)}` });
    const { code, stderr } = await own.svc.run('operator', 'webhooks', 'import', own.agency.id, '-d', body);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/validation_failed[^]*enabled_event_types\.0: must be/),
    });
  });

  it.each([
    [['fans', 'assign', account, fan], /--user-id is required, here or in --data/],
    [['publications', 'create', '-d', '[]'], /--data: this is not a JSON object/],
    [['publications', 'create', '-d', '@none.json'], /none\.json: file not found/],
    [['publications', 'create', '--creator-id', 'c', '--media', 'x'], /'--media <json>' argument 'x' is invalid\. Accepted: JSON/],
    [
      ['publications', 'create', '--creator-id', 'c', '--scheduled-at', '24h'],
      /Accepted: a date-time with an offset .* or a time from now/,
    ],
  ])('svc %j says what is missing or accepted', async (args, message) => {
    const { code, stdout, stderr } = await own.svc.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
