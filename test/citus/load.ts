import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { order } from '../records/records.ts';
import type { TestAgency, TestService } from '../support/service.ts';

/** Brings in orders of each agency, one after the other, over one service after the other. */
export class Load {
  /** Ids of orders, by agency. */
  readonly acknowledged: readonly string[][];
  readonly #loops: Promise<void>[];
  readonly #requests = new Set<Promise<void>>();
  #service: TestService | undefined;
  #hasEnded = false;

  constructor(agencies: readonly TestAgency[]) {
    this.acknowledged = agencies.map(() => []);
    this.#loops = agencies.map(({ id }, place) => this.#repeat(id, this.acknowledged[place]!));
  }

  over(service: TestService): void {
    this.#service = service;
  }

  /** Resolves when requests in flight are answered. */
  async pause(): Promise<void> {
    this.#service = undefined;
    await Promise.all(this.#requests);
  }

  /** Waits until each agency has so many more orders. */
  async grownBy(count: number): Promise<void> {
    const before = this.acknowledged.map(({ length }) => length);
    const least = () => Math.min(...this.acknowledged.map(({ length }, place) => length - before[place]!));
    await expect.poll(least, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.all(this.#loops);
  }

  async #repeat(agencyId: string, acknowledged: string[]): Promise<void> {
    while (!this.#hasEnded) {
      if (!this.#service) {
        await sleep(20);
        continue;
      }
      const request = this.#bring(this.#service, agencyId, acknowledged);
      this.#requests.add(request);
      await request;
      this.#requests.delete(request);
    }
  }

  async #bring(service: TestService, agencyId: string, acknowledged: string[]): Promise<void> {
    const record = order(`load-${acknowledged.length}`, 'c1', { created_at: '2026-03-01T10:00:00Z' });
    const answer = await service.operator('POST', `/operator/v1/agencies/${agencyId}/records`, { records: [record] });
    expect(answer.status, answer.text).toBe(200);
    acknowledged.push(record.id);
  }
}
