import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { deliveryEventTypes } from '../../generated/events.ts';
import { defaultVersion } from '../../sdk/src/index.ts';
import { fencesOf } from '../docs/fences.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { leaveOut, run } from './tools.ts';

const source = resolve('sdk/python');
const home = resolve('.cache/python-package');

/** A copy of the package's folder, in which it is built. */
const work = join(home, 'python');
const tools = join(home, 'tools/bin');
const empty = join(home, 'empty/bin');
const wheel = 'dist/agency_service-1.0.0-py3-none-any.whl';

const samples = fencesOf(readFileSync(join(source, 'README.md'), 'utf8')).filter(({ language }) => language === 'python');
const pins = readFileSync(join(source, 'requirements.txt'), 'utf8');

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** Why the package cannot be built here. */
let missing: string | undefined;

/** Makes an environment with packages in it, unless it is there. */
async function prepare(name: string, python: string, version: string, packages: string): Promise<string> {
  const mark = join(home, `${name}.installed`);
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== packages) {
    await run(home, { PYENV_VERSION: version }, python, '-m', 'venv', '--clear', name);
    await run(home, {}, join(home, name, 'bin/pip'), 'install', '--quiet', ...packages.trim().split('\n'));
    writeFileSync(mark, packages);
  }
  return join(home, name, 'bin/python');
}

beforeAll(async () => {
  const python310 = ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)'];
  missing = await run('.', {}, 'python3', ...python310).then(
    () => undefined,
    () => 'there is no Python 3.10 or later with venv and pip here',
  );
  if (missing) return;
  mkdirSync(home, { recursive: true });
  await prepare('tools', 'python3', '', pins);
  rmSync(work, { recursive: true, force: true });
  cpSync(source, work, { recursive: true, filter: (path) => !/__pycache__|_cache$|\/dist$/.test(path) });
  rmSync(join(home, 'dist'), { recursive: true, force: true });
  // Builds the wheel from the source distribution.
  await run(work, {}, join(tools, 'python'), '-m', 'build', '--outdir', join(home, 'dist'));
}, 600_000);

function needsPython(context: TestContext): void {
  if (missing) leaveOut(context, missing);
}

