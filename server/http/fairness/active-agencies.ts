/** What has been used counts for less and less: a third of it after so long. */
export const memoryMs = 2_000;

/** An agency that asks for nothing for so long leaves what it had to the others. */
export const forgottenMs = 5_000;

/** One that asks for so many times as much at once as half of the others floods the service. */
const floodFactor = 4;

/** What half of the agencies ask for at once is computed again after so long. */
const usualForMs = 100;

/** What an agency asks for, of whatever turns. */
interface Demand {
  requests: number;
  /** The most requests at once lately: they count for less and less, as time that was used does. */
  most: number;
  mostAt: number;
  seenAt: number;
}

const demandOf = ({ requests, most, mostAt }: Demand, now: number) => Math.max(requests, most * Math.exp((mostAt - now) / memoryMs));

/** Which agencies ask for anything, of whatever turns, and how much at once. */
export class ActiveAgencies {
  readonly #agencies = new Map<string, Demand>();
  #forgotAt = 0;
  #usual = 0;
  #usualAt = -Infinity;

  come(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId) ?? { requests: 0, most: 0, mostAt: now, seenAt: now };
    known.requests++;
    if (known.requests >= demandOf(known, now)) Object.assign(known, { most: known.requests, mostAt: now });
    if (known.requests === 1) this.#agencies.set(agencyId, known);
  }

  /** Once for each time that it came. */
  go(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId)!;
    known.requests--;
    known.seenAt = now;
  }

  isOneAlone(now: number): boolean {
    this.#forget(now);
    return this.#agencies.size <= 1;
  }

  /** Whether an agency asks for much more at once than half of the others do: similar agencies, however busy, do not count as a flood. */
  floods(agencyId: string, now: number): boolean {
    if (this.isOneAlone(now)) return false;
    const demand = this.#agencies.get(agencyId);
    return demand !== undefined && demandOf(demand, now) >= floodFactor * this.#usualDemand(now);
  }

  #usualDemand(now: number): number {
    if (now - this.#usualAt >= usualForMs) {
      const demands = [...this.#agencies.values()].map((demand) => demandOf(demand, now)).sort((a, b) => a - b);
      // The median of the agencies other than the busiest one.
      this.#usual = Math.max(1, demands[(demands.length - 2) >> 1]!);
      this.#usualAt = now;
    }
    return this.#usual;
  }

  #forget(now: number): void {
    if (now - this.#forgotAt < 1_000) return;
    this.#forgotAt = now;
    for (const [agencyId, { requests, seenAt }] of this.#agencies) {
      if (requests === 0 && now - seenAt > forgottenMs) this.#agencies.delete(agencyId);
    }
  }
}
