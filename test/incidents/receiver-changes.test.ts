import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LeasedDelivery } from '../../server/delivery/claim/leased-delivery.ts';
import { ReceiverChanges } from '../../server/delivery/record/receiver-changes.ts';
import type { ReceiverOutcome } from '../../server/delivery/send/outcome.ts';
import { startRig, type Rig } from '../delivery/rig.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const noRetries: readonly number[] = [];

let rig: Rig;
let receiver: Receiver;
/** The addresses of the name of the receiver. */
let addresses: string[];

beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  await rig.reset();
  await rig.empty('receiver_changes');
  receiver = await startReceiver();
  addresses = ['127.0.0.1'];
  await rig.addEndpoint({ url: receiver.url.replace('127.0.0.1', 'hooks.example.com') });
  rig.deliver({ gatherMs: 5, retrySchedule: noRetries, resolve: () => Promise.resolve(addresses) });
});
afterEach(() => receiver.close());
afterAll(() => rig.close());

/** The receiver answers with this status, and closes the connection, so that its name is resolved again. */
const answer = (status: number, server?: string) =>
  void (receiver.answer = (_request, response) => response.writeHead(status, { ...(server && { server }), connection: 'close' }).end());

/** Waits until so many attempts are recorded. */
async function attempt(count: number) {
  await rig.publish();
  await rig.until('SELECT FROM delivery_minutes GROUP BY endpoint_id HAVING sum(delivered_count + failed_count) >= $1', [count]);
}

const changes = () => rig.rows('SELECT kind, before, after, accepted_at <= failed_at AS is_ordered FROM receiver_changes ORDER BY kind');

test('another server in the first failed attempt is recorded', async () => {
  answer(200, 'gunicorn/20.1 (Debian) x');
  await attempt(1);
  answer(502, 'nginx/1.26.0');
  await attempt(2);
  await rig.until('SELECT FROM receiver_changes');
  expect(await changes()).toEqual([{ kind: 'server', before: 'gunicorn/20.1', after: 'nginx/1.26.0', is_ordered: true }]);
});

test('other addresses of the name in the first failed attempt are recorded, and never shown', async () => {
  answer(200);
  await attempt(1);
  addresses = ['127.0.0.2'];
  await attempt(2);
  await rig.until('SELECT FROM receiver_changes');
  expect(await changes()).toEqual([{ kind: 'address', before: null, after: null, is_ordered: true }]);
});

describe('no change is recorded', () => {
  const target = { agencyId: 'agency', endpointId: 'endpoint', url: 'https://hooks.example.com/in', isListener: false };

  /** The kinds of changes after these attempts, of a status, a server and an address, a second apart. */
  function kindsOf(attempts: readonly (readonly [status: number, server?: string, address?: string, url?: string])[], pauseMs = 1_000) {
    const written: string[] = [];
    let addresses: readonly string[] | undefined;
    const observed = new ReceiverChanges({
      sql: {
        query: ({ values = [] }) => {
          written.push(...(values[4] as string[]));
          return Promise.resolve([]);
        },
      },
      log: { warn: () => undefined },
      knownHosts: {
        addressesOf: (hostname) => (hostname === 'hooks.example.com' ? addresses : undefined),
        certificateEndOf: () => undefined,
      },
    });
    attempts.forEach(([status, server, address, url = target.url], index) => {
      addresses = address === undefined ? undefined : address.split(' ');
      const outcome = { error: status === 200 ? null : 'http_status', server } as ReceiverOutcome;
      observed.observe({ ...target, url } as LeasedDelivery['target'], index * pauseMs, outcome);
    });
    return written;
  }

  const both = ['server', 'address'];
  const healthy = [200, 'nginx', '1.1.1.1'] as const;
  const broken = [500, 'caddy', '2.2.2.2'] as const;

  test('of the same receiver, whereas another one is', () => {
    expect(kindsOf([healthy, [500, 'nginx', '1.1.1.1']])).toEqual([]);
    expect(kindsOf([healthy, broken])).toEqual(both);
  });

  test('without an accepted attempt before, or with an unreadable header', () => {
    expect(kindsOf([broken])).toEqual([]);
    expect(kindsOf([[200], [500, 'caddy']])).toEqual([]);
    expect(
      kindsOf([
        [200, 'nginx'],
        [500, '<b>call us</b>'],
      ]),
    ).toEqual([]);
  });

  test('if the first failed attempt was answered by the known one', () => {
    expect(kindsOf([healthy, [500, 'nginx', '1.1.1.1'], broken])).toEqual([]);
  });

  test('of a receiver that alternates, in accepted attempts or within a minute', () => {
    expect(kindsOf([[200, 'caddy', '2.2.2.2'], healthy, broken])).toEqual([]);
    expect(kindsOf([healthy, broken, healthy, broken, healthy, broken])).toEqual(both);
    expect(kindsOf([healthy, broken, healthy, broken], 60_000)).toEqual([...both, ...both]);
  });

  test('of a name whose addresses overlap, or change all the time', () => {
    expect(
      kindsOf([
        [200, 'nginx', '1.1.1.1 2.2.2.2'],
        [500, 'nginx', '2.2.2.2 3.3.3.3'],
      ]),
    ).toEqual([]);
    const rotating = ['1.1.1.1', '3.3.3.3', '4.4.4.4'].map((address) => [200, 'nginx', address] as const);
    expect(kindsOf([...rotating, [500, 'nginx', '2.2.2.2']])).toEqual([]);
  });

  test('after a change of the URL', () => {
    expect(kindsOf([healthy, [500, 'caddy', '2.2.2.2', 'https://hooks.example.com/other']])).toEqual([]);
  });
});
