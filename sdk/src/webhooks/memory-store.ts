import { type EventStore, rememberedMs } from './store.ts';

/** Settings of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How many events are remembered at most; the oldest handled ones are forgotten first. 10000 by default. */
  maxEvents?: number;
  /** How long a handled event is remembered, in milliseconds. 31 days by default. */
  ttlMs?: number;
}

/** Remembers events in the memory of this process: enough for one process, as long as it runs. */
export function memoryStore({ maxEvents = 10_000, ttlMs = rememberedMs }: MemoryStoreOptions = {}): EventStore {
  const events = new Map<string, readonly [token: string, expiresAt: number]>();
  /** Sets an entry last in the order, and removes the oldest handled ones over the bound. */
  const put = (id: string, token: string, forMs: number) => {
    events.delete(id);
    events.set(id, [token, Date.now() + forMs]);
    for (const [oldest, [claim, expiresAt]] of events) {
      if (events.size <= maxEvents) break;
      if (claim === '' || expiresAt <= Date.now()) events.delete(oldest);
    }
  };
  return {
    async claim(id, token, leaseMs) {
      const [claim, expiresAt] = events.get(id) ?? ['', 0];
      if (expiresAt > Date.now()) return claim === '' ? 'done' : 'running';
      put(id, token, leaseMs);
      return 'claimed';
    },
    async complete(id) {
      put(id, '', ttlMs);
    },
    async release(id, token) {
      if (events.get(id)?.[0] === token) events.delete(id);
    },
  };
}
