import createClient, { type Client } from 'openapi-fetch';
import { currentVersion } from '../../sdk/src/generated/release.ts';
import type { components as PublicComponents, paths as PublicPaths } from './generated/api.ts';
import type { components as OperatorComponents, paths as OperatorPaths } from './generated/operator.ts';
import { refusalIn } from './refusal.ts';

export type PublicApi = Client<PublicPaths>;
export type OperatorApi = Client<OperatorPaths>;
export type Schemas = PublicComponents['schemas'];
export type OperatorSchemas = OperatorComponents['schemas'];

/** How requests are sent from a door. */
export interface Connection {
  /** The prefix of the contract's paths. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called when the service does not know who is asking any more. */
  onUnknown(): void;
}

/** Proves to the service that a request with the operator's cookie was made by this application. */
export const ownRequest = { 'x-requested-with': 'console' } as const;

function clientOf<Paths extends object>({ baseUrl, headers, onUnknown }: Connection): Client<Paths> {
  // Lists go out as the contract has them, separated by commas in one parameter.
  const client = createClient<Paths>({ baseUrl, headers, querySerializer: { array: { style: 'form', explode: false } } });
  client.use({
    onResponse({ response }) {
      if (response.status === 401) onUnknown();
    },
  });
  return client;
}

/** The public operations, for one agency. */
export const publicApi = (connection: Connection): PublicApi => clientOf<PublicPaths>(versioned(connection));

/** The operators' operations. */
export const operatorApi = (connection: Connection): OperatorApi => clientOf<OperatorPaths>(connection);

export const versioned = (connection: Connection): Connection => ({
  ...connection,
  headers: { 'service-version': currentVersion, ...connection.headers },
});

/** The body of an answer with success; throws a {@link Refusal} for any other. */
export async function answerOf<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw refusalIn(response, error);
  return data as Data;
}
