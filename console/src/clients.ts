import { bindMethods } from '../../sdk/src/bind-methods.ts';
import { createCaller } from '../../sdk/src/call.ts';
import { operations } from '../../sdk/src/generated/operations.ts';
import { operatorOperations } from '../../sdk/src/generated/operator-operations.ts';
import { currentVersion } from '../../sdk/src/generated/release.ts';
import { methods, operatorMethods } from '../../sdk/src/generated/methods.ts';
import type { Methods } from '../../sdk/src/operation-types.ts';
import type { operations as PublicOperations } from './generated/api.ts';
import type { operations as OperatorOperations } from './generated/operator.ts';

/** The SDK's clients, with types as in `schemas.ts`. */
export type PublicApi = Methods<PublicOperations, typeof methods>;
export type OperatorApi = Methods<OperatorOperations, typeof operatorMethods>;

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

/** The reader sees at once what fails, and tries again; the page itself does while the service is away. */
const callerOf = ({ baseUrl, headers, onUnknown }: Connection) =>
  createCaller({ url: location.origin + baseUrl, name: 'baseUrl' }, headers, {
    maxRetries: 0,
    timeoutMs: Infinity,
    onResponse: ({ status }) => status === 401 && onUnknown(),
  });

/** The public operations, for one agency. */
export const publicApi = ({ headers, ...connection }: Connection, version: string = currentVersion): PublicApi =>
  bindMethods(methods, operations, callerOf({ ...connection, headers: { 'service-version': version, ...headers } }));

/** The operators' operations. */
export const operatorApi = (connection: Connection): OperatorApi => bindMethods(operatorMethods, operatorOperations, callerOf(connection));

/** The session at a door, which is not part of the contract. */
export function sessionCall(base: string, method: 'GET' | 'POST' | 'DELETE', given: object = {}): Promise<unknown> {
  const operation = {
    method,
    path: '/session',
    summary: '',
    scope: null,
    retry: 'never',
    repeatProblem: null,
    body: method === 'POST' ? 'required' : 'none',
    maxBodyBytes: Infinity,
    bodyBounds: {},
    answers: method === 'DELETE' ? 'none' : 'json',
    paged: false,
    parameters: {},
  } as const;
  return callerOf({ baseUrl: base, headers: ownRequest, onUnknown: () => undefined }).call('session', operation, { ...given });
}
