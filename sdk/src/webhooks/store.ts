/**
 * Remembers which events a receiver has handled. {@link memoryStore}, {@link redisStore} and {@link sqlStore} implement it; yours may, too.
 * Each method must be atomic: of several claims of one id at the same time, one gets `claimed`.
 */
export interface EventStore {
  /**
   * Claims an event for `leaseMs` under a token that no other claim has: `claimed` if the caller shall handle it, `done` if it was
   * handled, `running` if another claim has not ended.
   */
  claim(id: string, token: string, leaseMs: number): Promise<'claimed' | 'done' | 'running'>;
  /** Records that the event was handled. */
  complete(id: string, token: string): Promise<unknown>;
  /** Ends the claim with this token because the handler failed, so that the event may be claimed again. Other claims stay. */
  release(id: string, token: string): Promise<unknown>;
}

/** How long a handled event is remembered by default: longer than the service can deliver it again. */
export const rememberedMs = 31 * 86_400_000;
