/** A change that would be one too many for now: its transaction is rolled back, and its caller may send it again later. */
export class Throttled extends Error {
  readonly seconds: number;

  /** `reason` is a sentence of its own. */
  constructor(reason: string, seconds: number) {
    super(reason);
    this.name = 'Throttled';
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}
