import type { EndpointState, FailingResponse, Snapshot } from './snapshot.ts';

/** One line of `svc deliveries watch` for a program. */
export type Change =
  | ({ readonly change: 'endpoint' } & EndpointState)
  | { readonly change: 'endpoint_removed'; readonly endpoint_id: string }
  | ({ readonly change: 'failing_response' } & FailingResponse)
  | { readonly change: 'connection_lost'; readonly reason: string }
  | { readonly change: 'connection_restored' };

/** Compares each snapshot with the one before, and remembers nothing else. */
export class Changes {
  #endpoints = new Map<string, string>();
  #failing = new Set<string>();

  between({ endpoints, failing }: Snapshot): Change[] {
    const changes: Change[] = [];
    const now = new Map(endpoints.map((endpoint) => [endpoint.endpoint_id, JSON.stringify(endpoint)]));
    for (const endpoint_id of this.#endpoints.keys()) if (!now.has(endpoint_id)) changes.push({ change: 'endpoint_removed', endpoint_id });
    for (const endpoint of endpoints) {
      if (this.#endpoints.get(endpoint.endpoint_id) !== now.get(endpoint.endpoint_id)) changes.push({ change: 'endpoint', ...endpoint });
    }
    const keyOf = ({ delivery_id, attempt }: FailingResponse): string => `${delivery_id} ${attempt}`;
    for (const response of failing.toReversed()) {
      if (!this.#failing.has(keyOf(response))) changes.push({ change: 'failing_response', ...response });
    }
    this.#endpoints = now;
    this.#failing = new Set(failing.map(keyOf));
    return changes;
  }
}
