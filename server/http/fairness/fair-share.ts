import type { Problem } from '../../problems/problem.ts';
import { type ActiveAgencies, forgottenMs } from './active-agencies.ts';
import { AgencyQueue, type WaitingRequest, type Work } from './agency-queue.ts';

/** The most requests that wait. */
export interface WaitingBounds {
  readonly ofKey: number;
  readonly ofAgency: number;
  readonly ofAll: number;
}

/**
 * Why a request is refused: the queue of the key, of the agency, or of all agencies is full; or it waited too long behind other requests of its
 * agency, or behind those of other agencies.
 */
export type RefusalReason = 'ofKey' | 'ofAgency' | 'ofAll' | 'lateByOwn' | 'lateByOthers';

export interface FairShareOptions {
  /** Requests at once in all; an agency that is alone may have half of them. */
  readonly atOnce: number;
  /** Requests at once of an agency while others are active … */
  readonly atOnceBesideOthers: number;
  /** … or of one that floods them, where the requests of all others share their work. */
  readonly isForFloods: boolean;
  readonly atOnceOfKey: number;
  /** Where an agency rests, the place of a request stays empty for so many times as long as the request took. */
  readonly restsPerWork: number;
  readonly waiting: WaitingBounds;
  /** How long a request waits at most. */
  readonly waitMs: number;
  /** What a request is refused with that may come again after so many seconds. */
  readonly refusal: (reason: RefusalReason, seconds: number) => Problem;
  /** Milliseconds, never going back. */
  readonly now?: () => number;
}

/** Until requests have been measured. */
const firstEstimateMs = 10;

/** No rest is longer, so that who waits behind a long request is served within its patience. */
const longestRestMs = 1_000;

/** An agency that took less than this lately does not rest: a page that sends ten requests at once is not a flood. */
const restlessMs = 300;

const oneOfManyMeans = 0.05;

/** The most costly requests among those that run at once. */
const costlyPart = 0.25;

/**
 * Makes agencies take turns. Free places go to the agency that used the least time recently, and within it to its keys
 * in turn. An agency that is alone may use half of what there is. While others are active it has a share, so that no one finds
 * everything taken, and one that floods them rests between its requests, so that the machine is free for the
 * others most of the time. A request that would wait too long, or behind too many of its own agency, is refused; no request waits, or is
 * refused, because of the number of another agency's requests.
 */
export class FairShare {
  readonly #options: FairShareOptions;
  readonly #active: ActiveAgencies;
  readonly #now: () => number;
  readonly #queues = new Map<string, AgencyQueue>();
  #running = 0;
  #runningCostly = 0;
  readonly #withWaiting = new Set<AgencyQueue>();
  #waitingCount = 0;
  #forgotAt = 0;
  #meanMs = firstEstimateMs;
  #meanCostlyMs = firstEstimateMs;

