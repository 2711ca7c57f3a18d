import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { createEmptyDatabase } from './database.ts';
import { bringIn, callApi, callOperator, createAgency, createEndpoint } from './http.ts';
import { createDataDir, endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

/** Time without a heartbeat after which another process takes over the leases. */
const deadAfterMs = 10_000;

test(
  'processes share a database: one accepts, another delivers, a third sends again, with the same ids, what one was sending that was killed',
  { timeout: 180_000 },
  async () => {
    const [database, receiver, operator, watcher] = await Promise.all([
      createEmptyDatabase(),
      startReceiver(),
      startReceiver(),
      startReceiver(),
    ]);
    const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;
    const env = { ...database.env, OPERATOR_WEBHOOK_URL: operator.url, OPERATOR_WEBHOOK_SECRET: secret };

    // Both find an empty database, and one of them makes the tables; so with the directory and the operator token.
    const DATA_DIR = createDataDir();
    const [api, worker] = await Promise.all(['api', 'worker'].map((ROLE) => startProcess({ ...env, DATA_DIR, ROLE })));
    expect(worker!.stdout).not.toContain('API');
    for (const service of [api!, worker!]) expect((await callOperator(service, 'GET', '/operator/v1/agencies')).status).toBe(200);
    // What the HTTP parser itself refuses names the port that the system chose, too.
    for (const url of [api!.baseUrl, api!.operatorUrl]) {
      const refused = await fetch(url, { headers: { filler: 'x'.repeat(20_000) } });
      expect(((await refused.json()) as { type: string }).type).toBe(`${api!.baseUrl}/errors/headers_too_large`);
    }
    const agency = await createAgency(api!);
    await createEndpoint(api!, agency.key, receiver.url);

    const acceptedAt = Date.now();
    expect((await bringIn(api!, agency.id, [order('o1', 'c1')])).status).toBe(200);
    const [first] = await receiver.waitFor(1, 10_000);
    expect(first!.receivedAt - acceptedAt).toBeLessThan(3_000);
    const delivered = async () => (await database.query(`SELECT FROM all_deliveries WHERE status = 'delivered'`)).length;
    await waitUntil(async () => (await delivered()) === 1, 'the record of the first delivery');

    // An event of an order, and the report of a disabled endpoint, which the operator receives too.
    const { id: subject } = (
      await callApi(api!, agency.key, 'POST', '/v1/webhooks', { url: watcher.url, enabled_event_types: ['order.refunded'] })
    ).body;
    const watching = { url: watcher.url, enabled_event_types: ['endpoint.disabled'] };
    expect((await callApi(api!, agency.key, 'POST', '/v1/webhooks', watching)).status).toBe(201);
    const receivers = [receiver, operator, watcher];
    for (const each of receivers) each.answer = () => undefined;
    await bringIn(api!, agency.id, [order('o2', 'c1')]);
    expect((await callApi(api!, agency.key, 'PATCH', `/v1/webhooks/${subject}`, { status: 'disabled' })).status).toBe(200);
    const [[, lost], [unanswered], [report]] = await Promise.all([
      receiver.waitFor(2, 10_000),
      operator.waitFor(1, 10_000),
      watcher.waitFor(1, 10_000),
    ]);
    expect((await worker!.exitAfter('SIGKILL')).signal).toBe('SIGKILL');
    for (const each of receivers) each.answer = 200;
    const other = await startProcess({ ...env, ROLE: 'worker' });
    const [[, , again], [, answered], [, reportAgain]] = await Promise.all([
      receiver.waitFor(3, deadAfterMs + 10_000),
      operator.waitFor(2, 40_000),
      watcher.waitFor(2, 40_000),
    ]);
    expect(again!.event.id).toBe(lost!.event.id);
    expect(again!.headers['service-delivery-id']).toBe(lost!.headers['service-delivery-id']);
    expect(again!.receivedAt - lost!.receivedAt).toBeGreaterThan(deadAfterMs - 1_000);
    for (const each of [reportAgain, unanswered, answered]) expect(each!.event).toEqual(report!.event);
    expect(await verifyWebhook(answered!.body, answered!.headers as Record<string, string>, secret)).toEqual(report!.event);

    await waitUntil(async () => (await delivered()) === 3, 'the record of the other deliveries');
    // Of the attempts that ended with their process nothing is known.
    const rows = await database.query('SELECT status, jsonb_array_length(attempts) AS recorded FROM all_deliveries ORDER BY id');
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ status: 'delivered', recorded: 1 })));
    const notifying = () => database.query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'notify_operator'`);
    await waitUntil(async () => (await notifying()).length === 0, 'the end of the job');
    expect(await database.query(`SELECT FROM webhook_events WHERE type LIKE 'endpoint.%'`)).toHaveLength(1);
    expect(receivers.map(({ received }) => received.length)).toEqual([3, 2, 2]);
    const exits = await Promise.all([api!, other].map((service) => service.exitAfter('SIGTERM')));
    expect(exits.map(({ code }) => code)).toEqual([0, 0]);
    await Promise.all(receivers.map((each) => each.close()));
    await database.drop();
  },
);
