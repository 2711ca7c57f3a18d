import { createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEvent } from '../../sdk/src/webhooks/testing.ts';
import type { Received } from '../support/receiver.ts';
import { fencesOf, type Fence } from './fences.ts';
import { lacking, pythonOfSamples, run, sampleFolder, start, withoutPython, type Background, type Environment } from './run-sample.ts';
import { freePort } from '../support/free-port.ts';
import { startSampleService, type SampleService } from './sample-service.ts';

interface Recipe {
  readonly name: string;
  readonly run: string;
  readonly modules: readonly string[];
  readonly files: readonly Fence[];
}

async function readRecipe(file: string): Promise<Recipe> {
  const [, head, body] = (await readFile(join('docs/recipes', file), 'utf8')).split(/^---$/m);
  const { recipe } = parse(head!) as { recipe: { run: string; modules?: string[] } };
  const files = fencesOf(body!).filter(({ attributes }) => attributes['file']);
  return { name: file.slice(0, -3), run: recipe.run, modules: recipe.modules ?? [], files };
}

const recipes = await Promise.all((await readdir('docs/recipes')).map(readRecipe));
const cases = recipes.flatMap((recipe) =>
  recipe.files
    .filter(({ language }) => language !== 'json')
    .map((fence) => [recipe.name, fence.attributes['file']!, recipe, fence] as const),
);

let samples: SampleService;
let secret: string;
let delivery: Received;
beforeAll(async () => {
  samples = await startSampleService();
  const { service, agency, receiver } = samples;
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  const endpoint = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body;
  secret = endpoint.secret;
  await service.request('POST', `/v1/webhooks/${endpoint.id}/ping`, { key: agency.key });
  [delivery] = (await receiver.waitFor(1)) as [Received];
});
afterAll(() => samples.close());

const handler = (file: string) => `
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
const { POST } = await import('./${file}');
createServer(async (request, response) => {
  const { status } = await POST(new Request('http://localhost/', { method: 'POST', headers: request.headers as Record<string, string>, body: await buffer(request) }));
  response.writeHead(status).end();
}).listen(Number(process.env.PORT));
`;

/** Checks the types of a program, and writes its JavaScript if the settings do not refuse that. */
async function compile(
  folder: string,
  environment: Environment,
  compilerOptions: object,
  base: object = { extends: resolve('tsconfig.base.json'), include: ['**/*.ts'] },
): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...base, compilerOptions }));
  await run(folder, environment, 'tsc', '-p', '.');
}

