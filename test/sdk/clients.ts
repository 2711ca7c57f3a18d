import { createClient, type Client } from '../../sdk/src/index.ts';
import { createOperatorClient, type OperatorClient } from '../../sdk/src/operator.ts';
import type { TestService } from '../support/service.ts';

/** A client that sends everything once, so that what the service answers is what the test sees. */
export const clientOf = ({ baseUrl }: Pick<TestService, 'baseUrl'>, apiKey: string): Client =>
  createClient({ baseUrl, apiKey, maxRetries: 0 });

/** The operator's client, in the same way. */
export const operatorOf = ({ operatorUrl, operatorToken }: Pick<TestService, 'operatorUrl' | 'operatorToken'>): OperatorClient =>
  createOperatorClient({ operatorUrl, operatorToken, maxRetries: 0 });
