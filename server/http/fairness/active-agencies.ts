/** Use and demand decay by two thirds in this time. */
export const decayMs = 2_000;

/** An agency without requests for this long gives up its share. */
export const inactiveMs = 5_000;

/** An agency floods if its demand is this many times the median of the others. */
const floodFactor = 4;

/** The median demand is computed again after this time. */
const medianMs = 100;

/** The requests of an agency in all queues. */
interface Demand {
  requests: number;
  /** The most requests at once, which decays from `peakAt` on. */
  peak: number;
  peakAt: number;
  seenAt: number;
}

const demandOf = ({ requests, peak, peakAt }: Demand, now: number) => Math.max(requests, peak * Math.exp((peakAt - now) / decayMs));

/** The agencies that have requests in any queue, and how many at once. */
export class ActiveAgencies {
  readonly #agencies = new Map<string, Demand>();
  #cleanedAt = 0;
  #median = 0;
  #medianAt = -Infinity;

  begin(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId) ?? { requests: 0, peak: 0, peakAt: now, seenAt: now };
    known.requests++;
    if (known.requests >= demandOf(known, now)) Object.assign(known, { peak: known.requests, peakAt: now });
    if (known.requests === 1) this.#agencies.set(agencyId, known);
  }

  /** Called once for each `begin`. */
  end(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId)!;
    known.requests--;
    known.seenAt = now;
  }

  hasOneAtMost(now: number): boolean {
    this.#removeInactive(now);
    return this.#agencies.size <= 1;
  }

  /** Agencies with similar demand, however high, do not count as a flood. */
  isFlooding(agencyId: string, now: number): boolean {
    if (this.hasOneAtMost(now)) return false;
    const demand = this.#agencies.get(agencyId);
    return demand !== undefined && demandOf(demand, now) >= floodFactor * this.#medianDemand(now);
  }

  /** The median of the agencies other than the busiest one. */
  #medianDemand(now: number): number {
    if (now - this.#medianAt >= medianMs) {
      const demands = [...this.#agencies.values()].map((demand) => demandOf(demand, now)).sort((a, b) => a - b);
      this.#median = Math.max(1, demands[(demands.length - 2) >> 1]!);
      this.#medianAt = now;
    }
    return this.#median;
  }

  #removeInactive(now: number): void {
    if (now - this.#cleanedAt < 1_000) return;
    this.#cleanedAt = now;
    for (const [agencyId, { requests, seenAt }] of this.#agencies) {
      if (requests === 0 && now - seenAt > inactiveMs) this.#agencies.delete(agencyId);
    }
  }
}