  /** Of the agencies that are active, also elsewhere, depends who is alone. */
  constructor(options: FairShareOptions, active: ActiveAgencies) {
    this.#options = options;
    this.#active = active;
    this.#now = options.now ?? (() => performance.now());
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  /** Runs the work when it is its turn. Undefined where the caller had gone by then: the work was not begun. */
  async run<Result>(work: Work, gone: AbortSignal | undefined, action: () => Promise<Result>): Promise<Result | undefined> {
    this.#active.come(work.agencyId, this.#now());
    try {
      return (await this.#enter(work, gone)) ? await this.#work(work, action) : undefined;
    } finally {
      this.#active.go(work.agencyId, this.#now());
    }
  }

  async #work<Result>(work: Work, action: () => Promise<Result>): Promise<Result> {
    const begunAt = this.#now();
    try {
      return await action();
    } finally {
      this.#leave(work, this.#now() - begunAt);
    }
  }

  async #enter(work: Work, gone: AbortSignal | undefined): Promise<boolean> {
    if (gone?.aborted) return false;
    const now = this.#now();
    const queue = this.#queueOf(work.agencyId, now);
    if (this.#mayBegin(queue, work)) {
      this.#begin(queue, work);
      return true;
    }
    this.#checkRoom(queue, work);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
      };
      const waiting: WaitingRequest = {
        work,
        begin: () => (end(), resolve(true)),
        refuse: (error) => (end(), reject(error)),
      };
      const leave = (): void => {
        this.#remove(queue, waiting);
        end();
        resolve(false);
      };
      const timer = setTimeout(() => {
        this.#remove(queue, waiting);
        waiting.refuse(this.#refusal(this.#mayBeginAmongOwn(queue, work) ? 'lateByOthers' : 'lateByOwn', queue, work));
      }, this.#options.waitMs);
      gone?.addEventListener('abort', leave);
      this.#join(queue, waiting);
    });
  }

  #queueOf(agencyId: string, now: number): AgencyQueue {
    let queue = this.#queues.get(agencyId);
    if (!queue) {
      this.#forgetIdle(now);
      queue = new AgencyQueue();
      this.#queues.set(agencyId, queue);
    }
    queue.activeAt = now;
    return queue;
  }

  #forgetIdle(now: number): void {
    if (now - this.#forgotAt < 1_000) return;
    this.#forgotAt = now;
    for (const [agencyId, queue] of this.#queues) {
      if (queue.running === 0 && queue.waitingCount === 0 && now - queue.activeAt > forgottenMs) this.#queues.delete(agencyId);
    }
  }

  get #isOneAlone(): boolean {
    return this.#active.isOneAlone(this.#now());
  }

  /** Whether an agency has only the share that it gets while others are active. */
  #isBounded(agencyId: string): boolean {
    return this.#options.isForFloods ? this.#active.floods(agencyId, this.#now()) : !this.#isOneAlone;
  }

  /** How many requests of an agency may run at once. */
  #placesOf(isBounded: boolean, isCostly: boolean): number {
    const part = isCostly ? costlyPart : 1;
    const { atOnce, atOnceBesideOthers } = this.#options;
    const most = Math.floor((atOnce * part) / 2);
    return Math.max(1, isBounded ? Math.min(most, Math.floor(atOnceBesideOthers * part)) : most);
  }

  #hasOwnPlace(queue: AgencyQueue, isBounded: boolean): boolean {
    const resting = isBounded ? queue.resting : 0;
    return queue.running + resting < this.#placesOf(isBounded, false);
  }

  #mayBegin(queue: AgencyQueue, work: Work): boolean {
    const { atOnce } = this.#options;
    if (this.#running >= atOnce || (work.isCostly && this.#runningCostly >= atOnce * costlyPart)) return false;
    return this.#mayBeginAmongOwn(queue, work);
  }

  /** Whether the agency's other requests leave it a place. */
  #mayBeginAmongOwn(queue: AgencyQueue, { agencyId, keyId, isCostly }: Work): boolean {
    const isBounded = this.#isBounded(agencyId);
    if (!this.#hasOwnPlace(queue, isBounded) || queue.runningOf(keyId) >= this.#options.atOnceOfKey) return false;
    const restingCostly = isBounded ? queue.restingCostly : 0;
    return !isCostly || queue.runningCostly + restingCostly < this.#placesOf(isBounded, true);
  }

  #begin(queue: AgencyQueue, work: Work): void {
    queue.begin(work);
    this.#running++;
    if (work.isCostly) this.#runningCostly++;
  }

  #leave(work: Work, tookMs: number): void {
    const { agencyId, isCostly } = work;
    const now = this.#now();
    const queue = this.#queueOf(agencyId, now);
    queue.end(work, tookMs, now);
    this.#running--;
    if (isCostly) {
      this.#runningCostly--;
      this.#meanCostlyMs += (tookMs - this.#meanCostlyMs) * oneOfManyMeans;
    } else {
      this.#meanMs += (tookMs - this.#meanMs) * oneOfManyMeans;
    }
    this.#forgetIdle(now);
    if (queue.waitingCount > 0 && this.#rests(agencyId, queue, now)) this.#rest(queue, isCostly, tookMs);
    this.#beginNext(now);
  }

  /** Whether the agency pauses after each request while others of it wait. */
  #rests(agencyId: string, queue: AgencyQueue, now: number): boolean {
    return queue.usedMs(now) > restlessMs && this.#active.floods(agencyId, now);
  }

  #rest(queue: AgencyQueue, isCostly: boolean, tookMs: number): void {
    const costly = isCostly ? 1 : 0;
    queue.resting++;
    queue.restingCostly += costly;
    setTimeout(
      () => {
        queue.resting--;
        queue.restingCostly -= costly;
        this.#beginNext(this.#now());
      },
      Math.min(tookMs * this.#options.restsPerWork, longestRestMs),
    );
  }

  /** Begins whatever may begin, of the agency that took the least time first. */
  #beginNext(now: number): void {
    if (this.#waitingCount === 0) return;
    const order = [...this.#withWaiting].map((queue) => ({ queue, usedMs: queue.usedMs(now) })).sort((a, b) => a.usedMs - b.usedMs);
    for (const { queue } of order) while (this.#beginOfEachKey(queue));
  }

  /** Answers whether any request began. */
  #beginOfEachKey(queue: AgencyQueue): boolean {
    let hasBegun = false;
    for (const [name, lane] of [...queue.lanes]) {
      const [next] = lane;
      if (!next) continue;
      if (this.#running >= this.#options.atOnce || !this.#hasOwnPlace(queue, this.#isBounded(next.work.agencyId))) break;
      if (!this.#mayBegin(queue, next.work)) continue;
      this.#remove(queue, next);
      // The key's other requests come after those of the agency's other keys.
      if (queue.lanes.delete(name) && lane.size > 0) queue.lanes.set(name, lane);
      queue.turns.take(this.#now());
      this.#begin(queue, next.work);
      next.begin();
      hasBegun = true;
    }
    return hasBegun;
  }

  #join(queue: AgencyQueue, waiting: WaitingRequest): void {
    queue.join(waiting, this.#now());
    this.#waitingCount++;
    this.#withWaiting.add(queue);
  }

  #remove(queue: AgencyQueue, waiting: WaitingRequest): void {
    if (!queue.remove(waiting)) return;
    this.#waitingCount--;
    if (queue.waitingCount === 0) this.#withWaiting.delete(queue);
  }

  /** Refuses where the key, the agency, or all of them have as many waiting as may. */
  #checkRoom(queue: AgencyQueue, work: Work): void {
    const { waiting } = this.#options;
    if (queue.waitingOf(work.keyId) >= waiting.ofKey) throw this.#refusal('ofKey', queue, work);
    if (queue.waitingCount >= waiting.ofAgency) throw this.#refusal('ofAgency', queue, work);
    if (this.#waitingCount >= waiting.ofAll) this.#shed(queue, work);
  }

  /** Makes room: the agency with the most waiting loses its least urgent request. */
  #shed(own: AgencyQueue, work: Work): void {
    const longest = [...this.#withWaiting].reduce((a, b) => (b.waitingCount > a.waitingCount ? b : a));
    if (longest === own && work.isRepeatable) throw this.#refusal('ofAll', own, work);
    const shed = longest.leastUrgent;
    if (!shed) return;
    this.#remove(longest, shed);
    shed.refuse(this.#refusal('ofAll', longest, shed.work));
  }

  /** Estimates when all waiting requests have begun, at the present pace. None of them waits for longer than `waitMs`. */
  #refusal(reason: RefusalReason, queue: AgencyQueue, { agencyId, isCostly }: Work): Problem {
    const { restsPerWork, atOnceOfKey, waitMs, refusal } = this.#options;
    const now = this.#now();
    const meanMs = (isCostly ? this.#meanCostlyMs : this.#meanMs) * (this.#rests(agencyId, queue, now) ? 1 + restsPerWork : 1);
    const places = Math.min(atOnceOfKey, this.#placesOf(this.#isBounded(agencyId), isCostly));
    const untilAllBegan = queue.waitingCount === 0 ? 0 : queue.waitingCount * queue.turns.msOfOne(now, meanMs / places);
    return refusal(reason, Math.max(1, Math.ceil(Math.min(untilAllBegan, waitMs) / 1_000)));
  }
}
