import { deliveryEventTypes } from '../../generated/events.ts';
import { scopes } from '../../generated/operations.ts';
import { eventually } from '../api/webhooks/fixture.ts';
import { fromBrowser, logIn } from '../support/console.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import type { Answer, TestAgency, TestService } from '../support/service.ts';

export const creators = ['creator-1', 'creator-2', 'creator-3'] as const;
export type Creator = (typeof creators)[number];
export const accountOf = (creator: string) => creator.replace('creator', 'account');

const factTypes = deliveryEventTypes.filter((type) => type !== 'ping');

/** The kinds of endpoints: whom they are limited to, what they subscribed to. */
const kinds: Readonly<Record<string, { creatorIds?: readonly Creator[]; types?: readonly string[]; isDisabled?: true; isForeign?: true }>> =
  {
    'whole agency': {},
    'both creators': { creatorIds: ['creator-1', 'creator-2'] },
    'first creator': { creatorIds: ['creator-1'] },
    'second creator': { creatorIds: ['creator-2'] },
    'third creator': { creatorIds: ['creator-3'] },
    'orders alone': { types: factTypes.filter((type) => type.startsWith('order.')) },
    'no orders': { types: factTypes.filter((type) => !type.startsWith('order.')) },
    disabled: { isDisabled: true },
    'another agency': { isForeign: true },
  };

export interface Endpoint {
  readonly kind: string;
  readonly id: string;
  readonly agencyId: string;
  readonly creatorIds: readonly string[];
  readonly types: readonly string[];
  readonly isDisabled: boolean;
  readonly isForeign: boolean;
  readonly receiver: Receiver;
}

