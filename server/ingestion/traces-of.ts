import type { Batch, IngestRequest } from './batch.ts';

/** A type of record whose facts are published. */
type PublishedType = 'order' | 'refund' | 'ai_request';

/** The trace context of an event. */
export type TraceOf = (type: PublishedType, agencyId: string, id: string) => { readonly traceparent: string | null };

const untraced = { traceparent: null };

/** Finds the trace of the request that a record came with: requests of several traces share a transaction. */
export function tracesOf(requests: readonly IngestRequest[], batch: Pick<Batch, PublishedType>): TraceOf {
  if (requests.every(({ traceparent }) => traceparent === null)) return () => untraced;
  const keyOf = (type: PublishedType, agencyId: string, id: string) => `${type} ${agencyId} ${id}`;
  const traces = new Map<string, { readonly traceparent: string | null }>();
  for (const type of ['order', 'refund', 'ai_request'] as const) {
    for (const { agencyId, record, request } of batch[type]) {
      traces.set(keyOf(type, agencyId, 'order_id' in record ? record.order_id : record.id), {
        traceparent: requests[request]!.traceparent,
      });
    }
  }
  return (...key) => traces.get(keyOf(...key)) ?? untraced;
}
