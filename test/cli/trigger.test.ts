import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { testSecret } from '../../sdk/src/webhooks/testing.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let receiver: Receiver;

beforeAll(async () => {
  [own, receiver] = await Promise.all([svcWithAgency({ retryDelaysMs: [60_000] }), startReceiver()]);
}, 120_000);
afterAll(async () => {
  await own?.close();
  await receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = 200;
});

const trigger = (...args: string[]) => own.svc.run('trigger', ...args);

describe('straight to a receiver', () => {
  const to = (...args: string[]) => trigger('order.created', '--to', receiver.url, ...args);

  it('a test event is signed with a new secret, which is shown, and marked by its ids', async () => {
    const run = await to();
    expect(run).toMatchObject({ code: 0, json: { event_type: 'order.created', status_code: 200, response_excerpt: 'ok', error: null } });
    const secret = /Its signing secret: (svc_whsec_\S{32})\n/.exec(run.stderr)![1]!;
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    const event = await verifyWebhook(body, headers, secret);
    expect(event).toMatchObject({ id: run.json.event_id, type: 'order.created' });
    expect(event.data).toMatchObject({ id: expect.stringMatching(/^test_/), fan_id: expect.stringMatching(/^test_/), amount_cents: 1500 });
  });

  it('members are set by their paths, with the types that they have', async () => {
    const secret = testSecret();
    const id = '0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07';
    const settings = [
      `id=${id}`,
      'data.amount_cents=500',
      'data.fan_username=null',
      'data.refunded_at=2026-07-19T10:00:00Z',
      'data.user_id=5',
    ];
    const run = await to('--secret', secret, ...settings.flatMap((setting) => ['--set', setting]));
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const [{ event, headers }] = receiver.received as [(typeof receiver.received)[number]];
    expect(headers['webhook-id']).toBe(id);
    const data = { amount_cents: 500, fan_username: null, refunded_at: '2026-07-19T10:00:00Z', user_id: '5' };
    expect(event).toMatchObject({ id, data });
  });

  it('the secret comes from the environment too', async () => {
    const secret = testSecret();
    const run = await own.svc.start(['trigger', 'ping', '--to', receiver.url], { environment: { SVC_WEBHOOK_SECRET: secret } }).done;
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'ping' });
  });

  it('a response other than 2xx exits with 1', async () => {
    receiver.answer = (_request, response) => response.writeHead(422).end('no such fan');
    const run = await to();
    expect(run).toMatchObject({ code: 1, json: { status_code: 422, response_excerpt: 'no such fan' } });
    expect(run.stderr).toMatch(/the receiver responded 422; a delivery is accepted with any 2xx/);
  });

  it('a receiver that is not there or redirects exits with 1 and what to do', async () => {
    const server = createServer((_request, response) => response.writeHead(301, { location: '/' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const moved = await trigger('ping', '--to', url);
    expect(moved).toMatchObject({ code: 1, stderr: expect.stringMatching(/redirects are not followed.*as --to/) });
    await new Promise((resolve) => server.close(resolve));
    const gone = await trigger('ping', '--to', url);
    expect(gone).toMatchObject({ code: 1, json: { status_code: null, error: 'connection_error' } });
    expect(gone.stderr).toMatch(/nothing listens on .*another --to/);
  });

  it.each([
    [['--set', 'data.amount=5'], /does not have "data.amount". Accepted: id, created_at, api_version, data\.id, /],
    [['--set', 'type=ping'], /does not have "type"/],
    [['--set', 'amount_cents'], /is not path=value/],
    [['--set', 'data.amount_cents=many'], /data\.amount_cents is a number, and "many" is not/],
    [['--secret', 'svc_whsec_short'], /a signing secret is svc_whsec_ and 32 characters/],
    [['--endpoint', 'x'], /--to and --endpoint cannot be combined/],
  ])('%j is wrong usage', async (args, message) => {
    const run = await to(...args);
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(run.stderr).not.toContain('svc_whsec_short');
    expect(receiver.received).toHaveLength(0);
  });
});

describe('through the service', () => {
  it.each([
    [['order.deleted'], /Allowed choices are order\.created/],
    [['order.created', '--set', 'data.amount_cents=5'], /--set needs --to/],
    [['order.created', '--secret', 'x'], /--secret needs --to/],
    [['order.refunded'], /no active endpoint receives order\.refunded/],
    [['order.created'], /several endpoints receive order\.created. Choose one with --endpoint: [\w-]{36} \(Northlight\), /],
  ])('%j is wrong usage', async (args, message) => {
    expect(await trigger(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('a test event goes to the endpoint that receives its type, and its outcome is printed', async () => {
    const body = { url: receiver.url, enabled_event_types: ['assignment.updated'] };
    const { id } = (await own.service.request('POST', '/v1/webhooks', { key: own.agency.key, body })).body;
    const run = await trigger('assignment.updated');
    expect(run).toMatchObject({ code: 0, json: { endpoint_id: id, event_type: 'assignment.updated', status_code: 200 } });
    const [{ event }] = receiver.received as [(typeof receiver.received)[number]];
    expect(event).toMatchObject({ id: run.json.event_id, data: { fan_id: expect.stringMatching(/^test_/) } });

    receiver.answer = (_request, response) => response.writeHead(500).end('broken');
    const failed = await trigger('order.created', '--endpoint', id.slice(-12));
    expect(failed).toMatchObject({ code: 1, json: { endpoint_id: id, status_code: 500, response_excerpt: 'broken' } });
    receiver.answer = 200;
    expect(await trigger('ping', '--endpoint', id)).toMatchObject({ code: 0, json: { event_type: 'ping', status_code: 200 } });

    const sender = await own.svc.run('keys', 'create', own.agency.id, '--label', 'sender', '--scopes', 'replay:webhooks');
    const blind = await trigger('ping', '--endpoint', id, '--api-key', sender.json.api_key);
    expect(blind).toMatchObject({ code: 0, json: { event_type: 'ping' } });
    expect(blind.stderr).toMatch(/A key with read:webhooks also shows the response/);
  });
});
