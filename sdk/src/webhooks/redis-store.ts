import { type EventStore, rememberedMs } from './store.ts';

/** A client of Redis: one of `ioredis`, one of `redis` (node-redis), or a function that sends a command. */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }
  | ((args: string[]) => Promise<unknown>);

/** Settings of {@link redisStore}. */
export interface RedisStoreOptions {
  /** What the keys begin with. `webhook-event:` by default. */
  prefix?: string;
  /** How long a handled event is remembered, in milliseconds. 31 days by default. */
  ttlMs?: number;
}

const deleteOwn = `if redis.call('GET',KEYS[1])==ARGV[1] then redis.call('DEL',KEYS[1]) end`;

/** Remembers events in Redis: one key for each, which expires by itself. */
export function redisStore(client: RedisClient, { prefix = 'webhook-event:', ttlMs = rememberedMs }: RedisStoreOptions = {}): EventStore {
  const send = (command: string, ...args: string[]): Promise<unknown> => {
    if (typeof client === 'function') return client([command, ...args]);
    return 'call' in client ? client.call(command, ...args) : client.sendCommand([command, ...args]);
  };
  return {
    async claim(id, token, leaseMs) {
      if (await send('SET', prefix + id, token, 'NX', 'PX', `${leaseMs}`)) return 'claimed';
      return String(await send('GET', prefix + id)) === 'done' ? 'done' : 'running';
    },
    complete: (id) => send('SET', prefix + id, 'done', 'PX', `${ttlMs}`),
    release: (id, token) => send('EVAL', deleteOwn, '1', prefix + id, token),
  };
}
