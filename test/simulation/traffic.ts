import { setImmediate } from 'node:timers/promises';

/** Something that a process asks of the database. */
interface Asked {
  readonly asker: Asker;
  /** The number of the connection's backend, where there is one. */
  readonly backend: number | undefined;
  readonly run: () => Promise<unknown>;
}

/** A paused process sends nothing. */
export interface Asker {
  readonly standsStill: boolean;
}

/** More statements at one instant mean an endless loop. */
const maxConcurrent = 3_000;

/** A statement without a response for so long may wait for a lock. */
const patienceMs = 20;

/** Seen waiting so often in a row, it waits for another statement of the simulation, not for the server's own work. */
const waitsSeen = 3;

/**
 * All statements of all processes go through here, one at a time and in an order that the seed determines. One that waits for
 * a lock lets others continue.
 */
export class Traffic {
  readonly #isBlocked: (backend: number) => Promise<boolean>;
  readonly #waiting: Asked[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #random = 0;

  constructor(isBlocked: (backend: number) => Promise<boolean>) {
    this.#isBlocked = isBlocked;
  }

  begin(seed: number): void {
    this.#random = seed;
  }

  ask<Result>(asker: Asker, backend: number | undefined, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asker, backend, run: () => work().then(resolve, reject) });
    });
  }

  /** Continues until there is no statement and nothing follows from the last response. */
  async calm(): Promise<void> {
    let count = 0;
    for (let quiet = 0; quiet < 3; quiet++) {
      await setImmediate();
      await setImmediate();
      const ready = this.#waiting.filter(({ asker }) => !asker.standsStill);
      if (ready.length > 0) {
        quiet = -1;
        if (++count > maxConcurrent) throw new Error('what follows from one instant has no end');
        await this.#runOne(ready);
      } else if (this.#running.size > 0) {
        quiet = -1;
        await Promise.race(this.#running);
      }
    }
  }

  async #runOne(ready: readonly Asked[]): Promise<void> {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    const asked = ready[Math.floor((this.#random / 2 ** 32) * ready.length)]!;
    this.#waiting.splice(this.#waiting.indexOf(asked), 1);
    const { backend, run } = asked;
    let isOver = false;
    const running = run().finally(() => {
      isOver = true;
      this.#running.delete(running);
    });
    this.#running.add(running);
    for (let waits = 0; !isOver;) {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([running, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
      clearTimeout(timer);
      if (isOver || backend === undefined) continue;
      waits = (await this.#isBlocked(backend)) ? waits + 1 : 0;
      if (waits === waitsSeen) return;
    }
  }
}
