import type { Entry } from './sim-database.ts';
import { requestsIn } from './world.ts';

/** What a change of its row did to a delivery. */
interface Change {
  readonly seq: number;
  readonly at: number;
  readonly xid: string;
  /** Who made the change. */
  readonly process: string;
  /** The lease that it was under before; null where it was free. */
  readonly lease: number | null;
}

export interface Leasing extends Change {
  /** The lease that it came under. */
  readonly takenUnder: number;
  readonly wasSuspect: boolean;
  /** Attempts before it of which nothing is known. */
  readonly lostCount: number;
  /** Its publisher leased it, so that it was never free. */
  readonly isBorn: boolean;
}

export interface Ending extends Change {
  readonly status: 'delivered' | 'failed';
  /** What its failure record says. */
  readonly error: string | undefined;
  /** How many attempts were counted. */
  readonly attemptCount: number;
  /** The outcome that ended it is written with it. */
  readonly isKnown: boolean;
}

/** A delivery in the ledger. */
export interface Life {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly generation: number;
  readonly bornAt: number;
  readonly leasings: Leasing[];
  /** Its holder was found dead: whether an attempt was made, and how it ended, is unknown. */
  readonly lost: Change[];
  /** Its holder gave it back: the attempt does not count. */
  readonly returned: Change[];
  /** An outcome was written, and it is tried again. */
  readonly retried: Change[];
  readonly endings: Ending[];
  /** The requests whose outcomes are written, in that order. */
  readonly recorded: number[];
}

type Row = Record<string, any>;

const attemptsOf = (row: Row) => (row['attempts'] as string[]).map((text) => JSON.parse(text) as Row);

/** Requests by their responses: each recorded attempt stands for one. */
const recordedIn = (row: Row): number[] => attemptsOf(row).flatMap((attempt) => requestsIn(attempt['response_excerpt'] ?? ''));

function readChange(life: Life, entry: Entry, was: Row, became: Row): void {
  const change = { seq: entry.seq, at: entry.at, xid: entry.xid, process: entry.process, lease: was['lease'] as number | null };
  if (became['lease'] !== null)
    life.leasings.push({
      ...change,
      takenUnder: became['lease'],
      wasSuspect: was['is_suspect'],
      lostCount: was['attempt_count'] - attemptsOf(was).length,
      isBorn: false,
    });
  else if (became['attempt_count'] < was['attempt_count']) life.returned.push(change);
  else if (became['is_suspect']) life.lost.push(change);
  else life.retried.push(change);
}

/** Every delivery that was ever in the queue, by its id. */
export function readLives(entries: readonly Entry[]): Map<string, Life> {
  const lives = new Map<string, Life>();
  const endings = new Map(
    entries.filter(({ name }) => name === 'history').map(({ xid, became }) => [`${xid} ${became!['id']}`, became!['status']]),
  );
  const errors = new Map(
    entries.filter(({ name }) => name === 'failure').map(({ xid, became }) => [`${xid} ${became!['delivery_id']}`, became!['error']]),
  );
  const histories = new Map(entries.filter(({ name }) => name === 'history').map(({ became }) => [became!['id'], became!]));
  for (const entry of entries) {
    const { seq, at, xid, process, name, was, became } = entry;
    if (name !== 'queue') continue;
    const row = (became ?? was)!;
    if (!was) {
      const { id, endpoint_id: endpointId, event_id: eventId, generation, lease } = row;
      const history = histories.get(id);
      const life: Life = {
        id,
        endpointId,
        eventId,
        generation,
        bornAt: at,
        leasings: [],
        lost: [],
        returned: [],
        retried: [],
        endings: [],
        recorded: history ? recordedIn(history) : [],
      };
      lives.set(id, life);
      if (lease !== null)
        life.leasings.push({ seq, at, xid, process, lease: null, takenUnder: lease, wasSuspect: false, lostCount: 0, isBorn: true });
      continue;
    }
    const life = lives.get(row['id'])!;
    if (became) {
      if (was['lease'] !== became['lease']) readChange(life, entry, was, became);
      continue;
    }
    const key = `${xid} ${life.id}`;
    life.endings.push({
      seq,
      at,
      xid,
      process,
      lease: was['lease'],
      status: endings.get(key),
      error: errors.get(key),
      attemptCount: was['attempt_count'],
      isKnown: (histories.get(life.id)?.['attempts'].length ?? 0) > was['attempts'].length,
    });
  }
  return lives;
}
