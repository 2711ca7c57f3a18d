import { setTimeout as sleep } from 'node:timers/promises';
import { callApi, callOperator, createAgency, type Answer } from '../process/http.ts';
import { order, refund } from '../records/records.ts';
import { EndpointLife, type FactType } from './endpoint-life.ts';
import type { Fleet } from './fleet.ts';
import type { Habit } from './receiver-process.ts';
import type { Receivers } from './receivers.ts';

export interface Fact {
  readonly type: FactType;
  /** The order's id. */
  readonly subject: string;
}

/** Facts that were brought in with one request, or with several of the same content until one was answered. */
export interface Batch {
  readonly agencyId: string;
  readonly facts: readonly Fact[];
  readonly from: number;
  until: number;
  /** `unknown` where no request was answered, or only with an error of the service: all of it may be there, or nothing. */
  outcome: 'accepted' | 'refused' | 'unknown';
}

/** A requested single replay. */
export interface Replay {
  readonly endpointId: string;
  readonly failureId: string;
  /** Undefined where it was not accepted, or unknown. */
  readonly deliveryId: string | undefined;
}

export interface MarketAgency {
  readonly id: string;
  readonly key: string;
  /** Orders that were accepted and not refunded. */
  readonly orders: string[];
}

/** Fewer than an agency may have. */
const habitsOf: readonly (readonly Habit[])[] = [
  ['steady', 'flaky'],
  ['steady', 'hanging', 'steady'],
  ['resetting', 'failing', 'flaky'],
  ['steady', 'flaky'],
];

/** What hangs receives few facts: it is sent two at a time. */
const typesOf = (habit: Habit): FactType[] => (habit === 'hanging' ? ['order.refunded'] : ['order.created', 'order.refunded']);

const awaitsServiceMs = 5_000;

/** Agencies with their endpoints, and all requests to the service, with their responses. */
export class Market {
  readonly agencies: MarketAgency[] = [];
  readonly endpoints: EndpointLife[] = [];
  readonly batches: Batch[] = [];
  readonly replays: Replay[] = [];
  /** How often each status was answered; `none` where no response came. */
  readonly answers = new Map<number | 'none', number>();
  readonly #fleet: Fleet;
  readonly #receivers: Receivers;
  #count = 0;

  constructor(fleet: Fleet, receivers: Receivers) {
    this.#fleet = fleet;
    this.#receivers = receivers;
  }

