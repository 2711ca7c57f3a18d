/** Too many changes: the transaction is rolled back, and the caller may repeat the request later. */
export class Throttled extends Error {
  readonly seconds: number;

  /** `reason` is a sentence. */
  constructor(reason: string, seconds: number) {
    super(reason);
    this.name = 'Throttled';
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}
