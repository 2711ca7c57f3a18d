import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../server/lib/clock.ts';
import { Claimer } from '../../server/delivery/claim/claimer.ts';
import { PausedEndpoints } from '../../server/delivery/claim/paused-endpoints.ts';
import { Slots } from '../../server/delivery/claim/slots.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let connection: DeliveryConnection;
let lease: number;
beforeAll(async () => {
  rig = await startRig();
  connection = new DeliveryConnection(rig.sql.pool);
  lease = (await rig.rows<{ id: number }>('INSERT INTO delivery_leases DEFAULT VALUES RETURNING id'))[0]!.id;
});
afterAll(async () => {
  await connection.close();
  await rig.close();
});

const hourMicros = 3_600_000_000;
const agoMicros = (hours: number) => Date.now() * 1_000 - hours * hourMicros;

interface Rows {
  /** Deliveries of the first claim. */
  readonly first: number;
  /** Deliveries that become visible while the first claim runs, and since how many hours they are due. Each group is announced. */
  readonly meanwhile: readonly { readonly count: number; readonly hours: number }[];
}

/** Returns how many deliveries all claims take. None is sent. */
async function claimedOf({ first, meanwhile }: Rows): Promise<number> {
  const endpointId = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
  const endpoint = { agencyId: rig.agencyId, endpointId };
  const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let claimed = 0;
  const claimer = new Claimer({
    clock: systemClock,
    sql: {
      async query<Row>(statement: Parameters<DeliveryConnection['query']>[0]) {
        const rows = await connection.query<Row>(statement);
        isAsked.resolve();
        await mayAnswer.promise;
        return rows;
      },
    },
    slots: new Slots({ concurrency: 4, perEndpoint: 4 }),
    leases: { current: lease, handleFailure: () => undefined },
    pausedEndpoints: new PausedEndpoints(),
    log: { error: (fields) => expect.fail(JSON.stringify(fields)) },
    isBacklogged: () => false,
    observeClaim: () => undefined,
    onClaimed: (deliveries) => void (claimed += deliveries.length),
    onNothingFound: () => undefined,
  });
  await rig.queue(endpointId, first);
  claimer.add([{ ...endpoint, sinceMicros: agoMicros(2) }]);
  await isAsked.promise;
  for (const { count, hours } of meanwhile) {
    await rig.queue(endpointId, count, `${hours} hours`);
    claimer.add([{ ...endpoint, sinceMicros: agoMicros(hours + 1) }]);
  }
  mayAnswer.resolve();
  const count = first + meanwhile.reduce((sum, rows) => sum + rows.count, 0);
  await expect.poll(() => claimed, { timeout: 3_000 }).toBe(count);
  await claimer.stop();
  return claimed;
}

test.each([
  ['the claim found all that was due', 1],
  ['the claim found as many as it had slots for', 10],
])('the next claim takes what became visible during a claim and was due earlier: %s', async (_, first) => {
  expect(await claimedOf({ first, meanwhile: [{ count: 3, hours: 5 }] })).toBe(first + 3);
});

test.each([1, 10])('a claim begins at the earliest of several announcements during the claim before it (which took %i)', async (first) => {
  const meanwhile = [
    { count: 3, hours: 9 },
    { count: 3, hours: 5 },
  ];
  expect(await claimedOf({ first, meanwhile })).toBe(first + 6);
});