  /** Founds the agencies. Nothing may go wrong meanwhile. */
  async open(): Promise<void> {
    for (const habits of habitsOf) {
      const agency = { ...(await createAgency(this.#fleet.api!)), orders: [] };
      this.agencies.push(agency);
      for (const habit of habits) await this.createEndpoint(agency, habit);
    }
  }

  nextId(): string {
    return `o${this.#count++}`;
  }

  agencyOf(endpoint: EndpointLife): MarketAgency {
    return this.agencies.find(({ id }) => id === endpoint.agencyId)!;
  }

  /** Undefined where no response shows that it exists. */
  async createEndpoint(agency: MarketAgency, habit: Habit): Promise<EndpointLife | undefined> {
    const name = `${habit}-${this.#count++}`;
    const url = this.#receivers.urlOf(habit, name);
    const types = typesOf(habit);
    const answer = await this.callApi(agency, 'POST', '/v1/webhooks', { url, enabled_event_types: types });
    if (answer?.status !== 201) return undefined;
    const endpoint = new EndpointLife({ id: answer.body.id, name, agencyId: agency.id, habit, types }, Date.now());
    this.endpoints.push(endpoint);
    return endpoint;
  }

  /** Finds the endpoints whose creation was not answered. Their time of creation is unknown. */
  async adoptEndpoints(agency: MarketAgency): Promise<void> {
    const answer = await this.callApi(agency, 'GET', '/v1/webhooks');
    if (answer?.status !== 200) throw new Error(`the endpoints of an agency cannot be listed: ${JSON.stringify(answer?.body)}`);
    for (const { id, url } of answer.body.data as { id: string; url: string }[]) {
      if (this.endpoints.some((known) => known.id === id)) continue;
      const [habit, name] = new URL(url).pathname.slice(1).split('/') as [Habit, string];
      const endpoint = new EndpointLife({ id, name, agencyId: agency.id, habit, types: typesOf(habit) }, 0);
      endpoint.become('unknown', 0);
      endpoint.become('active', Date.now());
      this.endpoints.push(endpoint);
    }
  }

  /** Answers whether it is so. */
  async setStatus(endpoint: EndpointLife, status: 'active' | 'disabled'): Promise<boolean> {
    endpoint.become('unknown', Date.now());
    const answer = await this.callApi(this.agencyOf(endpoint), 'PATCH', `/v1/webhooks/${endpoint.id}`, { status });
    if (answer?.status === 200) endpoint.become(status, Date.now());
    return answer?.status === 200;
  }

  /** Answers whether it is gone. */
  async deleteEndpoint(endpoint: EndpointLife): Promise<boolean> {
    endpoint.become('unknown', Date.now());
    const answer = await this.callApi(this.agencyOf(endpoint), 'DELETE', `/v1/webhooks/${endpoint.id}`);
    const isGone = answer?.status === 204 || answer?.status === 404;
    if (isGone) endpoint.become('deleted', Date.now());
    return isGone;
  }

  /** Learns which endpoints the breaker has disabled. One of which it is not known when is `unknown` since it was last seen active. */
  async lookAtBreakers(agency: MarketAgency): Promise<void> {
    const askedAt = Date.now();
    const answer = await this.callApi(agency, 'GET', '/v1/webhooks');
    if (answer?.status !== 200) return;
    for (const { id, disabled_reason, disabled_at } of answer.body.data) {
      const endpoint = this.endpoints.find((known) => known.id === id);
      if (disabled_reason !== 'auto_breaker' || endpoint?.stateDuring(askedAt, Date.now()) !== 'active') continue;
      const clocksAgreeToMs = 1_000;
      endpoint.become('unknown', Date.parse(disabled_at) - clocksAgreeToMs);
      endpoint.become('disabled', Date.now());
    }
  }

  /** Ingests new orders and refunds of accepted ones. Repeats the request while `repeats` returns true. */
  async ingest(agency: MarketAgency, orderCount: number, refundCount: number, repeats: () => boolean): Promise<void> {
    const orders = Array.from({ length: orderCount }, () => this.nextId());
    const refunds = agency.orders.splice(0, refundCount);
    const records = [...orders.map((id) => order(id, 'c1')), ...refunds.map((id) => refund(id))];
    if (records.length === 0) return;
    const facts = [
      ...orders.map((subject): Fact => ({ type: 'order.created', subject })),
      ...refunds.map((subject): Fact => ({ type: 'order.refunded', subject })),
    ];
    const batch: Batch = { agencyId: agency.id, facts, from: Date.now(), until: Infinity, outcome: 'unknown' };
    this.batches.push(batch);
    for (let isFirst = true; isFirst || repeats(); isFirst = false) {
      const answer = await this.#call((service) =>
        callOperator(service, 'POST', `/operator/v1/agencies/${agency.id}/records`, { records: [...records] }),
      );
      batch.until = Date.now();
      if (answer?.status === 200) {
        batch.outcome = 'accepted';
        agency.orders.push(...orders);
        return;
      }
      if (answer && answer.status < 500) {
        // What was refused once may have been done before.
        if (isFirst) batch.outcome = 'refused';
        return;
      }
      await sleep(300);
    }
  }

  async replayOne(endpoint: EndpointLife): Promise<void> {
    const agency = this.agencyOf(endpoint);
    const path = `/v1/webhooks/${endpoint.id}/failures`;
    const list = await this.callApi(agency, 'GET', `${path}?limit=20`);
    const failure = list?.body.data?.find(({ replayed_at }: { replayed_at: string | null }) => replayed_at === null);
    if (!failure) return;
    const answer = await this.callApi(agency, 'POST', `${path}/${failure.id}/replay`);
    const deliveryId = answer?.status === 202 ? (answer.body.delivery_id as string) : undefined;
    this.replays.push({ endpointId: endpoint.id, failureId: failure.id, deliveryId });
  }

  /** Answers whether the order was taken. */
  async replayAll(endpoint: EndpointLife): Promise<boolean> {
    const answer = await this.callApi(this.agencyOf(endpoint), 'POST', `/v1/webhooks/${endpoint.id}/failures/replay`, {});
    return answer?.status === 202;
  }

  /** Answers whether everything that was brought in is in the projections. */
  async refreshProjections(): Promise<boolean> {
    const answer = await this.#call((service) => callOperator(service, 'POST', '/operator/v1/projections/refresh'));
    return answer?.status === 200;
  }

  callApi(agency: MarketAgency, method: string, path: string, body?: unknown): Promise<Answer | undefined> {
    return this.#call((service) => callApi(service, agency.key, method, path, body));
  }

  /** Asks any process that serves. Undefined where none does for a while, or no response came. */
  async #call(ask: (service: NonNullable<Fleet['api']>) => Promise<Answer>): Promise<Answer | undefined> {
    for (const until = Date.now() + awaitsServiceMs; !this.#fleet.api && Date.now() < until;) await sleep(50);
    const service = this.#fleet.api;
    if (!service) return undefined;
    const answer = await ask(service).catch(() => undefined);
    const status = answer?.status ?? 'none';
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    return answer;
  }
}
