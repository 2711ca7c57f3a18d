import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changingCommands } from '../../cli/src/changing-commands.ts';
import { createProgram } from '../../cli/src/program.ts';
import { reportOf } from '../../cli/src/report-error.ts';
import { problem, startScriptedServer, type ScriptedServer } from '../sdk/scripted-server.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

type Program = ReturnType<typeof createProgram>;

const endpointId = '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05';
const endpoint = {
  url: 'https://hooks.example.com',
  enabled_event_types: ['order.created'],
  secret: 'svc_whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0',
};
const capture = JSON.stringify({ headers: { 'service-signature': 'v1=00' }, body: '{}' });

/** Writes what a program writes to a text. */
class FakeStream {
  text = '';
  readonly isTTY = false;
  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

let server: ScriptedServer;
let folder: string;
beforeAll(async () => {
  [server, folder] = await Promise.all([startScriptedServer(), mkdtemp(join(tmpdir(), 'svc-dry-run-'))]);
  await writeFile(join(folder, 'endpoint.json'), JSON.stringify(endpoint));
  await writeFile(join(folder, 'records.ndjson'), '{"type":"creator","id":"1","name":"Mia"}\n');
  await writeFile(join(folder, 'capture.http'), capture);
});
afterAll(async () => {
  await server?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** Runs a command in this process, at the scripted server. */
async function run(words: readonly string[]): Promise<{ shown: any; note: string; error: unknown }> {
  const [stdout, stderr] = [new FakeStream(), new FakeStream()];
  const environment = {
    SVC_BASE_URL: server.url,
    SVC_API_KEY: secret,
    SVC_OPERATOR_URL: server.url,
    SVC_OPERATOR_TOKEN: secret,
    HOME: folder,
  };
  const program = createProgram({ stdin: process.stdin, stdout, stderr, environment, version: '1.0.0' } as never);
  const error = await program.parseAsync(words, { from: 'user' }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { shown: stdout.text === '' ? undefined : JSON.parse(stdout.text), note: stderr.text, error };
}

const secret = 'svc_live_abcdefghijklmnopqrstuvwxyz0123456789AB';

const commandAt = (program: Program, path: string): Program =>
  path.split(' ').reduce<Program>((group, name) => group.commands.find((each) => each.name() === name)!, program);

/** The words of the first example in the help of a command, with files of this test, and an id in place of a command. */
function exampleOf(path: string): string[] {
  const program = createProgram({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: {},
    version: '1.0.0',
  });
  let help = '';
  const command = commandAt(program, path);
  command.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp();
  const line = /\$ svc (.*)/.exec(help)![1]!;
  const words = line.replace(/"\$\(.*\)"/, 'request-1').match(/"[^"]*"|\S+/g)!;
  return words.map((word) => word.replaceAll('"', '').replace(/^(@?)(endpoint\.json|records\.ndjson|capture\.http)$/, `$1${folder}/$2`));
}

/** What examples do not name, because every call differs in it. */
const further: Readonly<Record<string, readonly string[]>> = {
  'webhook-listeners create': ['--event-types', 'order.created'],
  'webhook-listeners answer': ['--attempt-id', 'attempt-1', '--status-code', '200'],
};
const instead: Readonly<Record<string, readonly string[]>> = {
  api: ['api', 'GET', '/v1/orders', '-q', 'limit=1'],
  trigger: ['trigger', 'order.created', '--endpoint', endpointId],
  'failures replay': ['failures', 'replay', endpointId, '0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864'],
};
/** Their dry run is the service's, which counts. */
const counting = new Set(['webhooks recover', 'agencies erase', 'fans erase']);
/** It reads the key first: test/cli/operators.test.ts. */
const reading = new Set(['keys rotate']);

describe('--dry-run', () => {
  it.each([...counting])('of svc %s, which the service answers, changed nothing however it fails', async (path) => {
    const words = exampleOf(path);
    const refusal = problem('unavailable', 503, {}, { 'retry-after': '0' });
    for (const step of path === 'webhooks recover' ? ([refusal, 'reset'] as const) : [refusal]) {
      server.script(step);
      const { error } = await run([...words.filter((word) => word !== '--yes' && word !== '--dry-run'), '--dry-run']);
      expect(server.seen.length).toBeGreaterThan(0);
      const { lines } = reportOf(error);
      expect(lines.join(' ')).toMatch(/unavailable|POST/);
      expect(lines.join(' ')).not.toMatch(/outcome/i);
    }
  });

  it.each(changingCommands().filter((path) => !counting.has(path) && !reading.has(path)))(
    'of svc %s shows the request and sends none',
    async (path) => {
      server.script({ status: 404, body: { type: '/errors/unknown', title: 'Unknown', status: 404 } });
      const words = [...(instead[path] ?? exampleOf(path)), ...(further[path] ?? [])].filter((word) => word !== '--yes');
      const { shown, note, error } = await run([...words, '--dry-run']);
      expect(error, String(error)).toHaveProperty('name', 'RequestShown');
      expect(server.seen).toEqual([]);
      expect(shown).toMatchObject({ method: path === 'api' ? 'GET' : expect.stringMatching(/^(POST|PUT|PATCH|DELETE)$/) });
      expect(shown.url.startsWith(server.url)).toBe(true);
      expect(shown.headers.authorization).toBe('Bearer svc_live_abcd…');
      expect(note).toMatch(/not sent/);
    },
  );

  it.each([...counting])('of svc %s is that of the service', (path) => {
    const program = createProgram({
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      environment: {},
      version: '1.0.0',
    });
    expect(commandAt(program, path).options.find(({ long }) => long === '--dry-run')?.description).toMatch(/^count/);
  });

  it('of svc ingest leaves no file', async () => {
    const before = await readdir(folder);
    const { shown } = await run([...exampleOf('ingest'), '--skip-invalid', '--dry-run']);
    expect(shown.body).toEqual({ records: [{ type: 'creator', id: '1', name: 'Mia' }] });
    expect(await readdir(folder)).toEqual(before);
  });

  it('hides secrets in the body', async () => {
    const words = ['operator', 'webhooks', 'import', '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289', '-d', JSON.stringify(endpoint), '--dry-run'];
    expect((await run(words)).shown.body.secret).toBe('svc_whsec_MTIz…');
  });

  it('is refused where no request would be sent, or none that changes something', async () => {
    expect((await run(['trigger', 'order.created', '--to', 'http://127.0.0.1:9', '--dry-run'])).error).toHaveProperty('name', 'UsageError');
    expect((await run(['orders', 'list', '--dry-run'])).error).toHaveProperty('code', 'commander.unknownOption');
  });
});

describe('at a running service', () => {
  let own: SvcWithAgency;
  beforeAll(async () => {
    own = await svcWithAgency();
  }, 60_000);
  afterAll(() => own?.close());

  it('the command of curl, as it is shown at a terminal, sends the request', async () => {
    const { svc } = own;
    const text = "It's 5 o'clock $HOME `id`";
    const words = ['publications', 'create', '--creator-id', 'creator-1', '--text', text, '--dry-run'];
    const before = (await svc.run('publications', 'list')).json.data.length as number;
    const { code, stdout } = await svc.startAtTerminal(words, { columns: 200 }).done;
    expect(code).toBe(0);
    const command = stdout.split('\nThis request')[0]!;
    expect(command).not.toContain(own.agency.key);
    expect((await svc.run('publications', 'list')).json.data).toHaveLength(before);
    const sent = await promisify(execFile)('/bin/sh', ['-c', `${command} --silent --fail-with-body`], { env: svc.environment });
    expect(JSON.parse(sent.stdout)).toMatchObject({ creator_id: 'creator-1', text });
  });

  it('of a replay counts as the replay does, in one message, and queues nothing', async () => {
    const id = await own.agency.addEndpoint();
    for (let made = 0; made < 3; made++) await own.agency.addFailure(id);
    const unreplayed = async (): Promise<number> =>
      (await own.svc.run('failures', 'list', id)).json.data.filter(({ replayed_at }: { replayed_at: unknown }) => replayed_at === null)
        .length;
    const count = await unreplayed();
    expect(count).toBeGreaterThan(0);
    const setStatus = (status: string) => own.svc.run('webhooks', status, id);
    const words = ['failures', 'replay', id, '--all'];
    await setStatus('disable');
    const waiting = await own.svc.run(...words, '--dry-run');
    expect([waiting.code, waiting.json]).toEqual([0, { matching_count: count, replayed_count: 0, waiting_count: count }]);
    expect(waiting.stderr).toMatch(/^Nothing would be sent: the endpoint is disabled\..*\n$/);
    await setStatus('enable');
    const counted = await own.svc.run(...words, '--dry-run');
    expect([counted.code, counted.json]).toEqual([0, { matching_count: count, replayed_count: count, waiting_count: 0 }]);
    expect(counted.stderr).toMatch(/^3 failures would be replayed \(--dry-run\)\..*\n$/);
    expect(await unreplayed()).toBe(count);
    expect((await own.svc.run(...words, '--yes')).json).toEqual(counted.json);
    const again = await own.svc.run(...words, '--dry-run');
    expect([again.json, again.stderr]).toEqual([
      { matching_count: count, replayed_count: 0, waiting_count: 0 },
      'Another replay is already sending these failures.\n',
    ]);
    const none = await own.svc.run('failures', 'replay', id, '--event-types', 'ping', '--dry-run');
    expect([none.json.matching_count, none.stderr]).toEqual([0, 'No unreplayed failures match.\n']);
  });
});
