/**
 * Why this process cannot send a delivery: the endpoint's secret cannot be decrypted, this release lacks the version that the endpoint is
 * pinned to, or no stream of the webhook listener took it.
 */
export type NotSendableReason = 'unreadable_secret' | 'unknown_version' | 'untaken';

export const pausesMs: Readonly<Record<NotSendableReason, number>> = { unreadable_secret: 15_000, unknown_version: 15_000, untaken: 1_000 };

/** Endpoints that this process cannot send to. It pauses their claims; other processes do not. */
export class PausedEndpoints {
  readonly #pauses = new Map<string, { readonly reason: NotSendableReason; readonly since: number }>();

  add(endpointId: string, reason: NotSendableReason, now: number): void {
    this.#pauses.set(endpointId, { reason, since: now });
  }

  /** The endpoint's secret was decrypted. */
  removeReadable(endpointId: string): void {
    if (this.#pauses.get(endpointId)?.reason === 'unreadable_secret') this.#pauses.delete(endpointId);
  }

  has(endpointId: string, now: number): boolean {
    const pause = this.#pauses.get(endpointId);
    if (pause === undefined) return false;
    if (now < pause.since + pausesMs[pause.reason]) return true;
    if (pause.reason !== 'unreadable_secret') this.#pauses.delete(endpointId);
    return false;
  }

  /** Endpoints whose secret could not be decrypted within so many pauses. */
  unreadable(now: number, pauseCount = 1): string[] {
    const from = now - pauseCount * pausesMs.unreadable_secret;
    return [...this.#pauses].flatMap(([id, { reason, since }]) => (reason === 'unreadable_secret' && since > from ? [id] : []));
  }
}
