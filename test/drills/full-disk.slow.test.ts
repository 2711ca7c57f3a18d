import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { bringIn, callOperator, createAgency, createEndpoint, type Answer } from '../process/http.ts';
import { endProcesses, startProcess, waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const disk = mountSmallDisk(420);

describe.skipIf(disk === undefined)('the disk of the embedded database is full', () => {
  afterAll(async () => {
    await endProcesses();
    disk?.remove();
  });

  test('requests that write fail with 503 until there is space again; each accepted fact is delivered', { timeout: 300_000 }, async () => {
    const receiver = await startReceiver();
    const service = await startProcess({ DATA_DIR: disk!.path });
    const agency = await createAgency(service);
    await createEndpoint(service, agency.key, receiver.url);
    const accepted: string[] = [];
    const answers: Answer[] = [];
    let count = 0;
    const record = async () => {
      const ids = Array.from({ length: 20 }, () => `order-${count++}`);
      const answer = await bringIn(
        service,
        agency.id,
        ids.map((id) => order(id, 'c1')),
      );
      answers.push(answer);
      if (answer.status === 200) accepted.push(...ids);
      return answer.status;
    };
    const until = (status: number, what: string) =>
      waitUntil(
        async () => {
          await sleep(20);
          return (await record()) === status;
        },
        what,
        120_000,
      );
    for (let batch = 0; batch < 10; batch++) expect(await record()).toBe(200);

    disk!.fill();
    await until(503, 'a refusal');
    const diagnostics = await callOperator(service, 'GET', '/operator/v1/diagnostics');
    expect(answers.at(-1)!.body).toMatchObject({ detail: 'The database has no space left to write. Try again shortly.' });
    expect(diagnostics.body.checks.find(({ name }: { name: string }) => name === 'disk')).toMatchObject({
      status: 'failed',
      action: expect.stringMatching(/^Free space on the disk of .*, or enlarge it\.$/),
    });
    disk!.free();
    await until(200, 'space');

    const received = () => new Set(receiver.received.map(({ event }) => event.data['id']));
    await waitUntil(() => accepted.every((id) => received().has(id)), 'each accepted fact', 60_000);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    await receiver.close();
  });
});
