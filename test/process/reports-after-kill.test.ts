import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { startReceiver } from '../support/receiver.ts';
import { createEmptyDatabase } from './database.ts';
import { callApi, createAgency, createEndpoint } from './http.ts';
import { endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

test(
  'a report that a killed process was sending arrives at the endpoint and at the operator, with the same id',
  { timeout: 180_000 },
  async () => {
    const [database, operator, watcher] = await Promise.all([createEmptyDatabase(), startReceiver(), startReceiver()]);
    const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;
    const env = { ...database.env, OPERATOR_WEBHOOK_URL: operator.url, OPERATOR_WEBHOOK_SECRET: secret };
    const [api, worker] = await Promise.all(['api', 'worker'].map((ROLE) => startProcess({ ...env, ROLE })));
    const { key } = await createAgency(api!);
    const subject = await createEndpoint(api!, key, watcher.url);
    const body = { url: watcher.url, enabled_event_types: ['endpoint.disabled'] };
    expect((await callApi(api!, key, 'POST', '/v1/webhooks', body)).status).toBe(201);

    for (const receiver of [operator, watcher]) receiver.answer = () => undefined;
    expect((await callApi(api!, key, 'PATCH', `/v1/webhooks/${subject}`, { status: 'disabled' })).status).toBe(200);
    const [[lost], [unanswered]] = await Promise.all([watcher.waitFor(1, 10_000), operator.waitFor(1, 10_000)]);
    expect((await worker!.exitAfter('SIGKILL')).signal).toBe('SIGKILL');
    for (const receiver of [operator, watcher]) receiver.answer = 200;
    const other = await startProcess({ ...env, ROLE: 'worker' });
    const [[, again], [, answered]] = await Promise.all([watcher.waitFor(2, 40_000), operator.waitFor(2, 40_000)]);
    expect(again!.event).toEqual(lost!.event);
    expect([unanswered!.event, answered!.event]).toEqual([lost!.event, lost!.event]);
    expect(await verifyWebhook(answered!.body, answered!.headers as Record<string, string>, secret)).toEqual(lost!.event);
    await waitUntil(
      async () => (await database.query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'notify_operator'`)).length === 0,
      'the end of the job',
    );
    expect(await database.query(`SELECT FROM webhook_events WHERE type LIKE 'endpoint.%'`)).toHaveLength(1);
    expect([operator.received.length, watcher.received.length]).toEqual([2, 2]);
    await Promise.all([api!, other].map((service) => service.exitAfter('SIGTERM')));
    await Promise.all([operator.close(), watcher.close(), database.drop()]);
  },
);
