import { bindMethods } from '../../sdk/src/bind-methods.ts';
import { createCaller } from '../../sdk/src/call.ts';
import { operations } from '../../sdk/src/generated/operations.ts';
import { operatorOperations } from '../../sdk/src/generated/operator-operations.ts';
import { currentVersion } from '../../sdk/src/generated/release.ts';
import { methods, operatorMethods } from '../../sdk/src/generated/methods.ts';
import type { Groups as PublicApi } from './generated/groups.ts';
import type { Groups as OperatorApi } from './generated/operator-groups.ts';

/** The SDK's clients, with types as in `schemas.ts`. */
export type { OperatorApi, PublicApi };

export interface ClientOptions {
  /** The prefix of the contract's paths. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called on 401. */
  onUnauthenticated(): void;
}

/** Proves that a request with the operator's cookie was made by this application. */
export const consoleHeaders = { 'x-requested-with': 'console' } as const;

/** Requests are not retried: the user sees a failure at once. While the service is offline, the page repeats them. */
const callerOf = ({ baseUrl, headers, onUnauthenticated }: ClientOptions) =>
  createCaller({ url: location.origin + baseUrl, name: 'baseUrl' }, headers, {
    maxRetries: 0,
    timeoutMs: Infinity,
    onResponse: ({ status }) => status === 401 && onUnauthenticated(),
  });

export const publicApi = ({ headers, ...options }: ClientOptions, version: string = currentVersion): PublicApi =>
  bindMethods(methods, operations, callerOf({ ...options, headers: { 'service-version': version, ...headers } }));

export const operatorApi = (options: ClientOptions): OperatorApi => bindMethods(operatorMethods, operatorOperations, callerOf(options));

/** The session of the console or a portal, which is not part of the contract. */
export function sessionCall(base: string, method: 'GET' | 'POST' | 'DELETE', body: object = {}): Promise<unknown> {
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
  return callerOf({ baseUrl: base, headers: consoleHeaders, onUnauthenticated: () => undefined }).call('session', operation, { ...body });
}
