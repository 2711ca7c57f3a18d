import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { binary, hasTerminals } from './run-svc.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let endpointId: string;
beforeAll(async () => {
  own = await svcWithAgency();
  endpointId = await own.agency.addEndpoint();
  const bin = join(own.svc.folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'svc'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`);
  await chmod(join(bin, 'svc'), 0o755);
  own.svc.environment = { ...own.svc.environment, PATH: `${bin}:${own.svc.environment['PATH']}` };
}, 60_000);
afterAll(() => own?.close());

const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const offered = async (...words: string[]) =>
  (await own.svc.run('__complete', '--described', '--', ...words)).stdout.split('\n').filter((line) => line !== '');

describe('candidates', () => {
  it('have descriptions', async () => {
    expect(await offered('webhooks', 'en')).toEqual(['enable\tenable an endpoint again']);
    expect(await offered('orders', 'list', '--order-t')).toEqual([expect.stringMatching(/^--order-types\t\S/) as string]);
  });

  it.each([
    [
      ['creators', 'get', ''],
      ['creator-1\tNorthlight 1', 'creator-2\tNorthlight 2'],
    ],
    [['fans', 'list', 'account-1'], ['account-1\tNorthlight 1']],
    [['fans', 'get', 'account-1', ''], ['fan-1\tNorthlight-fan']],
    [['fans', 'assign', 'account-1', 'fan-1', '--user-id', ''], ['user-1\tNorthlight employee']],
    [['orders', 'list', '--creator-ids', 'creator-1,'], ['creator-1,creator-2\tNorthlight 2']],
    [['fans', 'list', 'account-1', '--tag-ids', ''], ['tag-1\tNorthlight tag']],
    [['publications', 'create', '--creator-id', 'creator-2'], ['creator-2\tNorthlight 2']],
  ])('of %j come from the service', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it('are the ids of endpoints with their labels, agencies with their names, and profiles with their addresses', async () => {
    expect((await offered('webhooks', 'get', '')).map((line) => line.split('\t')[0])).toContain(endpointId);
    expect((await offered('keys', 'list', own.agency.id.slice(0, 30))).some((line) => line.startsWith(own.agency.id))).toBe(true);
    expect((await offered('ingest', 'x', '--agency', own.agency.id))[0]).toMatch(/\tAgency /);
    await own.svc.run('login', '--profile', 'staging');
    expect(await offered('profiles', 'use', 'st')).toEqual([`staging\t${own.service.baseUrl}`]);
    expect(await offered('me', '--profile', 'st')).toEqual([`staging\t${own.service.baseUrl}`]);
  });

  it('are none, without an error, where the service does not answer', async () => {
    const { code, stdout, stderr } = await own.svc.run('__complete', '--', '--base-url', 'http://127.0.0.1:9', 'creators', 'get', '');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

/** Types into an interactive shell at a terminal, and resolves with what it shows once it shows the text. */
function shellAt(command: string) {
  const child = spawn('script', ['-qefc', `stty cols 160; exec ${command}`, '/dev/null'], {
    cwd: own.svc.folder,
    env: { ...own.svc.environment, TERM: 'xterm', SHELL: '/bin/sh', PS1: '> ', HISTFILE: '/dev/null' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  return async (keys: string, expected: RegExp): Promise<void> => {
    shown = '';
    child.stdin.write(keys);
    await expect.poll(() => shown, { timeout: 20_000, interval: 100 }).toMatch(expected);
  };
}

describe.skipIf(!hasTerminals)('at a terminal', () => {
  it.skipIf(!has('bash'))('bash completes a command, and shows ids with their names', { timeout: 60_000 }, async () => {
    const type = shellAt('bash --norc -i');
    await type('source <(svc completion bash); echo "REA""DY"\n', /READY/);
    await type('svc creat\t', /creators /);
    await type('get cr\t', /eator-/);
    await type('\t\t', /creator-1 +\(Northlight 1\)[^]*creator-2 +\(Northlight 2\)/);
  });

  it.skipIf(!has('zsh'))('zsh completes a command, and shows ids with their names', { timeout: 60_000 }, async () => {
    const type = shellAt('zsh -f -i');
    await type('autoload -Uz compinit; compinit -u; source <(svc completion zsh); echo "REA""DY"\n', /READY/);
    await type('svc creat\t', /creators/);
    await type(' get cr\t', /creator-/);
    await type('\t', /creator-1 +-- Northlight 1[^]*creator-2 +-- Northlight 2/);
    await type('2 --jq .name\n', /Northlight 2/);
  });
});

it.skipIf(!has('fish'))('fish completes commands and ids with their descriptions', async () => {
  // The service runs in this process, which must not wait for the shell.
  const ask = async (line: string) => {
    const program = `svc completion fish | source; complete -C ${JSON.stringify(line)}`;
    const environment = { cwd: own.svc.folder, env: own.svc.environment };
    return (await promisify(execFile)('fish', ['--no-config', '-c', program], environment)).stdout;
  };
  expect(await ask('svc webhooks en')).toBe('enable\tenable an endpoint again\n');
  expect(await ask('svc creators get ')).toBe('creator-1\tNorthlight 1\ncreator-2\tNorthlight 2\n');
  expect(await ask('svc ingest ')).toMatch(/^bin\/$/m);
});

it.skipIf(!has('pwsh'))('PowerShell completes commands', () => {
  const script = `svc completion powershell | Out-String | Invoke-Expression; (TabExpansion2 'svc webhooks en' 15).CompletionMatches.CompletionText`;
  const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', script], { env: own.svc.environment, encoding: 'utf8' });
  expect(stdout.trim()).toBe('enable');
});

describe('svc completion install', () => {
  it.each([
    ['bash', '.bashrc'],
    ['zsh', '.zshrc'],
    ['powershell', '.config/powershell/Microsoft.PowerShell_profile.ps1'],
  ])('for %s writes the script and loads it once from the file that the shell reads', async (shell, startup) => {
    const { svc } = own;
    const file = join(svc.folder, startup);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, '# mine');
    const refused = await svc.run('completion', 'install', shell);
    expect(refused).toMatchObject({ code: 2 });
    expect(await readFile(file, 'utf8')).toBe('# mine');
    const { json } = await svc.run('completion', 'install', shell, '--yes');
    await svc.run('completion', 'install', shell, '--yes');
    expect(json).toMatchObject({ shell, startup: file });
    const [own_, line, ...more] = (await readFile(file, 'utf8')).split('\n');
    expect([own_, ...more]).toEqual(['# mine', '']);
    expect(line).toContain(json.script);
    expect(`${await readFile(json.script as string, 'utf8')}\n`).toBe((await svc.run('completion', shell)).stdout.replace(/\n*$/, '\n\n'));
    if (shell !== 'powershell' && has(shell)) expect(spawnSync(shell, ['-n', json.script as string]).status).toBe(0);
  });

  it('for fish writes the file that fish finds, and takes the shell from SHELL', async () => {
    const { json } = await own.svc.start(['completion', 'install', '--yes'], { environment: { SHELL: '/usr/bin/fish' } }).done;
    expect(json).toEqual({ shell: 'fish', script: join(own.svc.folder, '.config/fish/completions/svc.fish'), startup: null });
    const unknown = await own.svc.start(['completion', 'install', '--yes'], { environment: { SHELL: '/bin/tcsh' } }).done;
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toMatch(/SHELL does not name one of bash, zsh, fish, powershell/);
  });
});

describe('the id of an argument', () => {
  it('may be its end, where one fits', async () => {
    const { json } = await own.svc.run('webhooks', 'get', endpointId.slice(-12));
    expect(json.id).toBe(endpointId);
    expect((await own.svc.run('webhooks', 'get', endpointId.slice(-8))).json.id).toBe(endpointId);
    const unknown = await own.svc.run('webhooks', 'get', '00000000aaaa');
    expect(unknown.code).not.toBe(0);
  });

  it('of an agency may be its name', async () => {
    const { svc, agency } = own;
    const { name } = (await svc.run('agencies', 'get', agency.id)).json as { name: string };
    // When a key was last used is written later.
    const keysOf = async (...args: string[]) => {
      const { data } = (await svc.run('keys', 'list', ...args)).json as { data: { id: string }[] };
      return data.map(({ id }) => id);
    };
    const expected = await keysOf(agency.id);
    expect(expected).not.toEqual([]);
    expect(await keysOf(name)).toEqual(expected);
    expect((await svc.run('agencies', 'set-quotas', name, 'api_keys=21')).json).toMatchObject({ agency_id: agency.id });
    expect((await svc.run('audit', '--agency', name)).code).toBe(0);
    const second = (await svc.run('agencies', 'create', name)).json as { id: string };
    const unclear = await svc.run('keys', 'list', name);
    expect(unclear).toMatchObject({ code: 2, stdout: '' });
    expect(unclear.stderr).toContain(second.id);
  });
});

it('svc profiles use makes a profile the default', async () => {
  const { svc } = own;
  await svc.run('login', '--profile', 'first');
  await svc.run('login', '--profile', 'second');
  expect((await svc.run('profiles', 'use', 'second')).json).toEqual({ profile: 'second', default: true });
  const { data } = (await svc.run('profiles')).json as { data: { name: string; default: boolean }[] };
  expect(data.filter((profile) => profile.default).map(({ name }) => name)).toEqual(['second']);
  const unknown = await svc.run('profiles', 'use', 'none');
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.stderr).toMatch(/the profile "none" does not exist/);
});
