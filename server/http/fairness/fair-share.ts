import type { Problem } from '../../problems/problem.ts';
import { type ActiveAgencies, inactiveMs } from './active-agencies.ts';
import { AgencyQueue, type WaitingRequest, type Work } from './agency-queue.ts';

/**
 * The queue of the key, of the agency or of all agencies is full. Or the wait was too long, because of the agency's own requests or of
 * others.
 */
export type RefusalReason = 'keyFull' | 'agencyFull' | 'allFull' | 'lateByOwn' | 'lateByOthers';

export interface FairShareOptions {
  /** Concurrent requests of all agencies. An agency that is alone may use half of them. */
  readonly concurrency: number;
  /** Concurrent requests of one agency while others are active. */
  readonly contendedConcurrency: number;
  /** Whether `contendedConcurrency` applies only to an agency that floods the others. */
  readonly limitsOnlyFloods: boolean;
  readonly concurrencyOfKey: number;
  /** After a request of a flooding agency, its slot stays empty for this many times the duration of the request. */
  readonly pausePerRequest: number;
  readonly maxWaiting: { readonly ofKey: number; readonly ofAgency: number; readonly ofAll: number };
  readonly waitMs: number;
  /** Makes the refusal of a request that may be repeated after some seconds. */
  readonly refusal: (reason: RefusalReason, seconds: number) => Problem;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** The assumed duration of a request before any was measured. */
const firstEstimateMs = 10;

/** Caps the pause, so that a request queued behind a long one does not time out. */
const maxPauseMs = 1_000;

/** An agency that used less time than this recently does not pause. So a page that sends ten requests at once is not a flood. */
const freeMs = 300;

/** The weight of a request in the mean duration. */
const meanWeight = 0.05;

/** Costly requests may use this part of the slots. */
const costlyPart = 0.25;

/**
 * Shares the slots of requests between agencies. A free slot goes to the agency that used the least time recently, and within it to its
 * keys in turn. While other agencies are active, an agency can use only a part of the slots, and a flooding agency pauses after each
 * request. A request that would wait too long, or behind too many of its own agency, is refused. The number of another agency's requests
 * neither delays nor refuses a request.
 */
export class FairShare {
  readonly #options: FairShareOptions;
  readonly #active: ActiveAgencies;
  readonly #now: () => number;
  readonly #queues = new Map<string, AgencyQueue>();
  readonly #withWaiting = new Set<AgencyQueue>();
  #running = 0;
  #runningCostly = 0;
  #waitingCount = 0;
  #cleanedAt = 0;
  #meanMs = firstEstimateMs;
  #meanCostlyMs = firstEstimateMs;

  /** `active` also counts agencies in other queues. */
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

  /** Runs the action when a slot is free. Undefined if the caller disconnected before: then the action does not run. */
  async run<Result>(work: Work, gone: AbortSignal | undefined, action: () => Promise<Result>): Promise<Result | undefined> {
    this.#active.begin(work.agencyId, this.#now());
    try {
      if (!(await this.#enter(work, gone))) return undefined;
      const startedAt = this.#now();
      try {
        return await action();
      } finally {
        this.#leave(work, this.#now() - startedAt);
      }
    } finally {
      this.#active.end(work.agencyId, this.#now());
    }
  }

  async #enter(work: Work, gone: AbortSignal | undefined): Promise<boolean> {
    if (gone?.aborted) return false;
    const queue = this.#queueOf(work.agencyId, this.#now());
    if (this.#mayBegin(queue, work)) {
      this.#begin(queue, work);
      return true;
    }
    this.#makeRoom(queue, work);
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
        waiting.refuse(this.#refusal(this.#hasOwnSlot(queue, work) ? 'lateByOthers' : 'lateByOwn', queue, work));
      }, this.#options.waitMs);
      gone?.addEventListener('abort', leave);
      queue.add(waiting, this.#now());
      this.#waitingCount++;
      this.#withWaiting.add(queue);
    });
  }

  #queueOf(agencyId: string, now: number): AgencyQueue {
    let queue = this.#queues.get(agencyId);
    if (!queue) {
      this.#removeIdle(now);
      queue = new AgencyQueue();
      this.#queues.set(agencyId, queue);
    }
    queue.activeAt = now;
    return queue;
  }

  #removeIdle(now: number): void {
    if (now - this.#cleanedAt < 1_000) return;
    this.#cleanedAt = now;
    for (const [agencyId, queue] of this.#queues) {
      if (queue.running === 0 && queue.waitingCount === 0 && now - queue.activeAt > inactiveMs) this.#queues.delete(agencyId);
    }
  }

