import { LruCache } from '../lib/lru-cache.ts';

/** The burst of lines, and the lines per second after it. */
interface Rate {
  readonly atOnce: number;
  readonly perSecond: number;
}

/** Kinds of lines that callers and receivers cause. */
export type BudgetedLine = 'request' | 'attempt' | 'event';

/** The rates of one source (an address, an endpoint, a message) and of the process. */
const rates: Readonly<Record<BudgetedLine, { readonly source: Rate; readonly process: Rate }>> = {
  request: { source: { atOnce: 60, perSecond: 1 }, process: { atOnce: 500, perSecond: 20 } },
  attempt: { source: { atOnce: 60, perSecond: 1 }, process: { atOnce: 500, perSecond: 20 } },
  event: { source: { atOnce: 60, perSecond: 1 }, process: { atOnce: 500, perSecond: 5 } },
};

const kinds = Object.keys(rates) as BudgetedLine[];
const maxSources = 10_000;
const reportEveryMs = 10_000;

/** A token bucket: each line takes a token. */
class Bucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #tokens: number;
  #refilledAtMs: number;

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#tokens = rate.atOnce;
    this.#refilledAtMs = now();
  }

  take(): boolean {
    const nowMs = this.#now();
    const { atOnce, perSecond } = this.#rate;
    this.#tokens = Math.min(atOnce, this.#tokens + ((nowMs - this.#refilledAtMs) * perSecond) / 1_000);
    this.#refilledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}

export interface LogBudgetOptions {
  /** Receives the number of lines of a kind that were dropped since the last report. */
  readonly report: (line: BudgetedLine, count: number) => void;
  readonly now?: () => number;
}

/**
 * Limits the lines that callers and receivers cause, by source and in total. Lines above the rate are dropped and counted. A report of the
 * dropped lines follows, and `/metrics` shows their number.
 */
export class LogBudget {
  /** Lines that were dropped since the start, by kind. */
  readonly omitted = new Map<BudgetedLine, number>(kinds.map((line) => [line, 0]));
  readonly #reported = new Map(this.omitted);
  readonly #report: LogBudgetOptions['report'];
  readonly #now: () => number;
  readonly #processes: ReadonlyMap<BudgetedLine, Bucket>;
  readonly #sources = new LruCache<Bucket>(maxSources);
  #timer: NodeJS.Timeout | undefined;

  constructor({ report, now = () => performance.now() }: LogBudgetOptions) {
    this.#report = report;
    this.#now = now;
    this.#processes = new Map(kinds.map((line) => [line, new Bucket(rates[line].process, now)]));
  }

  /** Returns whether the line may be written now, and counts it if not. */
  allows(line: BudgetedLine, source: string): boolean {
    const ofSource = this.#sources.get(`${line} ${source}`, () => new Bucket(rates[line].source, this.#now));
    if (ofSource.take() && this.#processes.get(line)!.take()) return true;
    this.omitted.set(line, this.omitted.get(line)! + 1);
    this.#timer ??= setTimeout(() => this.#reportAll(), reportEveryMs).unref();
    return false;
  }

  #reportAll(): void {
    this.#timer = undefined;
    for (const [line, count] of this.omitted) {
      const since = count - this.#reported.get(line)!;
      this.#reported.set(line, count);
      if (since > 0) this.#report(line, since);
    }
  }
}
