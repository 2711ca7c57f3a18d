import type { CallOptions, Client } from '@agency-service/sdk';
import type { OperatorClient } from '@agency-service/sdk/operator';
import type { Context } from './context.ts';
import type { Reference } from './referring-fields.ts';

/** The object of an id, with a readable name. */
export interface Referent {
  readonly id: string;
  readonly name: string;
}

/** The arguments that precede an id, by their names in the contract, such as the account of a fan. */
export type Given = Readonly<Record<string, string | undefined>>;

/** The list that contains the ids of a reference. */
interface Source {
  /** True for UUIDs, of which a part suffices. Ids of the CRM have any length. */
  readonly hasUuids: boolean;
  readonly list: (context: Context, given: Given) => Promise<readonly Referent[]>;
}

/** A lookup must not make a command wait for a service that does not respond. */
const quick: CallOptions = { timeoutMs: 2_000, maxRetries: 0 };
const limit = 200;

type Creators = Awaited<ReturnType<Client['creators']['list']>>['data'];
const creatorsOf = new WeakMap<Context, Promise<Creators>>();

/** Creators and their accounts are one response, read once per run. */
async function creators(context: Context): Promise<Creators> {
  const read = async () => (await (await context.client()).creators.list({}, quick)).data;
  const known = creatorsOf.get(context) ?? read();
  creatorsOf.set(context, known);
  return known;
}

type ListOf<AnyClient> = (client: AnyClient, given: Given) => Promise<readonly Referent[]>;

const ofCrm = (list: ListOf<Client>): Source => ({ hasUuids: false, list: async (context, given) => list(await context.client(), given) });
const ofService = (list: ListOf<Client>): Source => ({ ...ofCrm(list), hasUuids: true });
const ofOperator = (list: ListOf<OperatorClient>): Source => ({
  hasUuids: true,
  list: async (context, given) => list(await context.operator(), given),
});

const sources: Readonly<Record<Reference, Source>> = {
  creator: { hasUuids: false, list: creators },
  account: {
    hasUuids: false,
    list: async (context) => (await creators(context)).map(({ name, account }) => ({ id: account.external_id, name })),
  },
  employee: ofCrm(async ({ employees }) => (await employees.list({}, quick)).data),
  tag: ofCrm(async ({ tags }) => (await tags.list({}, quick)).data),
  fan: ofCrm(async ({ fans }, { account_id }) => {
    if (account_id === undefined) return [];
    return (await fans.list({ account_id }, quick)).data.map(({ fan_id, fan_username }) => ({ id: fan_id, name: fan_username ?? '' }));
  }),
  order: ofCrm(async ({ orders }) =>
    (await orders.list({}, quick)).data.map(({ id, order_type, created_at }) => ({ id, name: `${order_type} ${created_at}` })),
  ),
  aiRequest: ofCrm(async ({ aiRequests }) =>
    (await aiRequests.list({}, quick)).data.map(({ id, action, requested_at }) => ({ id, name: `${action} ${requested_at}` })),
  ),
  publication: ofService(async ({ publications }) =>
    (await publications.list({ limit }, quick)).data.map(({ id, status, text }) => ({ id, name: `${status} ${text ?? ''}`.trim() })),
  ),
  endpoint: ofService(async ({ webhooks }) =>
    (await webhooks.list({}, quick)).data.map(({ id, label, url }) => ({ id, name: label || url })),
  ),
  event: ofService(async ({ events }) =>
    (await events.list({ limit }, quick)).data.map(({ id, type, recorded_at }) => ({ id, name: `${type} ${recorded_at}` })),
  ),
  delivery: ofService(async ({ webhooks }, { endpoint_id }) => {
    if (endpoint_id === undefined) return [];
    const { data } = await webhooks.listDeliveries({ endpoint_id, limit }, quick);
    return data.map(({ id, status, event_type }) => ({ id, name: `${status} ${event_type}` }));
  }),
  failure: ofService(async ({ webhooks }, { endpoint_id }) => {
    if (endpoint_id === undefined) return [];
    const { data } = await webhooks.listFailures({ endpoint_id, limit }, quick);
    return data.map(({ id, event_type, failed_at }) => ({ id, name: `${event_type} ${failed_at}` }));
  }),
  agency: ofOperator(async ({ agencies }) => (await agencies.list({}, quick)).data),
  // The newest keys of all agencies, unless the command names one.
  key: ofOperator(async ({ keys, audit }, { agency_id }) => {
    if (agency_id !== undefined) return (await keys.list({ agency_id }, quick)).data.map(({ id, label }) => ({ id, name: label }));
    const { data } = await audit.list({ actions: ['key.created', 'portal_link.created'], limit }, quick);
    return data.map(({ subject_id: id, subject_name: name }) => ({ id: id!, name }));
  }),
  token: ofOperator(async ({ tokens }) => (await tokens.list({}, quick)).data),
};

export function sourceOf(reference: Reference): Source {
  return sources[reference];
}
