import { bindMethods } from './bind-methods.ts';
import { createCaller, type CallOptions, type ConnectionOptions, type RawAnswer, type RawRequest } from './call.ts';
import { bearer, checkedArguments, settingOf } from './checks.ts';
import type { components } from './generated/operator.ts';
import type { Groups } from './generated/operator-groups.ts';
import { operatorOperations } from './generated/operator-operations.ts';
import { operatorMethods } from './generated/methods.ts';

export { operatorMethods } from './generated/methods.ts';
export { operatorEnumerations } from './generated/operator-enumerations.ts';
export { operatorOperations } from './generated/operator-operations.ts';
export type * from './generated/operator-params.ts';
export type * from './generated/operator-schemas.ts';

/** Every schema of the operator's contract by its name. */
export type OperatorSchemas = components['schemas'];
/** A record to ingest, discriminated by `type`. */
export type IncomingRecord = OperatorSchemas['Record'];

/** Settings of {@link createOperatorClient}. */
export interface OperatorClientOptions extends ConnectionOptions {
  /** Address of the operator listener, before `/operator`, such as `http://127.0.0.1:8081`. If it is left out, `SVC_OPERATOR_URL` of the environment. */
  operatorUrl?: string;
  /** The operator's token. If it is left out, `SVC_OPERATOR_TOKEN` of the environment. A function that returns it is called before each attempt. */
  operatorToken?: string | (() => string | Promise<string>);
}

/** The operator's client. */
export interface OperatorClient extends Groups {
  /** Sends your own request with the operator's token, and returns the response whatever its status. */
  request(request: RawRequest, options?: CallOptions): Promise<RawAnswer>;
}

/**
 * Creates a client of the operator API, which has its own address and token. Retries and errors are those of
 * `createClient`.
 * @example
 * const operator = createOperatorClient({ operatorUrl: 'http://127.0.0.1:8081', operatorToken: process.env.SVC_OPERATOR_TOKEN! });
 * const agency = await operator.agencies.create({ name: 'Northlight' });
 */
export function createOperatorClient(options: OperatorClientOptions = {}): OperatorClient {
  const { operatorUrl: _operatorUrl, operatorToken: _operatorToken, ...connection } = checkedArguments(options);
  const headers = { authorization: bearer(settingOf(options, 'operatorToken', 'SVC_OPERATOR_TOKEN'), 'operatorToken') };
  const caller = createCaller({ url: settingOf(options, 'operatorUrl', 'SVC_OPERATOR_URL'), name: 'operatorUrl' }, headers, connection);
  return Object.freeze({
    ...bindMethods<Groups>(operatorMethods, operatorOperations, caller),
    request: caller.request,
  });
}
