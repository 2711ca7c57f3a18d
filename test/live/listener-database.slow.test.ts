import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { CommandLine } from '../cli/run-svc.ts';
import { bringIn, callApi, createAgency } from '../process/http.ts';
import { controllerOf } from '../process/postgres-control.ts';
import { createDataDir, endProcesses, startProcess, waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';

afterAll(endProcesses);

test(
  'svc listen misses nothing while PostgreSQL restarts and while it is away, and continues by itself',
  { timeout: 240_000 },
  async () => {
    const postgres = await startEmbeddedPostgres(createDataDir(), { fsync: 'off' });
    const control = await controllerOf(postgres.administratorUrl);
    const env = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'fatal' };
    const [service, receiver, svc] = await Promise.all([startProcess(env), startReceiver(), CommandLine.create()]);
    const agency = await createAgency(service);
    svc.environment = { ...svc.environment, SVC_BASE_URL: service.baseUrl, SVC_API_KEY: agency.key };
    const command = svc.start(['listen', '--forward', receiver.url, '--event-types', 'order.created']);
    await command.said('Their signing secret');
    const listener = async () => {
      const { body } = await callApi(service, agency.key, 'GET', '/v1/webhooks');
      return (body as { data: { id: string; is_listening: boolean | null }[] }).data.find(({ is_listening }) => is_listening);
    };
    await waitUntil(async () => (await listener()) !== undefined, 'the stream');
    const { id } = (await listener())!;

    const accepted = new Set<string>();
    let count = 0;
    const record = async (wanted: number) => {
      const until = accepted.size + wanted;
      await waitUntil(
        async () => {
          const ids = Array.from({ length: 5 }, () => `o${(count += 1)}`);
          const records = ids.map((each) => order(each, 'c1'));
          const answer = await bringIn(service, agency.id, records).catch(() => undefined);
          if (answer?.status === 200) for (const each of ids) accepted.add(each);
          return accepted.size >= until;
        },
        'accepted records',
        60_000,
      );
    };
    const arrived = () => new Set(receiver.received.map(({ event }) => event.data['id'] as string));
    const all = () => [...accepted].every((each) => arrived().has(each));

    await record(20);
    await waitUntil(all, 'the events before the restart', 60_000);

    await control('restart', '-m', 'immediate');
    await record(20);
    await waitUntil(all, 'the events after the restart', 60_000);

    const recording = record(20);
    await control('stop', '-m', 'immediate');
    await control('start');
    await recording;
    await record(10);
    await waitUntil(all, 'the events after the outage', 60_000);

    // It is the same listener, and its stream is open.
    await waitUntil(async () => (await listener())?.id === id, 'the stream of the listener', 60_000);
    command.interrupt();
    const { code, stdout } = await command.done;
    expect(code).toBe(0);
    const counted = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event_id: string; answered: number });
    expect(new Set(counted.map(({ event_id }) => event_id)).size).toBeGreaterThanOrEqual(accepted.size);
    expect(counted.every(({ answered }) => answered === 200)).toBe(true);

    await Promise.all([receiver.close(), svc.close()]);
    await service.exitAfter('SIGTERM');
    await postgres.stop();
  },
);
