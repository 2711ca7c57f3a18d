import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/src/program.ts';
import { CommandLine } from './run-svc.ts';

type Program = ReturnType<typeof createProgram>;

const programOf = (stdout: NodeJS.WriteStream): Program =>
  createProgram({ stdin: process.stdin, stdout, stderr: stdout, environment: {}, version: '1.0.0' });

let svc: CommandLine;
beforeAll(async () => {
  svc = await CommandLine.create();
});
afterAll(() => svc.close());

describe('wrong usage', () => {
  it.each([
    [['nothing'], /unknown command 'nothing'/],
    [['orders', 'lst'], /Did you mean list/],
    [['orders', 'list', '--order-type', 'tip'], /Did you mean --order-types/],
    [['orders', 'get'], /missing required argument 'order-id'/],
    [['orders', 'list', '--limit', '1e1'], /--limit <number>' argument '1e1' is invalid. Accepted: a whole number/],
    [
      ['orders', 'list', '--limit', '0', '--api-key', 'k'],
      /^error: option '--limit <number>' argument '0' is invalid. Accepted: a whole number of at least 1\./,
    ],
    [
      ['orders', 'list', '--since', 'yesterday', '--api-key', 'k'],
      /^error: option '--since <time>' argument 'yesterday' is invalid. Accepted: a date-time/,
    ],
    [
      ['analytics', 'revenue', '--start', 'yesterday', '--end', '2026-07-31', '--timezone', 'UTC'],
      /'--start <time>' argument 'yesterday' is invalid. Accepted: a day/,
    ],
    [['orders', 'list', '--creator-ids', 'a,,b'], /none of them empty/],
    [['orders', 'list', '--all', '--cursor', 'x', '--api-key', 'k'], /--all and --cursor cannot be combined/],
    [['orders', 'get', '..', '--api-key', 'k'], /order_id: an id is required/],
    [['orders', 'list'], /the API key for http:\/\/127\.0\.0\.1:8080.*--api-key.*SVC_API_KEY.*svc login/],
    [['orders', 'list', '--base-url', 'localhost'], /--base-url: "localhost" is not an http or https address/],
    [['agencies', 'list'], /the operator token is missing.*\.data\/operator\.json/],
    [['webhooks', 'create', '--url', 'https://x.example'], /--event-types is required, here or in --data/],
    [['webhooks', 'update', 'id', '--api-key', 'k'], /nothing to change/],
    [['webhooks', 'delete', 'id', '--api-key', 'k'], /Confirmation requires a terminal: use --yes/],
    [['keys', 'revoke', 'id', '--operator-token', 't'], /use --yes/],
    [['failures', 'replay', 'id', '--api-key', 'k'], /which failures\?/],
    [['failures', 'replay', 'id', 'failure', '--all', '--api-key', 'k'], /a failure id cannot be combined with --all/],
    [['failures', 'list', 'id', '--since', 'yesterday'], /2026-07-18T21:00:00Z.*30m, 24h, 7d/],
    [['ingest', 'missing.ndjson', '--agency', 'a', '--operator-token', 't'], /^svc: missing.ndjson: file not found\. Check the path\./],
    [['ingest', '.', '--agency', 'a', '--operator-token', 't'], /: it is a folder. Use a file/],
    [['verify', 'missing.http', '--secret', 's'], /missing.http: file not found/],
    [['verify', '--headers', 'missing.txt', '--body', '-', '--secret', 's'], /missing.txt: file not found/],
    [['ingest', '-', '--agency', 'a', '--batch-size', '1001'], /at most 1000/],
    [['listen', '--status', '99'], /from 200 to 599/],
    [['listen', '--port', '0', '--event-types', 'ping'], /--event-types is for deliveries over a stream/],
    [['verify', '--secret', 's'], /give a capture, or --headers and --body/],
    [['api', 'FETCH', '/v1/me', '--api-key', 'k'], /"FETCH" is not one of GET/],
    [['api', 'POST', '/v1/webhooks', '-d', '{', '--api-key', 'k'], /--data: this is not JSON/],
    [['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
    [['login'], /--base-url is required without a terminal/],
    [['orders', 'list', '--profile', 'none'], /the profile "none" does not exist\..*svc login/],
  ])('svc %j exits with 2 and says what is accepted', async (args, message) => {
    const { code, stdout, stderr } = await svc.run(...args);
    expect(stderr.replaceAll('\n', ' ')).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('of a group prints its help on the standard error output', async () => {
    const { code, stdout, stderr } = await svc.run('webhooks');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/rotate-secret/);
  });
});

it('a service that does not answer is an error with a remedy', async () => {
  const { code, stderr } = await svc.run('me', '--base-url', 'http://127.0.0.1:1', '--api-key', 'x');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^svc: GET .*\n {2}Check the address.*: svc doctor\n$/) });
});

describe('help', () => {
  it('names every command in groups, on 40 lines', async () => {
    const { code, stdout, stderr } = await svc.run('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const named = lines.flatMap((line) => /^ {2}also: (.*)/.exec(line)?.[1]!.split(', ') ?? /^ {2}([\w-]+)  /.exec(line)?.[1] ?? []);
    const registered = programOf(process.stdout).commands.map((command) => command.name());
    expect(named.toSorted()).toEqual(registered.filter((name) => name !== 'help' && !name.startsWith('__')).toSorted());
    expect(stdout).toMatch(/^Send and read$[^]*^Webhooks$[^]*^Incidents$[^]*^Operators$[^]*^Local development$[^]*^Settings$/m);
  });

  it('names every command of a group below its headings, without the options of every command', async () => {
    const { stdout } = await svc.run('webhooks', '--help');
    expect(stdout).toMatch(/^Endpoints:\n {2}list +list webhook endpoints$/m);
    expect(stdout).not.toMatch(/^Commands:|--base-url/m);
    const { stdout: agencies } = await svc.run('agencies', '--help');
    expect(agencies).not.toMatch(/^Commands:/m);
  });

  it.each([
    ['commands', /^Operators\n {2}agencies +create[^]*^ {2}metrics +get the metrics/m],
    ['options', /^ {2}--base-url <url> +address of the API/m],
    ['environment', /^ {2}SVC_API_KEY +API key/m],
    ['exit-codes', /^ {2}3 {2}not found$/m],
    ['output', /^ {2}--output csv +a file for a spreadsheet/m],
    ['time', /^ {2}30m, 24h, 7d +that long ago/m],
  ])('has the topic %s, also as a page of the manual', async (topic, text) => {
    const { code, stdout, stderr } = await svc.run('help', topic);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(text);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const { stdout: page } = await svc.run('man', 'help', topic);
    expect(page.replaceAll('\\-', '-').replaceAll('\\&', '')).toContain(stdout.trim().split('\n')[0]!);
  });

  it('of words is the help of their command', async () => {
    const { code, stdout } = await svc.run('help', 'orders', 'list');
    expect(code).toBe(0);
    expect(stdout).toBe((await svc.run('orders', 'list', '--help')).stdout);
    expect(await svc.run('help', 'nothing')).toMatchObject({ code: 2, stderr: 'svc: unknown command "svc nothing".\n' });
  });

  it('of every command has an example', () => {
    let help = '';
    const stdout = { write: (text: string) => void (help += text) } as unknown as NodeJS.WriteStream;
    const program = programOf(stdout);
    const leaves = (command: Program): Program[] =>
      command.commands.length === 0 ? [command] : command.commands.filter((child) => !child.name().startsWith('__')).flatMap(leaves);
    const found = leaves(program);
    expect(found.length).toBeGreaterThan(40);
    for (const command of found) {
      help = '';
      command.outputHelp();
      expect(help, command.name()).toMatch(/\nExamples?:\n {2}\$ (svc |source)/);
    }
  });

  it.each([40, 60, 80, 200])('of every command fits %i columns, except for examples and single words', (width) => {
    let help = '';
    const write = (text: string) => void (help += text);
    const all = (command: Program): Program[] => [command, ...command.commands.flatMap(all)];
    for (const command of all(programOf({ write } as unknown as NodeJS.WriteStream))) {
      help = '';
      command.configureOutput({ writeOut: write, getOutHelpWidth: () => width }).outputHelp();
      const wide = help.split('\n').filter((line) => line.length > width && line.trim().includes(' ') && !line.startsWith('  $ '));
      expect(wide, command.name()).toEqual([]);
    }
  });

  it.each([
    [['orders', 'list'], /--order-types[^]*"private_media"/],
    [['analytics', 'revenue-timeseries'], /--granularity[^]*"hour", "day", "week", "month"/],
    [['fans', 'list'], /--statuses[^]*"former_subscriber"/],
    [['deliveries', 'list'], /--statuses[^]*"pending", "delivered", "failed"/],
    [['failures', 'replay'], /--event-types[^]*"order\.created"/],
    [['webhooks', 'create'], /--event-types[^]*"order\.created"/],
    [['listen'], /--event-types[^]*"order\.created"/],
    [['keys', 'create'], /--scopes[^]*"read:creators"/],
  ])('of %j gives the values of its enumerations', async (command, values) => {
    const { stdout } = await svc.run(...command, '--help');
    expect(stdout.replace(/\s+/g, ' ')).toMatch(values);
  });

  it('prints the version', async () => {
    expect((await svc.run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { code, stdout } = await svc.run('completion', shell);
    expect(code).toBe(0);
    expect(stdout).toMatch(/svc __complete --described -- /);
  });

  it.each([
    [['web'], ['webhook-listeners', 'webhooks']],
    [['webhooks', 'en'], ['enable']],
    [['orders', 'list', '--order'], ['--order-types']],
    [
      ['--profile', 'x', 'failures', ''],
      ['list', 'replay'],
    ],
    [['completion', 'z'], ['zsh']],
    [['orders', 'list', '--limit', ''], []],
    [['orders', 'list', '--js'], ['--json']],
    [
      ['orders', 'list', '--order-types', 'p'],
      ['private_media', 'push'],
    ],
    [['orders', 'list', '--order-types', 'push,t'], ['push,tip']],
    [['analytics', 'revenue-timeseries', '--granularity', 'w'], ['week']],
    [['deliveries', 'list', '--statuses', 'f'], ['failed']],
    [
      ['failures', 'replay', '--event-types', 'order'],
      ['order.created', 'order.refunded'],
    ],
    [['keys', 'create', '--scopes', 'read:o'], ['read:orders']],
    [['failures', 'list', '--event'], ['--event-types']],
  ])('of %j offers %j', async (words, offered) => {
    const { stdout } = await svc.run('__complete', '--', ...words);
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual(offered);
  });
});

describe('profiles', () => {
  it('refuses a file that it does not understand, and leaves it alone', async () => {
    const folder = join(svc.folder, 'broken');
    await mkdir(folder);
    await writeFile(join(folder, 'profiles.json'), 'nonsense', { mode: 0o600 });
    const { code, stderr } = await svc.start(['me'], { environment: { SVC_CONFIG_DIR: folder } }).done;
    expect(code).toBe(2);
    expect(stderr).toMatch(/is not a valid profiles file/);
    expect((await stat(join(folder, 'profiles.json'))).size).toBe(8);
  });
});
