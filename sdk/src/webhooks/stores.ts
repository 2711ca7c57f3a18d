export { redisStore, type RedisClient, type RedisStoreOptions } from './redis-store.ts';
export { sqlStore, type SqlStore, type SqlStoreOptions } from './sql-store.ts';
export type { EventStore } from './store.ts';