describe('the Python package', () => {
  test('has types that mypy finds right in its strict mode, from Python 3.10 on, as those of the samples and the recipes', async (context) => {
    needsPython(context);
    const recipes = ['django', 'fastapi', 'flask'].flatMap((name) =>
      fencesOf(readFileSync(`docs/recipes/${name}.md`, 'utf8')).filter(({ language }) => language === 'python'),
    );
    expect([samples.length, recipes.length]).toEqual([5, 7]);
    const programs = [...samples, ...recipes].map(({ text }, index) => {
      writeFileSync(join(work, `sample${index}.py`), text);
      return `sample${index}.py`;
    });
    const mypy = (...args: string[]) => run(work, {}, join(tools, 'mypy'), ...args);
    expect(await mypy('src/agency_service', 'tests/typed.py', ...programs)).toContain('Success: no issues found');
    expect(await mypy('--python-version', '3.10', 'src/agency_service')).toContain('Success: no issues found');
  });

  test('has a receiver in its README that answers with the right status', async (context) => {
    needsPython(context);
    writeFileSync(join(work, 'receiver.py'), samples[3]!.text);
    const program = `
import json, os
from fastapi.testclient import TestClient
from agency_service.testing import example_event, sign_webhook
from receiver import app

def status(body):
    body, headers = sign_webhook(body, os.environ["SVC_WEBHOOK_SECRET"])
    return TestClient(app).post("/webhooks", content=body, headers=headers).status_code

print(json.dumps([status(example_event("order.created")), status({"type": "gift.sent", "id": "e1"}), status("{}"), status(" " * 1_048_577)]))
`;
    const env = { PYTHONPATH: join(work, 'src'), SVC_WEBHOOK_SECRET: `svc_whsec_${'A'.repeat(32)}` };
    expect((await run(work, env, join(tools, 'python'), '-c', program)).trim().split('\n').at(-1)).toBe('[204, 204, 400, 413]');
  });

  test('is a wheel and a source distribution with its types, and nothing that is not part of it', async (context) => {
    needsPython(context);
    expect(readdirSync(join(home, 'dist')).toSorted()).toEqual(['agency_service-1.0.0-py3-none-any.whl', 'agency_service-1.0.0.tar.gz']);
    const listing = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))";
    const files = await run(home, {}, join(tools, 'python'), '-c', listing, wheel);
    expect(files).toContain('agency_service/py.typed\n');
    expect(files).toContain('agency_service/resources.py\n');
    expect(files).toMatch(/dist-info\/licenses\/LICENSE\n/);
    expect(
      files.split('\n').filter((file) => !/^(agency_service\/.*(\.py|py\.typed)|agency_service-1\.0\.0\.dist-info\/.*|)$/.test(file)),
    ).toEqual([]);
  });

  test('is what the registry accepts, with a description, a licence, classifiers and links', async (context) => {
    needsPython(context);
    const archives = readdirSync(join(home, 'dist')).map((name) => join('dist', name));
    const checked = await run(home, {}, join(tools, 'twine'), 'check', '--strict', ...archives);
    expect(checked.match(/PASSED/g)).toHaveLength(2);
    const reading =
      "import sys, json, zipfile; from email import message_from_bytes as read; z = zipfile.ZipFile(sys.argv[1]); m = read(z.read('agency_service-1.0.0.dist-info/METADATA')); print(json.dumps([m.items(), m.get_payload()]))";
    const [members, description] = JSON.parse(await run(home, {}, join(tools, 'python'), '-c', reading, wheel)) as [
      [string, string][],
      string,
    ];
    const all = (name: string) => members.filter(([each]) => each === name).map(([, value]) => value);
    expect(all('Name')).toEqual(['agency-service']);
    expect(all('Version')).toEqual([(JSON.parse(readFileSync('sdk/package.json', 'utf8')) as { version: string }).version]);
    expect(all('License-Expression')).toEqual(['Apache-2.0']);
    expect(all('License-File')).toEqual(['LICENSE']);
    expect(all('Requires-Python')).toEqual(['>=3.10']);
    expect(all('Classifier')).toEqual(
      expect.arrayContaining(['Typing :: Typed', ...['3.10', '3.14'].map((version) => `Programming Language :: Python :: ${version}`)]),
    );
    expect(all('Project-URL').map((each) => each.split(',')[0])).toEqual(['Source', 'Changelog', 'Issues']);
    expect(all('Description-Content-Type')).toEqual(['text/markdown']);
    expect(description).toContain('Typed client, synchronous and asynchronous');
  });

  test('is installed in an empty environment from the wheel, and used against the running service', async (context) => {
    needsPython(context);
    await run(home, {}, 'python3', '-m', 'venv', '--clear', '--without-pip', 'empty');
    const pytest = /^pytest==.+$/m.exec(pins)![0];
    const into = ['--python', join(empty, 'python'), 'install', '--quiet'];
    await run(home, {}, join(tools, 'pip'), ...into, pytest, wheel);
    const elsewhere = join(home, 'elsewhere');
    rmSync(elsewhere, { recursive: true, force: true });
    cpSync(join(work, 'tests'), elsewhere, { recursive: true });

    const service = await startService();
    const receiver = await startReceiver();
    try {
      const agency = await service.createAgency();
      const body = { url: receiver.url, enabled_event_types: ['order.created'] };
      const endpoint = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body as { id: string; secret: string };
      const created_at = '2026-07-18T21:04:11.000Z';
      await agency.ingest([
        { type: 'creator', id: 'creator-1', name: 'Mia', account: { external_id: 'account-1', username: 'mia' } },
        {
          type: 'fan',
          account_id: 'account-1',
          fan_id: 'fan-1',
          fan_username: 'é€😀',
          subscription_status: 'active_subscriber',
          is_online: true,
          related_at: created_at,
          tag_ids: [],
        },
        ...Array.from({ length: 7 }, (_each, index) => ({
          type: 'order',
          id: `order-${index}`,
          order_type: 'tip',
          creator_id: 'creator-1',
          fan_id: 'fan-1',
          user_id: null,
          message_id: null,
          amount_cents: 100,
          created_at,
        })),
      ]);
      await service.request('POST', `/v1/webhooks/${endpoint.id}/ping`, { key: agency.key });
      const deliveries = (await receiver.waitFor(8, 20_000)).map(({ headers, body: text, event }) => ({
        headers,
        body: text,
        type: event.type,
      }));
      writeFileSync(join(home, 'deliveries.json'), JSON.stringify({ secret: endpoint.secret, deliveries }));
      const env = { BASE_URL: service.baseUrl, API_KEY: agency.key, DELIVERIES: join(home, 'deliveries.json') };
      const printed = await run(elsewhere, env, join(empty, 'python'), '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_service.py');
      // No test was left out.
      expect(printed).toMatch(/^\d+ passed in /m);

      const settings = { SVC_BASE_URL: service.baseUrl, SVC_API_KEY: agency.key };
      expect((await run(elsewhere, settings, join(empty, 'python'), '-c', samples[0]!.text)).trim().split('\n')).toHaveLength(7);
      expect((await run(elsewhere, settings, join(empty, 'python'), '-c', samples[1]!.text)).trim().split('\n')).toHaveLength(7);
      expect(await run(elsewhere, settings, join(empty, 'python'), '-c', samples[2]!.text)).toMatch(/^unknown: \S+/);
      await run(elsewhere, settings, join(empty, 'python'), '-c', samples[4]!.text);
      for (const page of ['export', 'pages-and-filters']) {
        const [sample] = fencesOf(readFileSync(`docs/${page}.md`, 'utf8')).filter(({ language }) => language === 'python');
        await run(elsewhere, settings, join(empty, 'python'), '-c', sample!.text);
      }
      expect(readFileSync(join(elsewhere, 'orders.csv'), 'utf8').trim().split('\n')).toHaveLength(8);
    } finally {
      await service.close();
      await receiver.close();
    }
  });

  for (const version of ['3.10', '3.11', '3.12', '3.13', '3.14']) {
    test(`passes its tests on Python ${version}, in every framework, and with stores in real databases`, async (context) => {
      needsPython(context);
      const python = `python${version}`;
      const isHere = await run(home, { PYENV_VERSION: version }, python, '-c', 'import venv, ensurepip').then(
        () => true,
        () => false,
      );
      if (!isHere) leaveOut(context, `there is no ${python} here`);
      const packages = pins.split('\n').filter((pin) => /^(django|fastapi|flask|psycopg\[binary\]|pytest|redis)==/.test(pin));
      const environment = await prepare(version, python, version, ['httpx', ...packages].join('\n'));
      const options = ['-q', '-rs', '-p', 'no:cacheprovider', '--ignore', 'tests/test_service.py'];
      const database = await createEmptyDatabase();
      try {
        const env = { PYTHONPATH: join(work, 'src'), STORE_DATABASE: database.url };
        const printed = await run(work, env, environment, '-m', 'pytest', ...options, 'tests');
        expect(printed).toMatch(hasRedis ? /^\d+ passed(, \d+ warnings?)? in /m : /^\d+ passed, 3 skipped/m);
      } finally {
        await database.drop();
      }
    }, 600_000);
  }

  test('knows every type of event and the release of the contract', async (context) => {
    needsPython(context);
    const program =
      'import json; from agency_service.contract import VERSION; from agency_service.types import EVENTS; print(json.dumps([VERSION, *EVENTS]))';
    const printed = await run(work, { PYTHONPATH: join(work, 'src') }, join(empty, 'python'), '-c', program);
    expect(JSON.parse(printed)).toEqual([defaultVersion, ...deliveryEventTypes]);
  });
});
