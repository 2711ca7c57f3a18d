import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Editor } from './editor.ts';
import { startScriptedServer, type ScriptedServer } from './scripted-server.ts';

interface Manifest {
  readonly name: string;
  readonly license: string;
  readonly repository: { readonly type: string; readonly url: string; readonly directory: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const packages = ['sdk', 'cli'] as const;

/** A project elsewhere, in which the packed packages are installed. */
let project: string;
let server: ScriptedServer;
const tarballs: Record<string, string> = {};
const installed = (name: string) => join(project, 'node_modules/@agency-service', name);
const manifestOf = async (name: string) => JSON.parse(await readFile(join(installed(name), 'package.json'), 'utf8')) as Manifest;

beforeAll(async () => {
  server = await startScriptedServer();
  project = await mkdtemp(join(tmpdir(), 'agency-service-packages-'));
  for (const name of packages) {
    const packed = await run('npm', ['pack', '--json', '--silent', '-w', name, '--pack-destination', project], { cwd: root });
    const [tarball] = (await readdir(project)).filter((file) => file.endsWith('.tgz') && file.includes(`-${name}-`));
    tarballs[name] = join(project, tarball ?? `nothing was packed: ${packed.stdout}`);
    await mkdir(installed(name), { recursive: true });
    await run('tar', ['-xzf', tarballs[name], '--strip-components', '1', '-C', installed(name)]);
  }
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  for (const name of packages) {
    for (const dependency of Object.keys((await manifestOf(name)).dependencies ?? {})) await link(name, dependency);
  }
}, 120_000);
afterAll(async () => {
  await server?.close();
  await rm(project, { recursive: true, force: true });
});

/** The lockfile's own version of a dependency, where a package manager would have put it. */
async function link(name: string, dependency: string): Promise<void> {
  const target = join(installed(name), 'node_modules', dependency);
  if (dependency.startsWith('@agency-service/')) return;
  const source = [join(root, name, 'node_modules', dependency), join(root, 'node_modules', dependency)].find((path) => existsSync(path));
  await mkdir(dirname(target), { recursive: true });
  await symlink(source!, target);
}

/** Runs a file of the project with Node, which must not fall back to loading an ES module for `require`. */
async function node(file: string, text: string): Promise<unknown> {
  await writeFile(join(project, file), text);
  const { stdout } = await run(process.execPath, ['--no-experimental-require-module', file], {
    cwd: project,
    env: { PATH: process.env['PATH'], SERVICE_URL: server.url },
  });
  return JSON.parse(stdout) as unknown;
}

/** A program that uses every entry: a refused call, a delivery, the operator's client, a handler and its test. */
const program = `
  const client = createClient({ baseUrl: process.env.SERVICE_URL, apiKey: 'svc_live_x' });
  const operator = createOperatorClient({ operatorUrl: process.env.SERVICE_URL, operatorToken: 't' });
  async function main() {
    const error = await client.orders.get({ order_id: 'o1' }).catch((reason) => reason);
    const refused = await verifyWebhook('{}', new Map(), 'svc_whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').catch((reason) => reason);
    const missing = await operator.agencies.list().catch((reason) => reason);
    const secret = testSecret();
    const { headers, body } = await signTestWebhook(testEvent('ping'), secret);
    const handler = createWebhookHandler({ secrets: secret, on: {}, deduplicate: redisStore(async () => 'OK') });
    const { status } = await handler.respond(body, headers);
    return [isProblem(error, 'unknown_order'), error instanceof ServiceError, refused.reason, missing instanceof ServiceError, status];
  }
  main().then((found) => console.log(JSON.stringify(found)));`;
const outcome = [true, true, 'missing_header', true, 204];

const unknownOrder = {
  status: 404,
  body: { type: 'https://errors.example/unknown_order', title: 'Unknown', status: 404, instance: '/v1/orders/o1' },
};

describe('the packed SDK', () => {
  it('shows an editor the declaration of a method, and names of types', () => {
    const program = new Editor(project).add(`
      import { createClient, type ListOrdersParams, type Order, type Page } from '@agency-service/sdk';
      const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' });
      const params: ListOrdersParams = { order_types: ['tip'] };
      export const page: Page<Order> = await (client.orders.list)(params);`);
    expect(program.complaints()).toEqual([]);
    expect(program.definition('client.orders.list')).toEqual({
      // A project without `"type": "module"` gets the CommonJS form.
      file: 'commonjs/dist/generated/groups.d.ts',
      text: expect.stringMatching(/^\/\*\* List orders\. [^]*=> CallPromise<Page<Order>>;$/) as string,
    });
    expect(program.suggestions('(client.orders.').toSorted()).toEqual(['get', 'list', 'listAll']);
  });

  it('is imported by an ES module', async () => {
    server.script(unknownOrder);
    const imports = `
      import { createClient, isProblem, ServiceError, verifyWebhook } from '@agency-service/sdk';
      import { createOperatorClient } from '@agency-service/sdk/operator';
      import { createWebhookHandler } from '@agency-service/sdk/webhooks';
      import { redisStore } from '@agency-service/sdk/webhooks/stores';
      import { signTestWebhook, testEvent, testSecret } from '@agency-service/sdk/webhooks/testing';`;
    expect(await node('main.mjs', imports + program)).toEqual(outcome);
  });

  it('is required by a CommonJS module, as test runners do it', async () => {
    server.script(unknownOrder);
    const requires = `
      const { createClient, isProblem, ServiceError, verifyWebhook } = require('@agency-service/sdk');
      const { createOperatorClient } = require('@agency-service/sdk/operator');
      const { createWebhookHandler } = require('@agency-service/sdk/webhooks');
      const { redisStore } = require('@agency-service/sdk/webhooks/stores');
      const { signTestWebhook, testEvent, testSecret } = require('@agency-service/sdk/webhooks/testing');`;
    expect(await node('main.cjs', requires + program)).toEqual(outcome);
  });

  it('recognizes the errors of its other module system and of another installed version', async () => {
    const other = join(project, 'node_modules/other/node_modules/@agency-service/sdk');
    await cp(installed('sdk'), other, { recursive: true });
    const manifest = await readFile(join(other, 'package.json'), 'utf8');
    await writeFile(join(other, 'package.json'), manifest.replace(/"version": "[^"]*"/, '"version": "9.9.9"'));
    await writeFile(join(project, 'node_modules/other/index.mjs'), `export * from '@agency-service/sdk';`);
    server.script(unknownOrder);
    const found = await node(
      'copies.mjs',
      `import { createRequire } from 'node:module';
      import * as own from '@agency-service/sdk';
      import * as ownHandlers from '@agency-service/sdk/webhooks';
      import * as other from './node_modules/other/index.mjs';
      const copies = [own, createRequire(import.meta.url)('@agency-service/sdk'), other, createRequire(import.meta.resolve('./node_modules/other/index.mjs'))('@agency-service/sdk')];
      const caught = (promise) => promise.then(() => new Error('nothing was thrown'), (error) => error);
      const errorsOf = async ({ createClient, verifyWebhook }) => {
        const client = createClient({ baseUrl: process.env.SERVICE_URL, apiKey: 'k', maxRetries: 0 });
        const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 });
        return {
          ProblemError: await caught(client.orders.get({ order_id: 'o1' })),
          ConnectionError: await caught(nowhere.orders.get({ order_id: 'o1' })),
          AbortError: await caught(client.orders.list({}, { signal: AbortSignal.abort() })),
          InvalidArgumentError: await caught(client.orders.get({ order_id: '' })),
          WebhookVerificationError: await caught(verifyWebhook('{}', {}, '')),
        };
      };
      const classes = ['ProblemError', 'ConnectionError', 'AbortError', 'InvalidArgumentError', 'WebhookVerificationError', 'TimeoutError', 'UnexpectedResponseError'];
      const wrong = [];
      const expect = (what, outcome, wanted) => outcome === wanted || wrong.push(what);
      const all = await Promise.all(copies.map(errorsOf));
      expect('four copies', new Set(copies.map(({ ProblemError }) => ProblemError)).size, 4);
      for (const [maker, errors] of all.entries()) for (const [kind, error] of Object.entries(errors)) for (const [reader, copy] of copies.entries()) {
        const where = kind + ' of ' + maker + ' in ' + reader;
        for (const name of classes) expect(where + ' as ' + name, error instanceof copy[name], name === kind);
        expect(where + ' as ServiceError', error instanceof copy.ServiceError, true);
        expect(where + ' by isProblem', copy.isProblem(error, 'unknown_order'), kind === 'ProblemError');
        expect(where + ' by isProblemOf', copy.isProblemOf(error, 'getOrder'), kind === 'ProblemError');
        class Own extends copy[kind] {}
        expect(where + ' as a subclass', error instanceof Own, false);
        expect('an instance of a subclass', Object.create(Own.prototype) instanceof Own, true);
      }
      for (const copy of copies) for (const value of [null, undefined, 'ProblemError', new Error('x'), { slug: 'unknown_order' }]) {
        expect(String(value), value instanceof copy.ServiceError || copy.isProblem(value), false);
      }
      expect('the handlers', all[1].WebhookVerificationError instanceof ownHandlers.WebhookVerificationError, true);
      console.log(JSON.stringify(wrong));`,
    );
    expect(found).toEqual([]);
  });

  const typed = `
    import { createClient, isProblem, verifyWebhook, type Order, type ServiceError } from '@agency-service/sdk';
    import { createOperatorClient, type Agency } from '@agency-service/sdk/operator';
    import { createWebhookHandler, forFetch } from '@agency-service/sdk/webhooks';
    import { sqlStore } from '@agency-service/sdk/webhooks/stores';
    import { testEvent } from '@agency-service/sdk/webhooks/testing';
    const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k' });
    export async function amountOf(order_id: string): Promise<number> {
      const order: Order = await client.orders.get({ order_id });
      return order.amount_cents;
    }
    export async function agencies(): Promise<Agency[]> {
      return (await createOperatorClient({ operatorUrl: 'https://o.example.com', operatorToken: 't' }).agencies.list()).data;
    }
    export async function typeOf(body: string, headers: Map<string, string>): Promise<string> {
      return (await verifyWebhook(body, headers, 's')).type;
    }
    export const scopeOf = (error: ServiceError): string => (isProblem(error, 'missing_scope') ? error.problem.required_scope : '');
    const cents: number = testEvent('order.created').data.amount_cents;
    const deduplicate = sqlStore({ query: async () => [] });
    const on = { 'order.created': () => cents };
    export const POST: (request: Request) => Promise<Response> = forFetch(createWebhookHandler({ secrets: 's', on, deduplicate }));
    // @ts-expect-error -- an order has an id
    void client.orders.get();`;

  it.each([
    ['an ES module of node16', 'typed.mts', { module: 'node16' }],
    ['a CommonJS module of node16', 'typed.cts', { module: 'node16' }],
    ['a program of node10', 'typed.ts', { module: 'commonjs', moduleResolution: 'node10' }],
    ['a program of a bundler', 'typed.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('is typed for %s', async (_case, file, options) => {
    await writeFile(join(project, file), typed);
    const compilerOptions = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [], ...options };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const checked = await run(process.execPath, [compiler, '-p', project]).catch((error: unknown) => error);
    expect(checked).toMatchObject({ stdout: '' });
    expect(checked).not.toBeInstanceOf(Error);
  });
});

describe('the packed command line', () => {
  it('runs', async () => {
    const { stdout } = await run(process.execPath, [join(installed('cli'), 'bin/svc.js'), '--version'], { cwd: project });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe.each(packages)('the package %s', (name) => {
  it('has its licence, its documentation and where it comes from', async () => {
    const manifest = await manifestOf(name);
    expect(manifest).toMatchObject({ license: 'Apache-2.0', repository: { type: 'git', directory: name } });
    expect(manifest.repository.url).toMatch(/^git\+https:\/\/.+\.git$/);
    const license = await readFile(join(root, 'LICENSE'), 'utf8');
    expect(await readFile(join(installed(name), 'LICENSE'), 'utf8')).toBe(license);
    expect(await readFile(join(installed(name), 'README.md'), 'utf8')).toMatch(new RegExp(`^# @agency-service/${name}$`, 'm'));
  });

  it('contains the programs, their types, the source that they point to, and nothing else', async () => {
    const { stdout } = await run('tar', ['-tzf', tarballs[name]!]);
    const files = stdout.split('\n').flatMap((line) => (/^package\/.*[^/]$/.test(line) ? [line.slice('package/'.length)] : []));
    const expected =
      /^(package\.json|commonjs\/package\.json|LICENSE|README\.md|bin\/svc\.js|man\/svc[\w-]*\.1|(commonjs\/)?dist\/.+\.(js|d\.ts)(\.map)?|src\/.+\.ts)$/;
    expect(files.filter((path) => !expected.test(path))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  it('is public, with the proof of where it was built', async () => {
    expect(await manifestOf(name)).toMatchObject({ publishConfig: { access: 'public', provenance: true } });
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed(name), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});