/** Settings of workerd with what the recipe's settings of Wrangler bind. */
function workerdSettings(wrangler: string, port: number): string {
  const { compatibility_date, durable_objects, migrations } = JSON.parse(wrangler);
  const bindings = durable_objects.bindings.map(
    ({ name, class_name }: Record<string, string>) => `(name = "${name}", durableObjectNamespace = "${class_name}")`,
  );
  const classes = migrations[0].new_sqlite_classes.map(
    (name: string) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "objects", disk = (path = "objects", writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${compatibility_date}",
  bindings = [(name = "SVC_WEBHOOK_SECRET", fromEnvironment = "SVC_WEBHOOK_SECRET"), ${bindings}],
  durableObjectNamespaces = [${classes}],
  durableObjectStorage = (localDisk = "objects"),
);
`;
}

/** Starts the program of a recipe exactly as on its page. */
async function serve(
  { run: program, files }: Recipe,
  file: string,
  folder: string,
  environment: Environment,
  port: number,
): Promise<Background> {
  switch (program) {
    case 'node':
      return start(folder, environment, port, process.execPath, file);
    case 'handler':
      await writeFile(join(folder, 'serve.ts'), handler(file));
      return start(folder, environment, port, process.execPath, 'serve.ts');
    case 'nestjs':
      await compile(folder, environment, { types: ['node'], experimentalDecorators: true, emitDecoratorMetadata: true });
      return start(folder, environment, port, process.execPath, file.replace('.ts', '.js'));
    case 'sveltekit':
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(join(folder, 'svelte.config.js'), 'export default {};');
      await writeFile(
        join(folder, 'vite.config.js'),
        "import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };",
      );
      await writeFile(join(folder, 'src/app.html'), '%sveltekit.head%%sveltekit.body%');
      await run(folder, environment, 'svelte-kit', 'sync');
      await compile(folder, environment, { types: ['node'] }, { extends: './.svelte-kit/tsconfig.json' });
      return start(folder, environment, port, 'vite', 'dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort');
    case 'workerd':
      await compile(folder, environment, { noEmit: true, types: ['@cloudflare/workers-types'] });
      await build({
        entryPoints: [join(folder, file)],
        outfile: join(folder, 'worker.js'),
        bundle: true,
        format: 'esm',
        external: ['cloudflare:workers'],
      });
      await mkdir(join(folder, 'objects'));
      await writeFile(join(folder, 'settings.capnp'), workerdSettings(files.find(({ language }) => language === 'json')!.text, port));
      return start(folder, environment, port, 'workerd', 'serve', 'settings.capnp');
    case 'go':
      await run(folder, environment, 'go', 'build', '-o', 'receiver', file);
      return start(folder, environment, port, './receiver');
    case 'php':
      return start(folder, environment, port, 'php', '-S', `127.0.0.1:${port}`, file);
    case 'python3':
      return start(folder, environment, port, pythonOfSamples, file);
    default:
      return start(folder, environment, port, program, file);
  }
}

/** The headers of the delivery as if it had been signed at another time, or had another body. */
function signedAt(seconds: number, body = delivery.body): Record<string, string> {
  const timestamp = String(Math.floor(seconds));
  const id = String(delivery.headers['webhook-id']);
  const own = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const key = Buffer.from(secret.slice(secret.indexOf('whsec_') + 'whsec_'.length), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'service-signature-timestamp': timestamp,
    'service-signature': `v1=${own}`,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}

describe.each(cases)('%s, %s', (name, file, recipe, fence) => {
  const reason =
    recipe.run === 'python3'
      ? withoutPython()
      : recipe.run === 'dotnet'
        ? 'a program in C# needs a project around it'
        : lacking(recipe.run, recipe.modules);

  if (reason) {
    test.skip(`is left out: ${reason}`, () => undefined);
    return;
  }

  test.skipIf(recipe.run === 'check')('accepts signed requests and refuses others', async () => {
    const folder = await sampleFolder(`recipe-${name}-${file.replaceAll('/', '-')}`);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${fence.text}\n`);
    const port = await freePort();
    const server = await serve(recipe, file, folder, { SVC_WEBHOOK_SECRET: secret, PORT: String(port) }, port);
    const headers = Object.entries(delivery.headers).filter(
      ([header]) => !/^(host|connection|content-length|transfer-encoding)$/.test(header),
    ) as [string, string][];
    const send = async (body: string, change: Record<string, string> = {}) =>
      (
        await fetch(`http://127.0.0.1:${port}/webhooks`, {
          method: 'POST',
          headers: { ...Object.fromEntries(headers), connection: 'close', ...change },
          body,
        })
      ).status;
    try {
      expect(await send(delivery.body)).toBe(204);
      expect(await send(delivery.body.replace('ping', 'pong'))).toBe(400);
      expect(await send(delivery.body, signedAt(Date.now() / 1000 - 240))).toBe(204);
      expect(await send(delivery.body, signedAt(Date.now() / 1000 - 3600))).toBe(400);
      const others = Object.fromEntries(headers.map(([header, value]) => [header, value.replace(/^(v1[=,]).*/, '$1AAAA')]));
      expect(await send(delivery.body, others)).toBe(400);
      for (const timestamp of ['9'.repeat(400), '9'.repeat(5_000), '-1', '']) {
        expect(await send(delivery.body, { 'service-signature-timestamp': timestamp, 'webhook-timestamp': timestamp })).toBe(400);
      }
      const longest = delivery.body.padEnd(512 * 1_024);
      expect(await send(longest, signedAt(Date.now() / 1000, longest))).toBe(204);
      const tooLong = delivery.body.padEnd(3 * 1_024 * 1_024);
      // Some close the connection before the whole body was sent.
      const refused = send(tooLong, signedAt(Date.now() / 1000, tooLong)).catch(() => 413);
      expect([400, 413]).toContain(await refused);
      expect(await send(delivery.body)).toBe(204);
      if (!/WebhookHandler\(/.test(fence.text)) return;
      const event = testEvent('order.created');
      const order = async (data: unknown) => {
        const body = JSON.stringify({ ...event, data });
        return send(body, signedAt(Date.now() / 1000, body));
      };
      // Its function reads a member of the data.
      expect(await order(null)).toBe(500);
      for (let times = 0; times < 3; times++) expect(await order(event.data)).toBe(204);
      await expect.poll(() => server.printed().split(`order.created ${event.id}`).length - 1).toBe(1);
    } finally {
      await server.stop();
    }
  });

  test.runIf(recipe.run === 'check')('finds whether a signature fits', async () => {
    const folder = await sampleFolder(`recipe-${name}-${file}`);
    await writeFile(join(folder, file), `${fence.text}\n`);
    const { headers, body } = delivery;
    const environment = {
      SVC_WEBHOOK_SECRET: secret,
      SIGNATURE: String(headers['service-signature']),
      SIGNATURE_TIMESTAMP: String(headers['service-signature-timestamp']),
      WEBHOOK_ID: String(headers['webhook-id']),
      STANDARD_SIGNATURE: String(headers['webhook-signature']),
    };
    await writeFile(join(folder, 'body.json'), body);
    expect(await run(folder, environment, 'sh', file)).toContain('the signature fits');
    await writeFile(join(folder, 'body.json'), `${body} `);
    await expect(run(folder, environment, 'sh', file)).rejects.toThrow('no signature fits');
  });
});
