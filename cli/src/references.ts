import type { CallOptions, Client } from '@agency-service/sdk';
import type { Context } from './context.ts';
import type { Reference } from './referring-fields.ts';

/** Something that an id names, and how a person knows it. */
export interface Referent {
  readonly id: string;
  readonly name: string;
}

/** The arguments before an id, by their names in the contract, such as the account of a fan. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Where ids are found. */
interface Source {
  /** Whether its ids are UUIDs, of which a part is enough; those of the CRM are as long as it made them. */
  readonly hasUuids: boolean;
  list(context: Context, given: Given): Promise<Referent[]>;
}

/** A lookup helps a person; it must not make a command wait for a service that does not answer. */
const quick: CallOptions = { timeoutMs: 2_000, maxRetries: 0 };
const longestPage = 200;

type Creators = Awaited<ReturnType<Client['creators']['list']>>['data'];
const creatorsOf = new WeakMap<Context, Promise<Creators>>();

/** Creators and their accounts are one response, read once per run. */
async function creators(context: Context): Promise<Creators> {
  const read = async () => (await (await context.client()).creators.list({}, quick)).data;
  const known = creatorsOf.get(context) ?? read();
  creatorsOf.set(context, known);
  return known;
}

const sources = {
  creator: {
    hasUuids: false,
    list: async (context) => (await creators(context)).map(({ id, name }) => ({ id, name })),
  },
  account: {
    hasUuids: false,
    list: async (context) =>
      (await creators(context)).flatMap(({ name, account }) => (account === null ? [] : [{ id: account.external_id, name }])),
  },
  employee: {
    hasUuids: false,
    list: async (context) => {
      const { data } = await (await context.client()).employees.list({}, quick);
      return data.map(({ id, name }) => ({ id, name }));
    },
  },
  tag: {
    hasUuids: false,
    list: async (context) => {
      const { data } = await (await context.client()).tags.list({}, quick);
      return data.map(({ id, name }) => ({ id, name }));
    },
  },
  fan: {
    hasUuids: false,
    list: async (context, { account_id }) => {
      if (account_id === undefined) return [];
      const { data } = await (await context.client()).fans.list({ account_id }, quick);
      return data.map(({ fan_id, fan_username }) => ({ id: fan_id, name: fan_username ?? '' }));
    },
  },
  order: {
    hasUuids: false,
    list: async (context) => {
      const { data } = await (await context.client()).orders.list({}, quick);
      return data.map(({ id, order_type, created_at }) => ({ id, name: `${order_type} ${created_at}` }));
    },
  },
  aiRequest: {
    hasUuids: false,
    list: async (context) => {
      const { data } = await (await context.client()).aiRequests.list({}, quick);
      return data.map(({ id, action, requested_at }) => ({ id, name: `${action} ${requested_at}` }));
    },
  },
  publication: {
    hasUuids: true,
    list: async (context) => {
      const { data } = await (await context.client()).publications.list({ limit: longestPage }, quick);
      return data.map(({ id, status, text }) => ({ id, name: `${status} ${text ?? ''}`.trim() }));
    },
  },
  endpoint: {
    hasUuids: true,
    list: async (context) => {
      const { data } = await (await context.client()).webhooks.list({}, quick);
      return data.map(({ id, label, url }) => ({ id, name: label || url }));
    },
  },
  event: {
    hasUuids: true,
    list: async (context) => {
      const { data } = await (await context.client()).events.list({ limit: longestPage }, quick);
      return data.map(({ id, type, recorded_at }) => ({ id, name: `${type} ${recorded_at}` }));
    },
  },
  delivery: {
    hasUuids: true,
    list: async (context, { endpoint_id }) => {
      if (endpoint_id === undefined) return [];
      const { data } = await (await context.client()).webhooks.listDeliveries({ endpoint_id, limit: longestPage }, quick);
      return data.map(({ id, status, event_type }) => ({ id, name: `${status} ${event_type}` }));
    },
  },
  failure: {
    hasUuids: true,
    list: async (context, { endpoint_id }) => {
      if (endpoint_id === undefined) return [];
      const { data } = await (await context.client()).webhooks.listFailures({ endpoint_id, limit: longestPage }, quick);
      return data.map(({ id, event_type, failed_at }) => ({ id, name: `${event_type} ${failed_at}` }));
    },
  },
  agency: {
    hasUuids: true,
    list: async (context) => {
      const { data } = await (await context.operator()).agencies.list({}, quick);
      return data.map(({ id, name }) => ({ id, name }));
    },
  },
  token: {
    hasUuids: true,
    list: async (context) => {
      const { data } = await (await context.operator()).tokens.list({}, quick);
      return data.map(({ id, name }) => ({ id, name }));
    },
  },
} satisfies Record<Reference, Source>;

export function sourceOf(reference: Reference): Source {
  return sources[reference];
}