export interface Caller {
  readonly name: string;
  /** Empty for all of them. */
  readonly creatorIds: readonly string[];
  readonly scopes: readonly string[];
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** So many deliveries at each endpoint; none where an endpoint is left out. */
export type Counts = Readonly<Record<string, number>>;

export const covers = (creatorIds: readonly string[], creator: string) => creatorIds.length === 0 || creatorIds.includes(creator);

/** Whether a caller of the agency sees an endpoint. */
export const sees = ({ creatorIds }: Caller, endpoint: Endpoint) =>
  !endpoint.isForeign &&
  (creatorIds.length === 0 || (endpoint.creatorIds.length > 0 && endpoint.creatorIds.every((id) => creatorIds.includes(id))));

/** What the event of a creator brings to each endpoint, once. */
export function heardBy(endpoints: readonly Endpoint[], type: string, creator: string): Counts {
  const hears = ({ isForeign, isDisabled, types, creatorIds }: Endpoint) =>
    !isForeign && !isDisabled && types.includes(type) && covers(creatorIds, creator);
  return Object.fromEntries(endpoints.filter(hears).map(({ kind }) => [kind, 1]));
}

export function sumOf(counts: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const each of counts) for (const [kind, count] of Object.entries(each)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** Two agencies with the same ids, every kind of endpoint with a receiver of its own, and every kind of caller. */
export class Market {
  readonly service: TestService;
  readonly agency: TestAgency;
  readonly endpoints: readonly Endpoint[];
  readonly callers: readonly Caller[];

  private constructor(service: TestService, agency: TestAgency, endpoints: readonly Endpoint[], callers: readonly Caller[]) {
    this.service = service;
    this.agency = agency;
    this.endpoints = endpoints;
    this.callers = callers;
  }

  static async open(service: TestService): Promise<Market> {
    const [agency, other] = [await service.createAgency(), await service.createAgency()];
    for (const each of [agency, other]) {
      await each.ingest([
        { type: 'employee', id: 'user-1', name: 'E', email: null, role: 'chatter', active: true },
        ...creators.flatMap((id) => [
          { type: 'creator', id, name: id, account: { external_id: accountOf(id), username: null } },
          {
            type: 'fan',
            account_id: accountOf(id),
            fan_id: 'fan-1',
            fan_username: null,
            subscription_status: 'interested',
            is_online: true,
            related_at: '2026-07-10T12:00:00.000Z',
            tag_ids: [],
          },
        ]),
      ]);
    }
    const endpoints: Endpoint[] = [];
    for (const [kind, { creatorIds = [], types = factTypes, isDisabled = false, isForeign = false }] of Object.entries(kinds)) {
      const { id: agencyId, key } = isForeign ? other : agency;
      const receiver = await startReceiver();
      const body = { url: receiver.url, label: kind, enabled_event_types: types, allowed_creator_ids: creatorIds };
      const made = await service.request('POST', '/v1/webhooks', { key, body });
      if (made.status !== 201) throw new Error(made.text);
      const { id } = made.body as { id: string };
      if (isDisabled) await service.request('PATCH', `/v1/webhooks/${id}`, { key, body: { status: 'disabled' } });
      endpoints.push({ kind, id, agencyId, creatorIds, types, isDisabled, isForeign, receiver });
    }
    return new Market(service, agency, endpoints, await callersOf(service, agency));
  }

  /** Every event and replay is at its end. */
  async settle(): Promise<void> {
    const left = await eventually(
      async () =>
        (
          await this.service.database.query<{ count: number }>({
            text: 'SELECT (SELECT count(*) FROM delivery_queue) + (SELECT count(*) FROM replay_orders) + (SELECT count(*) FROM webhook_recoveries WHERE ended_at IS NULL) AS count',
          })
        )[0]!.count,
      (count) => count === 0,
    );
    if (left > 0) throw new Error(`${left} deliveries and replays were still pending after ten seconds`);
  }

  /** What the receivers have had since the last call, by the kind of their endpoints. */
  async received(): Promise<Counts> {
    await this.settle();
    const had = this.endpoints.map(({ kind, receiver }) => [kind, receiver.received.splice(0).length] as const);
    return Object.fromEntries(had.filter(([, count]) => count > 0));
  }

  async close(): Promise<void> {
    await Promise.all(this.endpoints.map(({ receiver }) => receiver.close()));
  }
}

/** All publishers of the agency. */
async function callersOf(service: TestService, agency: TestAgency): Promise<Caller[]> {
  const byKey = async (name: string, key: string): Promise<Caller> => {
    const { body } = await service.request('GET', '/v1/me', { key });
    const { scopes: held, creator_ids: creatorIds } = body.key as { scopes: string[]; creator_ids: string[] };
    return { name, creatorIds, scopes: held, call: (method, path, sent) => service.request(method, path, { key, body: sent }) };
  };
  const keyFor = (...creatorIds: Creator[]) => agency.createKey({ creatorIds });
  const link = await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, { label: 'Portal', scopes });
  const { id: linkId, url } = link.body as { id: string; url: string };
  const session = await service.request('POST', `/portal/${linkId}/session`, {
    key: null,
    version: null,
    body: { key: url.split('#key=')[1] },
  });
  const inPlace = (name: string, browser: { cookie: string } | { headers: Record<string, string> }): Caller => ({
    name,
    creatorIds: [],
    scopes,
    call: (method, path, body) =>
      fromBrowser(service, method, `/console/agencies/${agency.id}${path}`, {
        ...browser,
        headers: {
          'service-version': 'Amethyste',
          'x-requested-with': 'console',
          'sec-fetch-site': 'same-origin',
          ...('headers' in browser ? browser.headers : {}),
        },
        body,
      }),
  });
  return [
    await byKey('a key of the whole agency', agency.key),
    await byKey('a key limited to one creator', await keyFor('creator-2')),
    await byKey('a key limited to two creators', await keyFor('creator-1', 'creator-2')),
    await byKey('the session of a portal link', session.body.token as string),
    inPlace('an operator in the agency’s place, with a session of the console', { cookie: await logIn(service) }),
    inPlace('an operator in the agency’s place, with a token', { headers: { authorization: `Bearer ${service.operatorToken}` } }),
  ];
}
