import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import type { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import { withoutIdempotencyKey } from '../../server/access/idempotency/idempotency.ts';
import { KeyContext, OpenCallContext } from '../../server/http/steps/contexts.ts';
import type { OperationCall, Caller } from '../../server/http/steps/request-state.ts';

/** Makes the contexts of requests, 20 of which are served at a time, and prints how much collections of young objects have made old. */
const requests = 100_000;
const atOnce = 20;

const caller: Caller = {
  release: { name: 'Amethyste', date: '2026-01-01' },
  actor: { kind: 'key', id: 'key', name: 'a key' },
  admission: { agencyId: 'agency', agencyName: 'An agency', keyId: 'key', scopes: [], creatorIds: [] } as unknown as Caller['admission'],
};

/** What each request holds until it is answered. */
function callOf(number: number): OperationCall {
  const request = { path: '/v1/me', parts: Array.from({ length: 100 }, (_, part) => `${number} ${part}`) };
  return { request, response: { req: request, setHeader: () => undefined } } as unknown as OperationCall;
}

let collections = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if ((entry as unknown as { detail: { kind: number } }).detail.kind === constants.NODE_PERFORMANCE_GC_MINOR) collections += 1;
  }
}).observe({ entryTypes: ['gc'] });
const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;

let known = oldBytes();
let made = 0;
const open: (KeyContext | OpenCallContext)[] = [];
for (let number = 0; number < requests; number += 1) {
  const call = callOf(number);
  const context = number % 2 === 0 ? new KeyContext(call, caller, {} as ScopedModels, withoutIdempotencyKey) : new OpenCallContext(call);
  context.setHeader('etag', 'x');
  open.push(context);
  if (open.length > atOnce) open.shift();
  if (number % 100 !== 0) continue;
  await setImmediate();
  const now = oldBytes();
  made += Math.max(0, now - known);
  known = now;
}
await setImmediate();
console.log(JSON.stringify({ collections, oldMb: made / 1e6, open: open.length }));
