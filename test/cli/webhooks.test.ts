import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { creator, order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { CommandLine } from './run-svc.ts';

let service: TestService;
let receiver: Receiver;
let svc: CommandLine;
let agencyId: string;

const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

beforeAll(async () => {
  [service, receiver, svc] = await Promise.all([startService({ retryDelaysMs: [10, 10, 10] }), startReceiver(), CommandLine.create()]);
}, 60_000);
/** An agency for each test. */
beforeEach(async () => {
  const agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
  agencyId = agency.id;
  svc.environment = {
    ...svc.environment,
    SVC_BASE_URL: service.baseUrl,
    SVC_API_KEY: agency.key,
    SVC_OPERATOR_URL: service.operatorUrl,
    SVC_OPERATOR_TOKEN: service.operatorToken,
  };
  receiver.answer = 200;
  receiver.received.length = 0;
});

afterAll(async () => {
  await Promise.all([service?.close(), receiver?.close(), svc?.close()]);
});

describe('webhooks', () => {
  it('are made, shown, changed, paused and deleted', async () => {
    const made = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created', '--creator-ids', 'c1')).json;
    expect(made.secret).toMatch(/^svc_whsec_/);
    const get = async () => (await svc.run('webhooks', 'get', made.id)).json;
    expect(await get()).toMatchObject({ allowed_creator_ids: ['c1'], status: 'active' });
    await svc.run('webhooks', 'update', made.id, '--label', 'Ledger', '--all-creators');
    await svc.run('webhooks', 'disable', made.id);
    expect(await get()).toMatchObject({ label: 'Ledger', allowed_creator_ids: [], status: 'disabled', disabled_reason: 'manual' });
    expect((await svc.run('webhooks', 'ping', made.id)).stderr).toMatch(/webhook_endpoint_disabled/);
    expect((await svc.run('webhooks', 'enable', made.id)).json.status).toBe('active');
    const rotated = await svc.run('webhooks', 'rotate-secret', made.id, '--previous-expires-in', '60', '--yes');
    expect(rotated.json.secret).not.toBe(made.secret);
    expect((await svc.run('webhooks', 'stats', made.id, '--start', '1h')).json.data).toHaveLength(5);
    expect((await svc.run('webhooks', 'list')).json.data.map(({ id }: { id: string }) => id)).toContain(made.id);
    expect((await svc.run('webhooks', 'delete', made.id, '--yes')).json).toEqual({ id: made.id, deleted: true });
    expect((await svc.run('webhooks', 'delete', made.id, '--yes')).code).toBe(3);
  });

  it('receive what they missed while they were disabled, once, after a count and a confirmation', async () => {
    const { id } = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created')).json;
    await svc.run('webhooks', 'disable', id);
    const created_at = new Date(Date.now() - 60_000).toISOString();
    const missed = lines(order('missed 1', 'c1', { created_at }), order('missed 2', 'c1', { created_at }));
    await svc.start(['ingest', '-', '--agency', agencyId], { input: missed }).done;
    const recover = (...options: string[]) => svc.run('webhooks', 'recover', id, '--since', '1h', ...options);
    expect((await recover('--dry-run')).json).toMatchObject({ id: null, status: 'counted', reconstructed_count: 2 });
    expect(await recover('--yes')).toMatchObject({ code: 1, stderr: expect.stringMatching(/webhook_endpoint_disabled/) });
    await svc.run('webhooks', 'enable', id);
    const asked = await recover();
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/Recover 2 events for the endpoint .*, 2 of them reconstructed/);
    const run = await recover('--yes', '--event-types', 'order.created');
    expect(run).toMatchObject({ code: 0, json: { status: 'completed', recorded_count: 0, reconstructed_count: 2 } });
    expect(run.stderr).toMatch(/2 events are queued/);
    const sent = (await receiver.waitFor(2)).map(({ event }) => event.data.id);
    expect(sent.toSorted()).toEqual(['missed 1', 'missed 2']);
    expect((await svc.run('webhooks', 'get-recovery', id, run.json.id)).json).toEqual(run.json);
    expect((await svc.run('webhooks', 'cancel-recovery', id, run.json.id, '--yes')).json).toEqual(run.json);
    const again = await recover('--yes');
    expect(again.json).toMatchObject({ id: null, delivered_count: 2 });
    expect(again.stderr).toMatch(/has a delivery of every event/);
    await svc.run('webhooks', 'delete', id, '--yes');
  });

  it('are replayed one by one and all at once, each failure once', async () => {
    receiver.answer = 500;
    const { id } = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created')).json;
    await svc.start(['ingest', '-', '--agency', agencyId], { input: lines(order('f1', 'c1'), order('f2', 'c1'), order('f3', 'c1')) }).done;
    const failures = async (): Promise<{ id: string; event_id: string; replayed_at: string | null }[]> =>
      (await svc.run('failures', 'list', id, '--all')).json.data;
    await expect.poll(async () => (await failures()).length, { timeout: 15_000, interval: 200 }).toBe(3);
    receiver.answer = 200;
    receiver.received.length = 0;
    const [first] = await failures();
    expect((await svc.run('failures', 'replay', id, first!.id)).json.event_id).toBe(first!.event_id);
    const reader = (await svc.run('keys', 'create', agencyId, '--label', 'reader', '--scopes', 'read:webhooks')).json;
    expect((await svc.run('failures', 'replay', id, '--all', '--yes', '--api-key', reader.api_key)).code).toBe(4);
    const asked = await svc.run('failures', 'replay', id, '--all');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/Replay 2 failures to the endpoint/);
    expect((await svc.run('failures', 'replay', id, '--all', '--event-type', 'order.refunded', '--yes')).json.replayed_count).toBe(0);
    expect((await svc.run('failures', 'replay', id, '--since', '1h', '--yes')).json).toEqual({
      matching_count: 2,
      replayed_count: 2,
      waiting_count: 0,
    });
    await receiver.waitFor(3);
    const before = receiver.received.length;
    await svc.run('webhooks', 'disable', id);
    receiver.answer = 500;
    const one = await svc.run('failures', 'replay', id, first!.id);
    expect([one.code, one.json.is_queued]).toEqual([0, false]);
    expect(one.stderr).toMatch(/Nothing was sent: the endpoint is disabled\. Enable it with svc webhooks enable/);
    const all = await svc.run('failures', 'replay', id, '--all', '--yes');
    expect(all.json).toEqual({ matching_count: 1, replayed_count: 0, waiting_count: 1 });
    expect(all.stderr).toMatch(/1 failure was not sent: the endpoint is disabled/);
    expect(all.stderr).not.toMatch(/queued/);
    expect(receiver.received).toHaveLength(before);
    receiver.answer = 200;
    await svc.run('webhooks', 'enable', id);
    const again = await svc.run('failures', 'replay', id, '--all', '--yes');
    expect(again.json).toEqual({ matching_count: 1, replayed_count: 1, waiting_count: 0 });
    expect(again.stderr).toMatch(/1 event is queued/);
    await receiver.waitFor(before + 1);
    receiver.received.length = 3;
    expect((await failures()).every(({ replayed_at }) => replayed_at !== null)).toBe(true);
    const read = async () => (await svc.run('deliveries', 'list', id, '--statuses', 'delivered')).json.data;
    await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(4);
    const delivered = await read();
    const resend = (...options: string[]) => svc.run('deliveries', 'resend', id, '--since', '1h', '--statuses', 'delivered', ...options);
    const events = new Set(delivered.map(({ event_id }: { event_id: string }) => event_id)).size;
    expect((await resend('--dry-run')).json).toMatchObject({ resent_count: events, next_cursor: null });
    const unconfirmed = await resend();
    expect(unconfirmed.code).toBe(2);
    expect(unconfirmed.stderr).toMatch(
      new RegExp(`p90 of \\d+ ms, this takes about \\d+ second[^]*Send ${events} events to the endpoint .* again`),
    );
    const resent = await resend('--yes');
    expect(resent).toMatchObject({ code: 0, json: { resent_count: events }, stderr: expect.stringMatching(/events are queued/) });
    await receiver.waitFor(3 + events);
    receiver.received.length = 3;
    expect((await svc.run('deliveries', 'resend', id)).stderr).toMatch(/which deliveries\?/);
    const tail = svc.start(['deliveries', 'tail', id, '--since', '1h', '--interval', '1']);
    await tail.said('press Ctrl-C to stop');
    await tail.printed('"delivered"');
    tail.interrupt();
    const tailed = await tail.done;
    expect(tailed.code).toBe(0);
    expect(
      tailed.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toContain('delivered');
    await svc.run('webhooks', 'delete', id, '--yes');
  }, 60_000);

  it('are received, verified and forwarded on this machine', async () => {
    receiver.answer = 202;
    const { id, secret } = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created')).json;
    const listening = svc.start(['listen', '--port', '0', '--secret', secret, '--count', '1', '--forward', receiver.url]);
    const [, url] = /Listening on (\S+);/.exec(await listening.said('Listening on')) ?? [];
    await svc.run('webhooks', 'update', id, '--url', url!);
    await svc.run('webhooks', 'ping', id);
    const delivery = (await listening.done).json;
    expect(delivery).toMatchObject({ verified: true, answered: 202, event: { type: 'ping', data: { endpoint_id: id } } });
    expect(receiver.received[0]?.headers['service-signature']).toBe(delivery.headers['service-signature']);
    await svc.run('webhooks', 'delete', id, '--yes');
  });

  it('are tried out with made-up events, whose signatures the service checks, and watched', async () => {
    const watching = svc.start(['webhooks', 'watch', '--json']);
    const listening = svc.start(['listen', '--port', '0', '--count', '1']);
    const [, url] = /Listening on (\S+);/.exec(await listening.said('Listening on')) ?? [];
    const made = (await svc.run('webhooks', 'create', '--url', url!, '--event-types', 'order.created')).json;
    const sent = (await svc.run('webhooks', 'test', made.id, '--event-type', 'order.refunded')).json;
    const { stdout } = await listening.done;
    expect(JSON.parse(stdout).body).toContain('test_');
    const check = (input: string) => svc.start(['webhooks', 'check-signature', made.id, '-', '--json'], { input }).done;
    expect(await check(stdout)).toMatchObject({ code: 0, json: { verified: true } });
    const capture = JSON.parse(stdout) as { body: string };
    const altered = await check(JSON.stringify({ ...capture, body: `${capture.body}\n` }));
    expect([altered.code, altered.stderr]).toEqual([1, expect.stringMatching(/line breaks/)]);
    const event = (await svc.run('events', 'get', sent.event_id)).json;
    expect(event.deliveries).toMatchObject([{ id: sent.delivery_id, endpoint_id: made.id }]);
    await svc.run('webhooks', 'delete', made.id, '--yes');
    await watching.printed('endpoints');
    watching.interrupt();
    const watched = await watching.done;
    expect(watched.code).toBe(0);
    expect(JSON.parse(watched.stdout.split('\n')[0]!)).toMatchObject({ event: 'endpoints' });
  });

  it('are checked from the request that get-delivery-request prints, as it is', async () => {
    const made = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created')).json;
    const { delivery_id: deliveryId } = (await svc.run('webhooks', 'ping', made.id)).json;
    const ask = () => svc.run('webhooks', 'get-delivery-request', made.id, deliveryId, '--json');
    await expect.poll(async () => (await ask()).code, { timeout: 15_000, interval: 200 }).toBe(0);
    const { stdout } = await ask();
    const verified = await svc.start(['verify', '-', '--secret', made.secret], { input: stdout }).done;
    expect(verified).toMatchObject({ code: 0, json: { type: 'ping' } });
    const checked = await svc.start(['webhooks', 'check-signature', made.id, '-'], { input: stdout }).done;
    expect(checked).toMatchObject({ code: 0, json: { verified: true } });
    await writeFile(join(svc.folder, 'request.json'), stdout);
    expect((await svc.run('verify', 'request.json', '--secret', made.secret)).code).toBe(0);
    const { headers, body } = JSON.parse(stdout) as { headers: unknown; body: string };
    await writeFile(join(svc.folder, 'headers.json'), JSON.stringify(headers));
    const parts = ['--headers', 'headers.json', '--body', '-', '--secret', made.secret];
    expect((await svc.start(['verify', ...parts], { input: body }).done).code).toBe(0);
    const unread = await svc.start(['verify', '-', '--secret', made.secret], { input: JSON.stringify({ headers, body: null }) }).done;
    expect(unread).toMatchObject({ code: 2, stderr: expect.stringMatching(/lacks access to the payload/) });
    await svc.run('webhooks', 'delete', made.id, '--yes');
  });

  it('are checked again from a capture', async () => {
    const listening = svc.start(['listen', '--port', '0', '--count', '1']);
    const [, url] = /Listening on (\S+);/.exec(await listening.said('Listening on')) ?? [];
    const made = (await svc.run('webhooks', 'create', '--url', url!, '--event-types', 'order.created')).json;
    for (const seconds of ['600', '60']) await svc.run('webhooks', 'rotate-secret', made.id, '--previous-expires-in', seconds, '--yes');
    await svc.run('webhooks', 'ping', made.id);
    const { stdout } = await listening.done;
    await svc.run('webhooks', 'delete', made.id, '--yes');
    expect(JSON.parse(stdout)).toMatchObject({
      verified: null,
      answered: 204,
      headers: { 'service-signature': expect.stringMatching(/^v1=\w{64},v1=\w{64},v1=\w{64}$/) },
    });

    const verify = (args: string[], input = '') => svc.start(['verify', '--secret', made.secret, ...args], { input }).done;
    expect((await verify(['-'], stdout)).json.type).toBe('ping');
    const { headers, body } = JSON.parse(stdout) as { headers: Record<string, string>; body: string };
    const headerLines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    expect((await verify(['-'], `POST / HTTP/1.1\r\n${headerLines}\r\n${body}`)).code).toBe(0);
    await writeFile(join(svc.folder, 'headers.txt'), headerLines);
    expect((await verify(['--headers', 'headers.txt', '--body', '-'], body)).code).toBe(0);
    const changed = await verify(['--headers', 'headers.txt', '--body', '-'], `${body} `);
    expect(changed).toMatchObject({ code: 1, stdout: '' });
    expect(changed.stderr).toMatch(/signature_mismatch/);
    expect((await verify(['-', '--at', '2020-01-01T00:00:00Z'], stdout)).stderr).toMatch(/timestamp_too_new/);
    expect((await verify(['-', '--at', '2020-01-01T00:00:00Z', '--ignore-time'], stdout)).code).toBe(0);
  });
});
