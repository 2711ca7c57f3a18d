import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointLife } from './endpoint-life.ts';
import type { Market, MarketAgency } from './market.ts';
import type { Random } from './random.ts';

/** Lifetime of an endpoint that is created and deleted. */
const staysMs = [8_000, 30_000] as const;

/** The requests of all callers during a run, in concurrent lanes. */
export class Workload {
  readonly #market: Market;
  readonly #lanes: Promise<void>[];
  #isOver = false;

  constructor(market: Market, random: Random) {
    this.#market = market;
    const [second, last] = [market.agencies[1]!, market.agencies.at(-1)!];
    const ofAgency = (agency: MarketAgency) => market.endpoints.filter(({ agencyId }) => agencyId === agency.id);
    // The first endpoint of each agency and the endpoints with special behaviour stay unchanged.
    const paused = [ofAgency(second).at(-1)!, ofAgency(last).at(-1)!];
    this.#lanes = [
      ...market.agencies.flatMap((agency) => [
        this.#lane(random, 40, 250, (drawn) => this.#ingestOne(agency, drawn)),
        this.#lane(random, 40, 250, (drawn) => this.#ingestOne(agency, drawn)),
        this.#lane(random, 2_000, 8_000, (drawn) => this.#ingestBatch(agency, drawn)),
        this.#lane(random, 1_500, 2_500, () => market.lookAtBreakers(agency)),
      ]),
      ...paused.map((endpoint) => this.#lane(random, 1_000, 9_000, (drawn) => this.#pause(endpoint, drawn))),
      this.#lane(random, 1_000, 4_000, (drawn) => this.#createAndDelete(last, drawn)),
      this.#lane(random, 1_000, 3_000, async (drawn) => market.replayOne(drawn.pick(this.#existing()))),
      this.#lane(random, 8_000, 20_000, async (drawn) => void (await market.replayAll(drawn.pick(this.#existing())))),
    ];
  }

  /** Resolves when no request is in progress. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  async #lane(random: Random, minPauseMs: number, maxPauseMs: number, act: (random: Random) => Promise<void>): Promise<void> {
    const drawn = random.apart();
    while (!this.#isOver) {
      await act(drawn);
      await this.#pauseFor(drawn.between(minPauseMs, maxPauseMs));
    }
  }

  #existing(): EndpointLife[] {
    return this.#market.endpoints.filter(({ state }) => state !== 'deleted');
  }

  #ingestOne(agency: MarketAgency, random: Random): Promise<void> {
    const isRefund = agency.orders.length > 0 && random.chance(0.1);
    return this.#market.ingest(agency, isRefund ? 0 : 1, isRefund ? 1 : 0, () => this.#repeats(random));
  }

  #ingestBatch(agency: MarketAgency, random: Random): Promise<void> {
    return this.#market.ingest(agency, random.count(10, 120), random.count(0, 6), () => this.#repeats(random));
  }

  #repeats(random: Random): boolean {
    return !this.#isOver && random.chance(0.7);
  }

  async #pause(endpoint: EndpointLife, random: Random): Promise<void> {
    await this.#market.setStatus(endpoint, 'disabled');
    await this.#pauseFor(random.between(500, 6_000));
    while (!this.#isOver && !(await this.#market.setStatus(endpoint, 'active'))) await sleep(500);
  }

  async #createAndDelete(agency: MarketAgency, random: Random): Promise<void> {
    const endpoint = await this.#market.createEndpoint(agency, random.pick(['steady', 'flaky', 'resetting']));
    if (!endpoint) return;
    await this.#pauseFor(random.between(...staysMs));
    while (!this.#isOver && !(await this.#market.deleteEndpoint(endpoint))) await sleep(500);
  }

  async #pauseFor(ms: number): Promise<void> {
    for (const until = Date.now() + ms; Date.now() < until && !this.#isOver;) await sleep(50);
  }
}