  #isContended(agencyId: string): boolean {
    const now = this.#now();
    return this.#options.limitsOnlyFloods ? this.#active.isFlooding(agencyId, now) : !this.#active.hasOneAtMost(now);
  }

  /** The slots of an agency. */
  #slots(isContended: boolean, isCostly: boolean): number {
    const part = isCostly ? costlyPart : 1;
    const { concurrency, contendedConcurrency } = this.#options;
    const most = Math.floor((concurrency * part) / 2);
    return Math.max(1, isContended ? Math.min(most, Math.floor(contendedConcurrency * part)) : most);
  }

  #hasFreeSlot(queue: AgencyQueue, isContended: boolean): boolean {
    return queue.running + (isContended ? queue.paused : 0) < this.#slots(isContended, false);
  }

  #mayBegin(queue: AgencyQueue, work: Work): boolean {
    const { concurrency } = this.#options;
    if (this.#running >= concurrency || (work.isCostly && this.#runningCostly >= concurrency * costlyPart)) return false;
    return this.#hasOwnSlot(queue, work);
  }

  /** Whether the agency's other requests leave a slot for this one. */
  #hasOwnSlot(queue: AgencyQueue, { agencyId, keyId, isCostly }: Work): boolean {
    const isContended = this.#isContended(agencyId);
    if (!this.#hasFreeSlot(queue, isContended) || queue.runningOf(keyId) >= this.#options.concurrencyOfKey) return false;
    return !isCostly || queue.runningCostly + (isContended ? queue.pausedCostly : 0) < this.#slots(isContended, true);
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
      this.#meanCostlyMs += (tookMs - this.#meanCostlyMs) * meanWeight;
    } else {
      this.#meanMs += (tookMs - this.#meanMs) * meanWeight;
    }
    this.#removeIdle(now);
    if (queue.waitingCount > 0 && this.#pauses(agencyId, queue, now)) this.#pause(queue, isCostly, tookMs);
    this.#beginNext(now);
  }

  #pauses(agencyId: string, queue: AgencyQueue, now: number): boolean {
    return queue.usedMs(now) > freeMs && this.#active.isFlooding(agencyId, now);
  }

  #pause(queue: AgencyQueue, isCostly: boolean, tookMs: number): void {
    const costly = isCostly ? 1 : 0;
    queue.paused++;
    queue.pausedCostly += costly;
    setTimeout(
      () => {
        queue.paused--;
        queue.pausedCostly -= costly;
        this.#beginNext(this.#now());
      },
      Math.min(tookMs * this.#options.pausePerRequest, maxPauseMs),
    );
  }

  /** Begins waiting requests while slots are free, of the agency that used the least time first. */
  #beginNext(now: number): void {
    if (this.#waitingCount === 0) return;
    const order = [...this.#withWaiting].map((queue) => ({ queue, usedMs: queue.usedMs(now) })).sort((a, b) => a.usedMs - b.usedMs);
    for (const { queue } of order) while (this.#beginOneOfEachKey(queue));
  }

  /** Returns whether any request began. */
  #beginOneOfEachKey(queue: AgencyQueue): boolean {
    let hasBegun = false;
    for (const [name, lane] of [...queue.lanes]) {
      const [next] = lane;
      if (!next) continue;
      if (this.#running >= this.#options.concurrency || !this.#hasFreeSlot(queue, this.#isContended(next.work.agencyId))) break;
      if (!this.#mayBegin(queue, next.work)) continue;
      this.#remove(queue, next);
      // The key's next request follows those of the agency's other keys.
      if (queue.lanes.delete(name) && lane.size > 0) queue.lanes.set(name, lane);
      queue.noteStart(this.#now());
      this.#begin(queue, next.work);
      next.begin();
      hasBegun = true;
    }
    return hasBegun;
  }

  #remove(queue: AgencyQueue, waiting: WaitingRequest): void {
    if (!queue.remove(waiting)) return;
    this.#waitingCount--;
    if (queue.waitingCount === 0) this.#withWaiting.delete(queue);
  }

  /**
   * Refuses the request if the queue of its key or agency is full. If all queues are full, the longest one loses its least urgent request.
   */
  #makeRoom(own: AgencyQueue, work: Work): void {
    const { maxWaiting } = this.#options;
    if (own.waitingOf(work.keyId) >= maxWaiting.ofKey) throw this.#refusal('keyFull', own, work);
    if (own.waitingCount >= maxWaiting.ofAgency) throw this.#refusal('agencyFull', own, work);
    if (this.#waitingCount < maxWaiting.ofAll) return;
    const longest = [...this.#withWaiting].reduce((a, b) => (b.waitingCount > a.waitingCount ? b : a));
    if (longest === own && work.isRepeatable) throw this.#refusal('allFull', own, work);
    const shed = longest.leastUrgent!;
    this.#remove(longest, shed);
    shed.refuse(this.#refusal('allFull', longest, shed.work));
  }

  /** Estimates from the current pace when all waiting requests will have begun. */
  #refusal(reason: RefusalReason, queue: AgencyQueue, { agencyId, isCostly }: Work): Problem {
    const { pausePerRequest, concurrencyOfKey, waitMs, refusal } = this.#options;
    const now = this.#now();
    const meanMs = (isCostly ? this.#meanCostlyMs : this.#meanMs) * (this.#pauses(agencyId, queue, now) ? 1 + pausePerRequest : 1);
    const slots = Math.min(concurrencyOfKey, this.#slots(this.#isContended(agencyId), isCostly));
    const untilAllBegan = queue.waitingCount === 0 ? 0 : queue.waitingCount * queue.startIntervalMs(now, meanMs / slots);
    return refusal(reason, Math.max(1, Math.ceil(Math.min(untilAllBegan, waitMs) / 1_000)));
  }
}
