import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { deliveryEventTypes } from '../../generated/events.ts';
import { defaultVersion } from '../../sdk/src/index.ts';
import { fencesOf } from '../docs/fences.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { leaveOut, run } from './tools.ts';

const source = resolve('sdk/python');
const home = resolve('.cache/python-package');
const own = ['__init__', 'arguments', 'at_once', 'connection', 'paging', 'problems', 'retries', 'webhooks'];

/** A copy of the package's folder, in which it is generated and built. */
const work = join(home, 'python');
const tools = join(home, 'tools/bin');
const empty = join(home, 'empty/bin');

/** Why the package cannot be built here. */
let missing: string | undefined;

beforeAll(async () => {
  const python311 = ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)'];
  missing = await run('.', {}, 'python3', ...python311).then(
    () => undefined,
    () => 'there is no Python 3.11 or later with venv and pip here',
  );
  if (missing) return;
  mkdirSync(home, { recursive: true });
  const mark = join(home, 'requirements.installed');
  const wanted = readFileSync(join(source, 'requirements.txt'), 'utf8');
  const installed = await Promise.resolve()
    .then(() => readFileSync(mark, 'utf8'))
    .catch(() => '');
  if (installed !== wanted) {
    await run(home, {}, 'python3', '-m', 'venv', '--clear', 'tools');
    await run(home, {}, join(tools, 'pip'), 'install', '--quiet', '--requirement', join(source, 'requirements.txt'));
    writeFileSync(mark, wanted);
  }
  rmSync(work, { recursive: true, force: true });
  const kept = (path: string) => !/__pycache__|\/(api|models|dist)$|\/(client|types|contract)\.py$/.test(path);
  cpSync(source, work, { recursive: true, filter: kept });
  await run(work, {}, join(tools, 'python'), 'generate.py', resolve('generated/openapi.json'));
  // Builds the wheel from the source distribution.
  await run(work, {}, join(tools, 'python'), '-m', 'build', '--outdir', join(home, 'dist'));
}, 600_000);

function needsPython(context: TestContext): void {
  if (missing) leaveOut(context, missing);
}

describe('the Python package', () => {
  test('has a face of at most 800 lines, whose types mypy finds right in its strict mode, as those of the samples and of every accepted form', async (context) => {
    needsPython(context);
    const lines = own.map((name) => readFileSync(join(source, `src/agency_service/${name}.py`), 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(800);
    const samples = fencesOf(readFileSync(join(source, 'README.md'), 'utf8')).filter(({ language }) => language === 'python');
    expect(samples).toHaveLength(3);
    for (const [index, { text }] of samples.entries()) writeFileSync(join(work, `sample${index}.py`), text);
    const files = ['src/agency_service', ...samples.map((_, index) => `sample${index}.py`), 'tests/typed.py'];
    expect(await run(work, {}, join(tools, 'mypy'), ...files)).toContain('Success: no issues found');
  });

  test('has a receiver in its README that reads at most 1 MiB of a body', async (context) => {
    needsPython(context);
    const text = fencesOf(readFileSync(join(source, 'README.md'), 'utf8')).filter(({ language }) => language === 'python')[2]!.text;
    writeFileSync(join(work, 'receiver.py'), text);
    const program = `
import hashlib, hmac, json, time
from receiver import app

def status(body):
    seconds = str(int(time.time()))
    digest = hmac.new(b"svc_whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    headers = {"Service-Signature": f"v1={digest}", "Service-Signature-Timestamp": seconds}
    return app.test_client().post("/webhooks", data=body, headers=headers).status_code

event = b'{"id":"e1","type":"gift.sent"}'
print(json.dumps([status(event), status(b"{}"), status(event + b" " * 1_048_576)]))
`;
    const env = { PYTHONPATH: join(work, 'src'), SVC_WEBHOOK_SECRET: `svc_whsec_${'A'.repeat(32)}` };
    expect((await run(work, env, join(tools, 'python'), '-c', program)).trim().split('\n').at(-1)).toBe('[204, 400, 413]');
  });

  test('is a wheel and a source distribution with its types, and nothing that is not part of it', async (context) => {
    needsPython(context);
    expect(readdirSync(join(home, 'dist')).toSorted()).toEqual(['agency_service-1.0.0-py3-none-any.whl', 'agency_service-1.0.0.tar.gz']);
    const listing = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))";
    const files = await run(home, {}, join(tools, 'python'), '-c', listing, 'dist/agency_service-1.0.0-py3-none-any.whl');
    expect(files).toContain('agency_service/py.typed\n');
    expect(files).toContain('agency_service/api/orders/list_orders.py\n');
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
    const [members, description] = JSON.parse(
      await run(home, {}, join(tools, 'python'), '-c', reading, 'dist/agency_service-1.0.0-py3-none-any.whl'),
    ) as [[string, string][], string];
    const all = (name: string) => members.filter(([each]) => each === name).map(([, value]) => value);
    expect(all('Name')).toEqual(['agency-service']);
    expect(all('Version')).toEqual([(JSON.parse(readFileSync('sdk/package.json', 'utf8')) as { version: string }).version]);
    expect(all('License-Expression')).toEqual(['Apache-2.0']);
    expect(all('License-File')).toEqual(['LICENSE']);
    expect(all('Requires-Python')).toEqual(['>=3.11']);
    expect(all('Classifier')).toEqual(expect.arrayContaining(['Typing :: Typed', 'Programming Language :: Python :: 3.11']));
    expect(all('Project-URL').map((each) => each.split(',')[0])).toEqual(['Source', 'Changelog', 'Issues']);
    expect(all('Description-Content-Type')).toEqual(['text/markdown']);
    expect(description).toContain('Typed client and webhook verification');
  });

  test('is installed in an empty environment from the wheel, and used against the running service', async (context) => {
    needsPython(context);
    await run(home, {}, 'python3', '-m', 'venv', '--clear', '--without-pip', 'empty');
    const pytest = /^pytest==.+$/m.exec(readFileSync(join(source, 'requirements.txt'), 'utf8'))![0];
    const into = ['--python', join(empty, 'python'), 'install', '--quiet'];
    await run(home, {}, join(tools, 'pip'), ...into, pytest, 'dist/agency_service-1.0.0-py3-none-any.whl');
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
      const printed = await run(elsewhere, env, join(empty, 'python'), '-m', 'pytest', '-q', '-rs', '-p', 'no:cacheprovider');
      // No test was left out.
      expect(printed).toMatch(/^\d+ passed in /m);

      const samples = fencesOf(readFileSync(join(source, 'README.md'), 'utf8')).filter(({ language }) => language === 'python');
      const settings = { SVC_BASE_URL: service.baseUrl, SVC_API_KEY: agency.key };
      expect((await run(elsewhere, settings, join(empty, 'python'), '-c', samples[0]!.text)).trim().split('\n')).toHaveLength(7);
      expect(await run(elsewhere, settings, join(empty, 'python'), '-c', samples[1]!.text)).toMatch(/^unknown: \S+/);
    } finally {
      await service.close();
      await receiver.close();
    }
  });

  test('knows every type of event and the release of the contract', async (context) => {
    needsPython(context);
    const program = 'import json; from agency_service.contract import MODELS, VERSION; print(json.dumps([VERSION, *MODELS]))';
    const printed = await run(work, { PYTHONPATH: join(work, 'src') }, join(empty, 'python'), '-c', program);
    expect(JSON.parse(printed)).toEqual([defaultVersion, ...deliveryEventTypes]);
  });
});
