import type { Fault } from './faults.ts';
import type { Life } from './fleet.ts';
import type { SeenRequest } from './receiver-process.ts';

/** A process without heartbeats for this time may lose its lease. */
export const leaseAtRiskMs = 6_000;

/** Heartbeats that were missed so long ago no longer take a lease. */
const judgedForMs = 30_000;

/** An outcome that is known for so long is written, where nothing keeps the process from it. */
const writtenWithinMs = 3_000;

/** The deadline of an attempt, after which a request that hangs has an outcome. */
const hangsForMs = 10_000;

/** How long attempts may continue in a process that was terminated. */
const stopsWithinMs = 7_500;

/** Commits that do not wait for the disk may be lost with the server if they are at most this old. */
const lostCommitsMs = 2_000;

/** How long a process may take to write what it knows when the database is there again. */
const recoveryMs: Partial<Record<Fault['kind'], number>> = {
  'sessions ended': 2_000,
  'database stopped at once': 20_000,
  'database mute': 20_000,
  'database refusing': 20_000,
  'stopped and continued': 2_000,
};

/** The length of [from, to] that is covered by stretches. */
export function coveredMs(stretches: readonly (readonly [number, number])[], from: number, to: number): number {
  let covered = 0;
  let reached = from;
  for (const [begin, end] of [...stretches].sort(([a], [b]) => a - b)) {
    const start = Math.max(begin, reached);
    const stop = Math.min(end, to);
    if (stop > start) covered += stop - start;
    reached = Math.max(reached, stop);
  }
  return covered;
}

/** When the sender knew the outcome of a request. */
export const knownAt = ({ act, at, endedAt }: SeenRequest): number => (act === 'hang' ? at + hangsForMs : endedAt || at);

/** Finds the fault that explains why the service does not know the outcome of a request. */
export class Explainer {
  readonly #faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  /** Undefined where nothing explains it. */
  of(request: SeenRequest): Fault | undefined {
    const known = knownAt(request);
    const explains = (fault: Fault): boolean => {
      const { kind, from, until } = fault;
      const isItsOwn = fault.process === request.process;
      switch (kind) {
        case 'killed':
          // A receiver may read later what was sent before the end.
          return isItsOwn && this.#couldNotWrite(request, from);
        case 'terminated':
          return isItsOwn && request.at <= until && this.#isGivenUp(request, fault);
        case 'stopped and continued':
          return isItsOwn && until - from >= leaseAtRiskMs && request.at <= until && known >= from - writtenWithinMs;
        case 'database stopped at once':
          // A process that has not noticed yet sends what it claimed before.
          return request.at <= until && known >= from - lostCommitsMs - this.#keptFromWriting(request, from);
        default:
          return false;
      }
    };
    return this.#faults.find(explains);
  }

  /**
   * What may have taken an attempt without a request: it counts from its lease on, and the process that leased it ended before it
   * sent, or before it heard that it may.
   */
  ofUnsent(from: number, until: number): Fault | undefined {
    const isEnd = ({ kind }: Fault) => kind === 'killed' || kind === 'terminated' || kind === 'stopped and continued';
    return this.#faults.find((fault) => isEnd(fault) && fault.from <= until && fault.until >= from);
  }

  /**
   * Whether a process could not send heartbeats for so long that others may have found it dead, or the lease itself was among the
   * commits that the server lost in a crash.
   */
  hasReasonToLoseLease({ name }: Life, at: number): boolean {
    if (this.#stopsOf(name).some(({ from }) => from <= at)) return true;
    const isLost = ({ kind, from, until }: Fault) => kind === 'database stopped at once' && from <= at && at <= until + recoveryMs[kind]!;
    if (this.#faults.some(isLost)) return true;
    const outages = this.#faults.filter(({ kind }) => kind === 'database mute' || kind === 'database refusing');
    const away = outages.map(({ from, until }) => [from, until] as const);
    return coveredMs(away, at - judgedForMs, at) >= leaseAtRiskMs;
  }

  /** What went wrong around any of these times. */
  around(times: readonly number[]): Fault[] {
    const aroundMs = 15_000;
    return this.#faults.filter(({ from, until }) => times.some((at) => from <= at + aroundMs && until >= at - aroundMs));
  }

  #stopsOf(process: string): Fault[] {
    return this.#faults.filter(
      (fault) => fault.kind === 'stopped and continued' && fault.process === process && fault.until - fault.from >= leaseAtRiskMs,
    );
  }

  /** Whether the process had no time to write the outcome before its end. */
  #couldNotWrite(request: SeenRequest, endsAt: number): boolean {
    return endsAt - knownAt(request) - this.#keptFromWriting(request, endsAt) <= writtenWithinMs;
  }

  /** For how long before an instant the process could write nothing. */
  #keptFromWriting(request: SeenRequest, until: number): number {
    const stretches = this.#faults.flatMap((fault) => {
      const recovers = recoveryMs[fault.kind];
      const isOfOther = fault.process !== undefined && fault.process !== request.process;
      return recovers === undefined || isOfOther ? [] : [[fault.from, fault.until + recovers] as const];
    });
    return coveredMs(stretches, Math.min(knownAt(request), until), until);
  }

  /** A terminated process lets attempts end for a while, and gives up the others. */
  #isGivenUp(request: SeenRequest, { from: toldAt, until: endsAt }: Fault): boolean {
    if (knownAt(request) >= toldAt + stopsWithinMs || request.act === 'gone') return true;
    const isAway = ({ kind, from, until }: Fault) => kind.startsWith('database') && from <= endsAt && until + recoveryMs[kind]! >= toldAt;
    return this.#faults.some(isAway) && this.#couldNotWrite(request, endsAt);
  }
}
