import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enumerations, verifyWebhook } from '../../sdk/src/index.ts';
import { testSecret } from '../../sdk/src/webhooks/testing.ts';
import { CommandLine } from './run-svc.ts';

let svc: CommandLine;
beforeAll(async () => {
  svc = await CommandLine.create();
});
afterAll(() => svc.close());

const secret = testSecret();
const fixtures = (...args: string[]) => svc.run('fixtures', ...args);

it('every event type has a body as it is delivered, and headers that verify it', async () => {
  const run = await fixtures('--output-dir', 'deliveries', '--secret', secret);
  expect(run).toMatchObject({ code: 0, stderr: `Wrote ${enumerations.DeliveryEventType.length * 2} files to deliveries.\n` });
  expect(run.json.data[0]).toEqual({
    event_type: 'order.created',
    file: 'order.created.json',
    headers_file: 'order.created.headers.json',
  });
  const folder = join(svc.folder, 'deliveries');
  expect(await readdir(folder)).toHaveLength(enumerations.DeliveryEventType.length * 2);
  for (const type of enumerations.DeliveryEventType) {
    const [body, headers] = await Promise.all([
      readFile(join(folder, `${type}.json`)),
      readFile(join(folder, `${type}.headers.json`), 'utf8'),
    ]);
    const { created_at } = JSON.parse(body.toString()) as { created_at: string };
    expect(await verifyWebhook(body, JSON.parse(headers), secret, { now: new Date(created_at) })).toMatchObject({ type });
  }
  const files = ['--body', 'deliveries/ping.json', '--headers', 'deliveries/ping.headers.json'];
  expect(await svc.run('verify', ...files, '--secret', secret, '--ignore-time')).toMatchObject({ code: 0 });
});

it('files are not overwritten without --force, and then none is written', async () => {
  expect(await fixtures('--output-dir', 'some', '--event-types', 'ping', '--secret', secret)).toMatchObject({ code: 0 });
  const before = await readFile(join(svc.folder, 'some/ping.headers.json'), 'utf8');
  const refused = await fixtures('--output-dir', 'some', '--secret', secret);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/some\/ping\.json exists.*--force/) });
  expect(await readdir(join(svc.folder, 'some'))).toHaveLength(2);
  expect(await fixtures('--output-dir', 'some', '--force')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Their signing secret: svc_whsec_/),
  });
  expect(await readFile(join(svc.folder, 'some/ping.headers.json'), 'utf8')).not.toBe(before);
});

it.each([[[]], [['--output-dir', '-']]])('with %j they are listed with their bodies, and nothing is written', async (args) => {
  const before = await readdir(svc.folder);
  const run = await fixtures(...args);
  expect(run.code).toBe(0);
  expect(run.json.data.map(({ event_type }: { event_type: string }) => event_type)).toEqual(enumerations.DeliveryEventType);
  expect(JSON.parse(run.json.data[0].body)).toMatchObject({ type: 'order.created', data: { amount_cents: 1500 } });
  expect(await readdir(svc.folder)).toEqual(before);
});

it.each([
  [['--event-types', 'order.deleted'], /unknown order\.deleted. Accepted: order\.created/],
  [['--service-version', '2020-01-01'], /makes fixtures of \d{4}-\d\d-\d\d/],
  [['--output-dir', 'config.txt/deliveries'], /config\.txt\/deliveries: part of the path is not a folder/],
  [['--secret', 'short'], /a signing secret is svc_whsec_ and 32 characters/],
])('%j is wrong usage', async (args, message) => {
  await writeFile(join(svc.folder, 'config.txt'), '');
  expect(await fixtures(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
});
