import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { creator, fan, order, refund } from '../records/records.ts';
import type { IncomingRecord } from '../../sdk/src/operator.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { callApi, callOperator, type Answer } from './http.ts';
import type { ServiceProcess } from './service-process.ts';

interface LoadedAgency {
  readonly id: string;
  readonly key: string;
  readonly endpointIds: readonly string[];
}

const eventTypes = ['order.created', 'order.refunded'];

const agencyCount = 3;

/** Reads, writes and facts at whichever processes serve, and receivers of their events. */
export class ReleaseLoad {
  /** Processes that get requests, in turn. */
  readonly targets: ServiceProcess[] = [];
  /** Answers that no caller may get, and requests without one. */
  readonly failures: string[] = [];
  /** Types and orders of the events of the facts that the service acknowledged. */
  readonly accepted = new Set<string>();
  /** Requests in progress, by process. */
  readonly #running = new Map<ServiceProcess, number>();
  readonly #agencies: LoadedAgency[] = [];
  readonly #receivers: Receiver[] = [];
  readonly #secrets = new Map<string, Webhook>();
  #turn = 0;
  #isOver = false;
  #loops: Promise<void>[] = [];

  /** Refuses the first attempt of some events, which are sent again ten seconds later. */
  static #refuseFirst(receiver: Receiver): void {
    const refused = new Set<string>();
    receiver.answer = (_request, response, { event }) => {
      const isRefused = /0$/.test(String(event.data.id)) && !refused.has(event.id);
      if (isRefused) refused.add(event.id);
      response.writeHead(isRefused ? 503 : 200).end();
    };
  }

  async start(first: ServiceProcess): Promise<void> {
    this.targets.push(first);
    for (let count = 0; count < 2; count += 1) this.#receivers.push(await startReceiver());
    ReleaseLoad.#refuseFirst(this.#receivers[1]!);
    for (let count = 0; count < agencyCount; count += 1) await this.#createAgency(first, count);
    this.#loops = this.#agencies.map((agency, index) => this.#run(agency, index));
  }

  async #createAgency(service: ServiceProcess, index: number): Promise<void> {
    const agency = (await this.#expect(201, callOperator(service, 'POST', '/operator/v1/agencies', { name: `Agency ${index}` }))) as {
      id: string;
    };
    const scopes = [
      'read:orders',
      'read:fans',
      'write:fans',
      'read:publications',
      'write:publications',
      'read:webhooks',
      'write:webhooks',
      'read:analytics',
    ];
    const { api_key: key } = (await this.#expect(
      201,
      callOperator(service, 'POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'load', scopes }),
    )) as { api_key: string };
    const records = [creator('c1'), fan('account-c1', 'f1')];
    await this.#expect(200, callOperator(service, 'POST', `/operator/v1/agencies/${agency.id}/records`, { records }));
    const endpointIds: string[] = [];
    for (const { url } of this.#receivers) {
      const endpoint = (await this.#expect(
        201,
        callApi(service, key, 'POST', '/v1/webhooks', { url: `${url}/${index}`, enabled_event_types: eventTypes }),
      )) as { id: string; secret: string };
      endpointIds.push(endpoint.id);
      this.#secrets.set(endpoint.id, new Webhook(endpoint.secret.slice(endpoint.secret.indexOf('whsec_'))));
    }
    this.#agencies.push({ id: agency.id, key, endpointIds });
  }

  async #expect(status: number, answering: Promise<Answer>): Promise<unknown> {
    const answer = await answering;
    if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async #run(agency: LoadedAgency, index: number): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const service = this.targets[this.#turn++ % this.targets.length]!;
      this.#running.set(service, (this.#running.get(service) ?? 0) + 1);
      await this.#step(service, agency, `${index}-${count}`, count).catch((error: unknown) => this.failures.push(String(error)));
      this.#running.set(service, this.#running.get(service)! - 1);
      await sleep(40);
    }
  }

  /** A fact, its change, a write and a read. */
  async #step(service: ServiceProcess, { id, key, endpointIds }: LoadedAgency, name: string, count: number): Promise<void> {
    const path = `/operator/v1/agencies/${id}/records`;
    const ingest = async (type: string, record: IncomingRecord) => {
      const answer = await this.#send(service, callOperator(service, 'POST', path, { records: [record] }), type);
      if (answer?.status === 200) this.accepted.add(`${type} order-${name}`);
    };
    await ingest('order.created', order(`order-${name}`, 'c1', { fan_id: 'f1' }));
    if (count % 4 === 0) await ingest('order.refunded', refund(`order-${name}`, '2026-01-03T10:00:00Z'));
    const publication = { creator_id: 'c1', text: name, scheduled_at: new Date(Date.now() + 86_400_000).toISOString() };
    if (count % 3 === 0) await this.#send(service, callApi(service, key, 'POST', '/v1/publications', publication), 'POST publications');
    const reads = [
      '/v1/orders?limit=5',
      '/v1/accounts/account-c1/fans?limit=5',
      '/v1/publications?limit=5',
      `/v1/webhooks/${endpointIds[0]}/deliveries?limit=5`,
      `/v1/webhooks/${endpointIds[1]}/failures?limit=5`,
      '/v1/analytics/revenue?start=2026-01-01&end=2026-01-31&timezone=Europe/Paris',
      '/v1/webhooks',
    ];
    const read = reads[count % reads.length]!;
    await this.#send(service, callApi(service, key, 'GET', read), `GET ${read}`);
  }

  async #send(service: ServiceProcess, answering: Promise<Answer>, what: string): Promise<Answer | undefined> {
    try {
      const answer = await answering;
      // The limits of the contract hold for this caller too.
      if (answer.status >= 300 && answer.status !== 429) this.failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    } catch (error) {
      this.failures.push(`${what} at process ${service.pid}: ${String(error)}`);
      return undefined;
    }
  }

  /** Sends nothing more to a process, as a load balancer does before the process stops, and waits for its responses. */
  async leave(service: ServiceProcess): Promise<void> {
    this.targets.splice(this.targets.indexOf(service), 1);
    while ((this.#running.get(service) ?? 0) > 0) await sleep(10);
  }

  /** Types and orders of the events that each receiver got. */
  delivered(): Set<string>[] {
    return this.#receivers.map(({ received }) => new Set(received.map(({ event }) => `${event.type} ${event.data.id as string}`)));
  }

  /** Deliveries whose signature the secret of their endpoint does not verify. */
  unverified(): string[] {
    const wrong: string[] = [];
    for (const { received } of this.#receivers) {
      for (const { headers, body } of received) {
        const isSigned = [...this.#secrets.values()].some((webhook) => {
          try {
            webhook.verify(body, headers as Record<string, string>);
            return true;
          } catch {
            return false;
          }
        });
        if (!isSigned) wrong.push(JSON.stringify(headers));
      }
    }
    return wrong;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async close(): Promise<void> {
    await this.end();
    await Promise.all(this.#receivers.map((receiver) => receiver.close()));
  }
}
