import type { components, operations } from './generated/api.ts';
import type { currentVersion, Releases } from './generated/release.ts';

export type * from './generated/schemas.ts';

/** Every schema of the contract by its name, such as `Schemas['Order']`. */
export type Schemas = components['schemas'];

/** Every operation of the contract by its id: its parameters, its body and its responses, such as `Arguments<Operations['getOrder']>`. */
export type Operations = operations;

/** The schemas of a release, by its name or its date; of a text that is none of them, those of the newest. */
export type SchemasOf<Version extends string = string> = Releases[Version extends keyof Releases
  ? Version
  : typeof currentVersion]['schemas'];

/** A delivered event that this release of the package knows, discriminated by `type`, in the form of the version that its endpoint is pinned to. */
export type KnownWebhookEvent<Version extends string = string> = SchemasOf<Version>['WebhookEvent'];

/** A string that is not a known type of event. A plain `string` would prevent TypeScript from distinguishing the known events. */
declare enum UnknownEventType {
  unknown = 'a type of event that this release of the package does not know',
}

/** A delivered event of a type that was added to the service after this release of the package. */
export interface UnknownWebhookEvent extends Pick<KnownWebhookEvent, 'id' | 'created_at' | 'api_version'> {
  /** Type of the event, which this release of the package does not know. */
  type: UnknownEventType;
  /** The data of the event. Its members are not known here. */
  data: { [member: string]: unknown };
}

/**
 * A delivered event, discriminated by `type`. Types may be added at any time: after a `case` for each known one, the `default`
 * of a `switch` has an {@link UnknownWebhookEvent}.
 */
export type WebhookEvent<Version extends string = string> = KnownWebhookEvent<Version> | UnknownWebhookEvent;
