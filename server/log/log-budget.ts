/** What a process writes at once of a kind of line, and in each second from then on. */
interface Rate {
  readonly atOnce: number;
  readonly perSecond: number;
}

/** Kinds of lines that callers and receivers bring about. */
export type BudgetedLine = 'request' | 'attempt' | 'event';

/** The rate of one source of the lines (an address, an endpoint, a message), and of all together. */
const rates: Readonly<Record<BudgetedLine, { readonly source: Rate; readonly process: Rate }>> = {
  request: { source: { atOnce: 60, perSecond: 1 }, process: { atOnce: 500, perSecond: 20 } },
  attempt: { source: { atOnce: 60, perSecond: 1 }, process: { atOnce: 500, perSecond: 20 } },
  event: { source: { atOnce: 60, perSecond: 1 }, process: { atOnce: 500, perSecond: 5 } },
};

const kinds = Object.keys(rates) as BudgetedLine[];
const mostSources = 10_000;
const reportEveryMs = 10_000;

/** Tokens that come back with time: each line takes one. */
class Bucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #tokens: number;
  #countedAtMs: number;

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#tokens = rate.atOnce;
    this.#countedAtMs = now();
  }

  take(): boolean {
    const nowMs = this.#now();
    const { atOnce, perSecond } = this.#rate;
    this.#tokens = Math.min(atOnce, this.#tokens + ((nowMs - this.#countedAtMs) * perSecond) / 1_000);
    this.#countedAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}

export interface LogBudgetOptions {
  /** Writes how many lines of a kind were left out since the last report. */
  readonly report: (line: BudgetedLine, count: number) => void;
  readonly now?: () => number;
}

/**
 * Bounds how many lines a process writes because of others: beyond a rate, of a source and in all, a sample is written and the rest is
 * counted. A report of the dropped lines follows, and `/metrics` has the sums.
 */
export class LogBudget {
  readonly #report: LogBudgetOptions['report'];
  readonly #now: () => number;
  readonly #processes: ReadonlyMap<BudgetedLine, Bucket>;
  /** The sources that were seen last. */
  readonly #sources = new Map<string, Bucket>();
  readonly #omitted = new Map<BudgetedLine, number>(kinds.map((line) => [line, 0]));
  readonly #reported = new Map<BudgetedLine, number>(kinds.map((line) => [line, 0]));
  #timer: NodeJS.Timeout | undefined;

  constructor({ report, now = () => performance.now() }: LogBudgetOptions) {
    this.#report = report;
    this.#now = now;
    this.#processes = new Map(kinds.map((line) => [line, new Bucket(rates[line].process, now)]));
  }

  /** Lines that were left out since the start, by kind. */
  get omitted(): ReadonlyMap<BudgetedLine, number> {
    return this.#omitted;
  }

  /** Whether a line may be written now; one that may not is counted. */
  allows(line: BudgetedLine, source: string): boolean {
    if (this.#sourceOf(line, source).take() && this.#processes.get(line)!.take()) return true;
    this.#omitted.set(line, this.#omitted.get(line)! + 1);
    this.#timer ??= setTimeout(() => this.#reportAll(), reportEveryMs).unref();
    return false;
  }

  #sourceOf(line: BudgetedLine, source: string): Bucket {
    const name = `${line} ${source}`;
    const bucket = this.#sources.get(name) ?? new Bucket(rates[line].source, this.#now);
    this.#sources.delete(name);
    this.#sources.set(name, bucket);
    if (this.#sources.size > mostSources) this.#sources.delete(this.#sources.keys().next().value!);
    return bucket;
  }

  #reportAll(): void {
    this.#timer = undefined;
    for (const [line, count] of this.#omitted) {
      const since = count - this.#reported.get(line)!;
      this.#reported.set(line, count);
      if (since > 0) this.#report(line, since);
    }
  }
}
