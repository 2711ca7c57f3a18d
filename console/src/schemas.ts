import type { components as PublicComponents } from './generated/api.ts';
import type { components as OperatorComponents } from './generated/operator.ts';

/** The service serves this application, which therefore knows every value: the types are those of the contract alone. */
export type Schemas = PublicComponents['schemas'];
export type OperatorSchemas = OperatorComponents['schemas'];
