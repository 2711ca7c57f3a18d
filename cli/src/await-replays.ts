import type { Client } from '@agency-service/sdk';
import { attemptText } from './await-delivery.ts';
import { pause } from './interruption.ts';
import type { Output } from './output.ts';
import { retryThroughOutages } from './outage.ts';
import { pollDelayMs } from './back-off.ts';
import { startProgress } from './progress.ts';

/** Events whose replay is awaited. */
export interface AwaitedReplays {
  readonly endpointId: string;
  readonly eventIds: ReadonlySet<string>;
  /** The number of queued ones. The others wait for their endpoint, or are sent by another replay. */
  readonly queuedCount: number;
  /** The endpoint's newest delivery before the replay; '' if there is none. The ids of the replay's deliveries are greater. */
  readonly newestBefore: string;
}

/** The final states of replayed events. */
export interface ReplayOutcomes {
  readonly delivered_count: number;
  readonly failed_count: number;
  /** Still pending when the wait ended. */
  readonly pending_count: number;
}

/** The number of event ids that the filter of a list accepts. */
const idsOfRequest = 50;
const reportedFailures = 5;

/** The endpoint's newest delivery. Ids of deliveries are UUIDv7, so those of later deliveries are greater. */
export async function newestDelivery(client: Client, endpointId: string, signal: AbortSignal): Promise<string> {
  const { data } = await client.webhooks.listDeliveries({ endpoint_id: endpointId, limit: 1 }, { signal });
  return data[0]?.id ?? '';
}

/** Waits until every queued event was delivered or has failed, or the signal aborts, and shows the progress. */
export async function awaitReplays(client: Client, replays: AwaitedReplays, output: Output, signal: AbortSignal): Promise<ReplayOutcomes> {
  const wait = new Wait(client, replays, signal);
  const bar = startProgress(output.errorStream, wait.total, 'Delivering');
  try {
    for (let polls = 0; !signal.aborted && wait.endedCount < wait.total; polls += 1) {
      for (const ids of wait.chunks()) {
        await retryThroughOutages(() => wait.read(ids), output, signal);
        bar.update(wait.endedCount, { note: `${wait.delivered} delivered, ${wait.failed.length} failed of ${wait.total}` });
        if (signal.aborted) break;
      }
      if (wait.endedCount < wait.total) await retryThroughOutages(() => wait.readReturned(), output, signal);
      if (wait.endedCount < wait.total) await pause(pollDelayMs(polls), signal);
    }
  } finally {
    bar.stop();
  }
  await wait.reportFailures(output);
  const pending = Math.max(0, wait.total - wait.endedCount);
  return { delivered_count: wait.delivered, failed_count: wait.failed.length, pending_count: pending };
}

class Wait {
  readonly total: number;
  delivered = 0;
  /** Deliveries that failed. */
  readonly failed: string[] = [];
  readonly #client: Client;
  readonly #replays: AwaitedReplays;
  readonly #signal: AbortSignal;
  readonly #left: Set<string>;

  constructor(client: Client, replays: AwaitedReplays, signal: AbortSignal) {
    this.#client = client;
    this.#replays = replays;
    this.#signal = signal;
    this.#left = new Set(replays.eventIds);
    this.total = Math.min(replays.queuedCount, replays.eventIds.size);
  }

  get endedCount(): number {
    return this.delivered + this.failed.length;
  }

  /** The pending events, in chunks of one request. */
  chunks(): string[][] {
    const ids = [...this.#left];
    return Array.from({ length: Math.ceil(ids.length / idsOfRequest) }, (_, at) => ids.slice(at * idsOfRequest, (at + 1) * idsOfRequest));
  }

  /** Reads the latest delivery of each of these events to the endpoint. */
  async read(ids: string[]): Promise<void> {
    const call = { event_ids: ids, include_deliveries: 'true', limit: idsOfRequest } as const;
    const { data } = await this.#client.events.list(call, { signal: this.#signal });
    for (const { id, deliveries = [] } of data) {
      const latest = deliveries.find(({ endpoint_id }) => endpoint_id === this.#replays.endpointId);
      if (latest === undefined || latest.id <= this.#replays.newestBefore || latest.status === 'pending') continue;
      this.#end(id, latest.id, latest.status === 'delivered');
    }
  }

  /** Reads the replays whose endpoint was disabled before their first attempt: only the list of failures contains them. */
  async readReturned(): Promise<void> {
    const call = { endpoint_id: this.#replays.endpointId };
    if ((await this.#client.webhooks.get(call, { signal: this.#signal })).status === 'active') return;
    for await (const { data } of this.#client.webhooks.listAllFailures(call, { signal: this.#signal }).pages()) {
      const newer = data.filter(({ delivery_id }) => delivery_id > this.#replays.newestBefore);
      if (newer.length === 0) return;
      for (const { event_id, delivery_id } of newer) if (this.#left.has(event_id)) this.#end(event_id, delivery_id, false);
    }
  }

  /** Reports the last responses of the first failed deliveries. */
  async reportFailures(output: Output): Promise<void> {
    for (const delivery_id of this.failed.slice(0, reportedFailures)) {
      const call = { endpoint_id: this.#replays.endpointId, delivery_id };
      const detail = await this.#client.webhooks.getDelivery(call).catch(() => undefined);
      const last = detail?.attempts.at(-1);
      output.note(`Delivery ${delivery_id} failed: ${last === undefined ? 'the endpoint was disabled' : attemptText(last)}`);
    }
    const others = this.failed.length - reportedFailures;
    if (others > 0) output.note(`${others} more failed: svc failures list ${this.#replays.endpointId}`);
  }

  #end(eventId: string, deliveryId: string, isDelivered: boolean): void {
    if (!this.#left.delete(eventId)) return;
    if (isDelivered) this.delivered += 1;
    else this.failed.push(deliveryId);
  }
}
