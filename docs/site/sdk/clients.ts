import type { Client } from '../../../sdk/src/index.ts';
import type { OperatorClient } from '../../../sdk/src/operator.ts';

/** The clients whose methods the reference of the SDK lists, with the types of the current release. */
export type PublicClient = Client;
export type ClientOfOperators = OperatorClient;
