import type { components } from './generated/api.ts';

/** Every schema of the contract by its name, such as `Schemas['Order']`. */
export type Schemas = components['schemas'];

type Schema<Name extends string> = Name extends keyof Schemas ? Schemas[Name] : never;

/** A delivered event, discriminated by `type`. */
export type WebhookEvent = Schema<'WebhookEvent'>;
/** A purchase of a fan; `amount_cents` is in euro cents. */
export type Order = Schema<'Order'>;
/** A creator and her upstream account. */
export type Creator = Schema<'Creator'>;
/** A present member of the agency. */
export type Employee = Schema<'Employee'>;
/** A tag of the agency's catalogue. */
export type Tag = Schema<'Tag'>;
/** What was sent to a fan: pointers, never the text. */
export type SentMessage = Schema<'SentMessage'>;
/** A fan of one account, with assignment, AI lock and tags. */
export type FanRelation = Schema<'FanRelation'>;
/** The note on a fan and its concurrency token. */
export type Insight = Schema<'Insight'>;
/** A request to relaunch or stop the AI of a conversation. */
export type AiRequest = Schema<'AiRequest'>;
/** A publication. */
export type Publication = Schema<'Publication'>;
/** A destination of deliveries. */
export type WebhookEndpoint = Schema<'WebhookEndpoint'>;
/** A delivery of one event to one endpoint. */
export type WebhookDelivery = Schema<'WebhookDelivery'>;
/** A delivery that failed for good. */
export type WebhookFailure = Schema<'WebhookFailure'>;
