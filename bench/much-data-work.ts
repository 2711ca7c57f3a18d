import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointsOfAgency } from './much-data-amounts.ts';
import type { Receiver } from './delivery-receiving.ts';
import { largeDatabase } from './much-data-people.ts';
import type { MuchDataServer } from './much-data-server.ts';
import type { Cost, StatementCounts } from './much-data-statements.ts';
import { operate } from './neighbours-agency.ts';
import type { RunningService } from './service.ts';

/** Where facts arrive: agencies in the order of their size, with how many creators and fans each has. */
export interface Seller {
  readonly id: string;
  readonly creators: number;
  readonly fans: number;
  readonly weight: number;
}

export async function readSellers(server: MuchDataServer): Promise<Seller[]> {
  return server.run<Seller & Record<string, unknown>>(
    largeDatabase,
    'SELECT id, creators, fans, (1.0 / number)::float8 AS weight FROM bench.agencies ORDER BY number',
  );
}

/** Sends orders as the upstream platform does, of the agencies at random, the largest ones most often. */
export class Upstream {
  readonly #service: RunningService;
  readonly #sellers: readonly Seller[];
  readonly #total: number;

  constructor(service: RunningService, sellers: readonly Seller[]) {
    this.#service = service;
    this.#sellers = sellers;
    this.#total = sellers.reduce((sum, { weight }) => sum + weight, 0);
  }

  async send(count = 1): Promise<void> {
    const seller = this.#pick();
    const records = Array.from({ length: count }, () => orderOf(seller));
    await operate(this.#service, `/operator/v1/agencies/${seller.id}/records`, { records });
  }

  #pick(): Seller {
    let left = Math.random() * this.#total;
    for (const seller of this.#sellers) {
      left -= seller.weight;
      if (left <= 0) return seller;
    }
    return this.#sellers[0]!;
  }
}

const three = (n: number) => String(n).padStart(3, '0');

function orderOf({ creators, fans }: Seller): object {
  const fan = 1 + Math.floor(Math.random() ** 2 * fans);
  return {
    type: 'order',
    id: randomUUID(),
    order_type: 'push',
    creator_id: `creator-${three(1 + (fan % creators))}`,
    fan_id: `fan-${fan}`,
    user_id: 'employee-1',
    message_id: null,
    amount_cents: 500,
    created_at: new Date().toISOString(),
  };
}

async function inFlight(count: number, atOnce: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const sender = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
}

export type NamedCosts = ReadonlyMap<string, Cost>;

async function deliver(counts: StatementCounts, receiver: Receiver, facts: number, sendAll: () => Promise<void>): Promise<NamedCosts> {
  const expected = await receiver.expect(facts * endpointsOfAgency);
  await counts.reset();
  await sendAll();
  await expected.reached();
  // Outcomes are gathered before they are written, and histories are counted seconds later.
  await sleep(12_000);
  return counts.named(facts);
}

/** Facts one by one and in batches, of all agencies, each delivered to five endpoints: what their statements cost per call. */
export async function measureDelivery(
  counts: StatementCounts,
  upstream: Upstream,
  receiver: Receiver,
  facts: number,
): Promise<{ readonly single: NamedCosts; readonly batches: NamedCosts }> {
  const batch = 500;
  const oneByOne = () => inFlight(facts, 8, () => upstream.send());
  const inBatches = () => inFlight(Math.ceil(facts / batch), 4, () => upstream.send(batch));
  // The first ones plan and fill caches.
  await deliver(counts, receiver, facts, oneByOne);
  return {
    single: await deliver(counts, receiver, facts, oneByOne),
    batches: await deliver(counts, receiver, Math.ceil(facts / batch) * batch, inBatches),
  };
}
