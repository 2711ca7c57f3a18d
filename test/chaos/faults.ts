/** Something that was done to the service or its database. */
export type FaultKind =
  | 'killed'
  | 'terminated'
  | 'stopped and continued'
  | 'clock stepped'
  | 'sessions ended'
  | 'database stopped at once'
  | 'database mute'
  | 'database refusing'
  | 'worker of Citus stopped at once';

export interface Fault {
  readonly kind: FaultKind;
  /** The process that it was done to; undefined where it was the database. */
  readonly process?: string;
  /** More details about it. */
  readonly note?: string;
  readonly from: number;
  /** Infinity while it lasts. */
  until: number;
}

export const nameOf = ({ kind, process, note }: Fault) => [process, kind, note].filter(Boolean).join(' ');

/** Every fault of a run, in the order in which they began. */
export class FaultLog {
  readonly faults: Fault[] = [];
  readonly #tell: (fault: Fault) => void;

  constructor(tell: (fault: Fault) => void = () => undefined) {
    this.#tell = tell;
  }

  /** Notes a fault that lasts as long as `work`. */
  async during<Result>(fault: Pick<Fault, 'kind' | 'process' | 'note'>, work: () => Promise<Result> | Result): Promise<Result> {
    const noted: Fault = { ...fault, from: Date.now(), until: Infinity };
    this.faults.push(noted);
    this.#tell(noted);
    try {
      return await work();
    } finally {
      noted.until = Date.now();
    }
  }
}
