import type { Client } from '../../../sdk/src/index.ts';
import type { OperatorClient } from '../../../sdk/src/operator.ts';

/** The clients that the SDK reference lists, with the types of the current release. */
export type PublicClient = Client;
export type ClientOfOperators = OperatorClient;
