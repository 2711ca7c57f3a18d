import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startScriptedServer } from '../sdk/scripted-server.ts';
import { binary } from './run-svc.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
beforeAll(async () => {
  own = await svcWithAgency();
}, 60_000);
afterAll(() => own?.close());

it('a process prints data on its standard output and errors on the other, and exits with the code of its command', async () => {
  const [done, failed] = await Promise.all([
    own.svc.spawn(['publications', 'create', '-d', '@-'], { input: '{"creator_id":"creator-1","text":"Back"}' }).done,
    own.svc.spawn(['orders', 'get', 'nothing']).done,
  ]);
  expect(done).toMatchObject({ code: 0, stderr: '', json: { text: 'Back' } });
  expect(failed).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/^svc: unknown_order: /) as string });
});

describe('the standard output', () => {
  it.skipIf(!existsSync('/dev/full')).each([
    ['creators', 'list'],
    ['orders', 'list', '--all', '-o', 'csv'],
  ])('that cannot be written fails svc %s %s in one line', async (...words) => {
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(
        '/bin/sh',
        ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, binary, ...words],
        { env: own.svc.environment },
        (error, _stdout, stderr) => resolve({ code: error?.code, stderr }),
      );
    });
    expect([code, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(/^svc: the output cannot be written: ENOSPC/);
  });
});

describe('the file of profiles', () => {
  const file = (): string => join(own.svc.folder, 'config', 'profiles.json');
  const withoutKey = { environment: { SVC_API_KEY: '', SVC_BASE_URL: '' } };
  beforeEach(() => mkdir(join(own.svc.folder, 'config'), { recursive: true }));
  afterEach(() => rm(join(own.svc.folder, 'config'), { recursive: true }));

  it.each([
    '{"profiles":{"x":5}}',
    '{"profiles":{"x":{"base_url":5}}}',
    '{"profiles":{"x":{"base_url":"http://a","api_key":7}}}',
    '{"profiles":[]}',
  ])('%s is refused by name, and never written over', async (text) => {
    await writeFile(file(), text, { mode: 0o600 });
    for (const words of [['me', '--profile', 'x'], ['profiles'], ['login']]) {
      const { code, stdout, stderr } = await own.svc.run(...words);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe(`svc: ${file()} is not a valid profiles file. Correct it, or delete it and run svc login again.\n`);
    }
    expect(await readFile(file(), 'utf8')).toBe(text);
  });

  it('keeps a profile of any name', async () => {
    await writeFile(file(), '{"profiles":{}}', { mode: 0o600 });
    expect((await own.svc.run('login', '--profile', '__proto__')).code).toBe(0);
    expect((await own.svc.run('profiles', '--jq', '.data[].name')).stdout).toBe('__proto__\n');
    expect((await own.svc.start(['me', '--profile', '__proto__'], withoutKey).done).code).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('that other users can read is reported, until the next login corrects it', async () => {
    await writeFile(file(), '{"profiles":{}}', { mode: 0o600 });
    expect((await own.svc.run('login')).stderr).not.toMatch(/Other users/);
    await chmod(file(), 0o644);
    const { code, stderr } = await own.svc.run('creators', 'list');
    expect([code, stderr]).toEqual([0, `Other users can read ${file()}, which holds keys: chmod 600 '${file()}'\n`]);
    await own.svc.run('login');
    expect((await own.svc.run('creators', 'list')).stderr).toBe('');
  });
});

describe.skipIf(!('setGlobalProxyFromEnv' in http))('the proxy of the environment', () => {
  const seen: string[] = [];
  const proxy = http.createServer((request, response) => {
    seen.push(request.url ?? '');
    const { pathname, search } = new URL(request.url ?? '', 'http://none');
    const target = new URL(own.service.baseUrl);
    const onwards = http.request(
      { host: target.hostname, port: target.port, method: request.method, path: pathname + search, headers: request.headers },
      (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)),
    );
    request.pipe(onwards);
  });
  proxy.on('connect', ({ url = '' }, socket, head) => {
    seen.push(url);
    const target = new URL(own.service.baseUrl);
    const onwards = connect(Number(target.port), target.hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onwards.write(head);
      socket.pipe(onwards).pipe(socket);
    });
    onwards.on('error', () => socket.destroy());
    socket.on('error', () => onwards.destroy());
  });
  let environment: Record<string, string>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    environment = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  });
  beforeEach(() => void (seen.length = 0));
  afterAll(() => void proxy.close());

  it('takes the requests to the service', async () => {
    const { code, stderr } = await own.svc.spawn(['creators', 'list', '--base-url', 'http://service.example'], { environment }).done;
    expect([code, stderr]).toEqual([0, '']);
    expect(seen.join()).toMatch(/service\.example/);
  });

  it('is named where it is not an address, without its password', async () => {
    const { code, stderr } = await own.svc.spawn(['creators', 'list'], { environment: { HTTPS_PROXY: 'user:secret@proxy' } }).done;
    expect([code, stderr]).toEqual([
      2,
      'svc: HTTP_PROXY or HTTPS_PROXY is not the address of a proxy, such as http://proxy.example.com:3128.\n',
    ]);
  });

  it('gets none to this machine, nor to what NO_PROXY names', async () => {
    const excluded = { ...environment, NO_PROXY: 'service.invalid' };
    const words = ['creators', 'list', '--base-url', 'http://service.invalid', '--timeout', '2'];
    const runs = [own.svc.spawn(['creators', 'list'], { environment }), own.svc.spawn(words, { environment: excluded })];
    expect((await Promise.all(runs.map(({ done }) => done))).map(({ code }) => code)).toEqual([0, 1]);
    expect(seen).toEqual([]);
  });
});

it.each(['null', '[]', '5', '"text"'])('a response %s, which is none of the service, is called that', async (text) => {
  const server = await startScriptedServer();
  server.script({ status: 200, headers: { 'content-type': 'application/json' }, text });
  for (const words of [['me'], ['orders', 'list'], ['creators', 'list'], ['orders', 'list', '--all']]) {
    const { code, stdout, stderr } = await own.svc.run(...words, '--base-url', server.url);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/where a JSON object was expected/);
  }
  await server.close();
});
