import type { Problem } from '../../problems/problem.ts';
import { type ActiveAgencies, forgottenMs, Share, type WaitingRequest, type Work } from './share.ts';

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

/** The queue of one key for one class of work. */
const laneOf = (keyId: string, isCostly: boolean) => `${keyId} ${isCostly}`;

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
  readonly #shares = new Map<string, Share>();
  #running = 0;
  #runningCostly = 0;
  readonly #withWaiting = new Set<Share>();
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
    const share = this.#shareOf(work.agencyId, now);
    if (this.#mayBegin(share, work)) {
      this.#begin(share, work);
      return true;
    }
    this.#checkRoom(share, work);
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
        this.#remove(share, waiting);
        end();
        resolve(false);
      };
      const timer = setTimeout(() => {
        this.#remove(share, waiting);
        waiting.refuse(this.#refusal(this.#mayBeginAmongOwn(share, work) ? 'lateByOthers' : 'lateByOwn', share, work));
      }, this.#options.waitMs);
      gone?.addEventListener('abort', leave);
      this.#join(share, waiting);
    });
  }

  #shareOf(agencyId: string, now: number): Share {
    let share = this.#shares.get(agencyId);
    if (!share) {
      this.#forgetIdle(now);
      share = new Share();
      this.#shares.set(agencyId, share);
    }
    share.activeAt = now;
    return share;
  }

  #forgetIdle(now: number): void {
    if (now - this.#forgotAt < 1_000) return;
    this.#forgotAt = now;
    for (const [agencyId, share] of this.#shares) {
      if (share.running === 0 && share.waitingCount === 0 && now - share.activeAt > forgottenMs) this.#shares.delete(agencyId);
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

  #hasOwnPlace(share: Share, isBounded: boolean): boolean {
    const resting = isBounded ? share.resting : 0;
    return share.running + resting < this.#placesOf(isBounded, false);
  }

  #mayBegin(share: Share, work: Work): boolean {
    const { atOnce } = this.#options;
    if (this.#running >= atOnce || (work.isCostly && this.#runningCostly >= atOnce * costlyPart)) return false;
    return this.#mayBeginAmongOwn(share, work);
  }

  /** Whether the agency's other requests leave it a place. */
  #mayBeginAmongOwn(share: Share, { agencyId, keyId, isCostly }: Work): boolean {
    const isBounded = this.#isBounded(agencyId);
    if (!this.#hasOwnPlace(share, isBounded) || (share.runningOfKey.get(keyId) ?? 0) >= this.#options.atOnceOfKey) return false;
    const restingCostly = isBounded ? share.restingCostly : 0;
    return !isCostly || share.runningCostly + restingCostly < this.#placesOf(isBounded, true);
  }

  #begin(share: Share, { keyId, isCostly }: Work): void {
    share.running++;
    share.runningOfKey.set(keyId, (share.runningOfKey.get(keyId) ?? 0) + 1);
    this.#running++;
    if (!isCostly) return;
    share.runningCostly++;
    this.#runningCostly++;
  }

  #leave({ agencyId, keyId, isCostly }: Work, tookMs: number): void {
    const now = this.#now();
    const share = this.#shareOf(agencyId, now);
    share.use(tookMs, now);
    share.running--;
    const left = share.runningOfKey.get(keyId)! - 1;
    if (left > 0) share.runningOfKey.set(keyId, left);
    else share.runningOfKey.delete(keyId);
    this.#running--;
    if (isCostly) {
      share.runningCostly--;
      this.#runningCostly--;
      this.#meanCostlyMs += (tookMs - this.#meanCostlyMs) * oneOfManyMeans;
    } else {
      this.#meanMs += (tookMs - this.#meanMs) * oneOfManyMeans;
    }
    this.#forgetIdle(now);
    if (share.waitingCount > 0 && this.#rests(agencyId, share, now)) this.#rest(share, isCostly, tookMs);
    this.#beginNext(now);
  }

  /** Whether the agency pauses after each request while others of it wait. */
  #rests(agencyId: string, share: Share, now: number): boolean {
    return share.usedMs(now) > restlessMs && this.#active.floods(agencyId, now);
  }

  #rest(share: Share, isCostly: boolean, tookMs: number): void {
    const costly = isCostly ? 1 : 0;
    share.resting++;
    share.restingCostly += costly;
    setTimeout(
      () => {
        share.resting--;
        share.restingCostly -= costly;
        this.#beginNext(this.#now());
      },
      Math.min(tookMs * this.#options.restsPerWork, longestRestMs),
    );
  }

  /** Begins whatever may begin, of the agency that took the least time first. */
  #beginNext(now: number): void {
    if (this.#waitingCount === 0) return;
    const order = [...this.#withWaiting].map((share) => ({ share, usedMs: share.usedMs(now) })).sort((a, b) => a.usedMs - b.usedMs);
    for (const { share } of order) while (this.#beginOfEachKey(share));
  }

  /** Answers whether any request began. */
  #beginOfEachKey(share: Share): boolean {
    let hasBegun = false;
    for (const [name, lane] of [...share.lanes]) {
      const [next] = lane;
      if (!next) continue;
      if (this.#running >= this.#options.atOnce || !this.#hasOwnPlace(share, this.#isBounded(next.work.agencyId))) break;
      if (!this.#mayBegin(share, next.work)) continue;
      this.#remove(share, next);
      // The key's other requests come after those of the agency's other keys.
      if (share.lanes.delete(name) && lane.size > 0) share.lanes.set(name, lane);
      share.turns.take(this.#now());
      this.#begin(share, next.work);
      next.begin();
      hasBegun = true;
    }
    return hasBegun;
  }

  #join(share: Share, waiting: WaitingRequest): void {
    const name = laneOf(waiting.work.keyId, waiting.work.isCostly);
    share.lanes.set(name, (share.lanes.get(name) ?? new Set()).add(waiting));
    if (share.waitingCount === 0) share.turns.start(this.#now());
    share.waitingCount++;
    this.#waitingCount++;
    this.#withWaiting.add(share);
  }

  #remove(share: Share, waiting: WaitingRequest): void {
    const name = laneOf(waiting.work.keyId, waiting.work.isCostly);
    const lane = share.lanes.get(name);
    if (!lane?.delete(waiting)) return;
    if (lane.size === 0) share.lanes.delete(name);
    share.waitingCount--;
    this.#waitingCount--;
    if (share.waitingCount === 0) this.#withWaiting.delete(share);
  }

  /** Refuses where the key, the agency, or all of them have as many waiting as may. */
  #checkRoom(share: Share, work: Work): void {
    const ofKey = [true, false].reduce((sum, isCostly) => sum + (share.lanes.get(laneOf(work.keyId, isCostly))?.size ?? 0), 0);
    const { waiting } = this.#options;
    if (ofKey >= waiting.ofKey) throw this.#refusal('ofKey', share, work);
    if (share.waitingCount >= waiting.ofAgency) throw this.#refusal('ofAgency', share, work);
    if (this.#waitingCount >= waiting.ofAll) this.#shed(share, work);
  }

  /** Makes room: of the agency with the most waiting goes what came last, and reads, which are easily repeated, before anything else. */
  #shed(own: Share, work: Work): void {
    const longest = [...this.#withWaiting].reduce((a, b) => (b.waitingCount > a.waitingCount ? b : a));
    if (longest === own && work.isRepeatable) throw this.#refusal('ofAll', own, work);
    const all = [...longest.lanes.values()].flatMap((lane) => [...lane]);
    const shed = all.findLast((waiting) => waiting.work.isRepeatable) ?? all.at(-1);
    if (!shed) return;
    this.#remove(longest, shed);
    shed.refuse(this.#refusal('ofAll', longest, shed.work));
  }

  /** Estimates when all waiting requests have begun, at the present pace. None of them waits for longer than `waitMs`. */
  #refusal(reason: RefusalReason, share: Share, { agencyId, isCostly }: Work): Problem {
    const { restsPerWork, atOnceOfKey, waitMs, refusal } = this.#options;
    const now = this.#now();
    const meanMs = (isCostly ? this.#meanCostlyMs : this.#meanMs) * (this.#rests(agencyId, share, now) ? 1 + restsPerWork : 1);
    const places = Math.min(atOnceOfKey, this.#placesOf(this.#isBounded(agencyId), isCostly));
    const untilAllBegan = share.waitingCount === 0 ? 0 : share.waitingCount * share.turns.msOfOne(now, meanMs / places);
    return refusal(reason, Math.max(1, Math.ceil(Math.min(untilAllBegan, waitMs) / 1_000)));
  }
}
