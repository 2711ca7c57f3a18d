import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import type { TestAgency, TestService } from '../support/service.ts';

export const reportTypes = ['endpoint.failing', 'endpoint.disabled', 'endpoint.recovered'] as const;

/** Deliveries arrive in any order; ids follow the events. */
export const inOrder = (received: readonly Received[]): Received[] =>
  received.toSorted(({ event: { id: one } }, { event: { id: other } }) => (one < other ? -1 : one > other ? 1 : 0));

export interface ReportingEndpoint {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receiver;
  /** The events about endpoints that it received, in the order in which they were recorded. */
  reports(): Received[];
}

/** An agency with creators `a`, `b` and `c` whose endpoints have a receiver each. */
export class ReportingAgency {
  readonly service: TestService;
  readonly agency: TestAgency;
  readonly #receivers: Receiver[] = [];

  private constructor(service: TestService, agency: TestAgency) {
    this.service = service;
    this.agency = agency;
  }

  static async create(service: TestService): Promise<ReportingAgency> {
    const agency = await service.createAgency();
    const creator = (id: string) => ({ type: 'creator', id, name: id, account: { external_id: `account-${id}`, username: null } });
    await agency.ingest(['a', 'b', 'c'].map(creator));
    return new ReportingAgency(service, agency);
  }

  async addEndpoint(types: readonly string[] = reportTypes, creatorIds: readonly string[] = [], label = ''): Promise<ReportingEndpoint> {
    const receiver = await startReceiver();
    this.#receivers.push(receiver);
    const body = { url: `${receiver.url}?token=hidden`, label, enabled_event_types: types, allowed_creator_ids: creatorIds };
    const { status, body: made, text } = await this.request('POST', '/v1/webhooks', { body });
    if (status !== 201) throw new Error(text);
    const reports = () => inOrder(receiver.received.filter(({ event }) => event.type.startsWith('endpoint.')));
    return { id: made.id, secret: made.secret, receiver, reports };
  }

  request: TestService['request'] = (method, path, options) => this.service.request(method, path, { key: this.agency.key, ...options });

  async update(id: string, body: object): Promise<void> {
    const { status, text } = await this.request('PATCH', `/v1/webhooks/${id}`, { body });
    if (status !== 200) throw new Error(text);
  }

  async rowOf(id: string): Promise<Record<string, any>> {
    const rows = await this.service.database.query<Record<string, any>>({
      text: 'SELECT * FROM webhook_endpoints WHERE id = $1',
      values: [id],
    });
    return rows[0]!;
  }

  /** Test deliveries, each recorded before the next one is requested, until one has this effect. */
  async ping({ id, receiver }: ReportingEndpoint, status: number, count = 1): Promise<void> {
    receiver.answer = status;
    for (let n = 0; n < count; n++) {
      const [before, made] = [await this.ended(id), await this.request('POST', `/v1/webhooks/${id}/ping`)];
      if (made.status !== 202) throw new Error(made.text);
      await until(async () => (await this.ended(id)) > before);
    }
  }

  /** Events about endpoints that are recorded, with the endpoint that each is about. */
  async recorded(): Promise<string[]> {
    const rows = await this.service.database.query<{ event: string }>({
      text: `SELECT type || ' ' || subject AS event FROM webhook_events WHERE agency_id = $1 AND type LIKE 'endpoint.%' ORDER BY id`,
      values: [this.agency.id],
    });
    return rows.map(({ event }) => event);
  }

  /** Resolves when nothing is queued any more. */
  settle(): Promise<void> {
    const queued = () => this.service.database.query({ text: 'SELECT FROM delivery_queue WHERE agency_id = $1', values: [this.agency.id] });
    return until(async () => (await queued()).length === 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#receivers.map((receiver) => receiver.close()));
  }

  private async ended(id: string): Promise<number> {
    const [row] = await this.service.database.query<{ count: number }>({
      text: `SELECT count(*)::int AS count FROM delivery_history WHERE endpoint_id = $1 AND event_type = 'ping'`,
      values: [id],
    });
    return row!.count;
  }
}

export async function until(isSo: () => Promise<boolean> | boolean, timeoutMs = 10_000): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`not within ${timeoutMs} ms: ${isSo.toString()}`);
    await sleep(20);
  }
}
