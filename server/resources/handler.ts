import type { OperationRequests, OperationResponses } from '../../generated/interfaces/index.ts';
import type { Changelog, Diagnostics, ServiceOverview } from '../../generated/models.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { Keyring } from '../access/encryption/keyring.ts';
import type { ApiKeyFormat } from '../access/keys/api-keys.ts';
import type { KeyUses } from '../access/keys/key-uses.ts';
import type { UncheckedKeys } from '../access/keys/unchecked-keys.ts';
import type { ContextOf } from '../access/request-context.ts';
import type { ScopedDataFactory } from '../access/scope/scoped-models.ts';
import type { DeliveryRequests } from '../entities/delivery-request.ts';
import type { DestinationPolicy } from '../entities/destination.ts';
import type { Outbox } from '../events/outbox.ts';
import type { IngestionLog } from '../ingestion/ingestion-log.ts';
import type { Ingestor } from '../ingestion/ingestor.ts';
import type { FillIn } from '../config/installation.ts';
import type { Measured } from '../lib/cached-for.ts';
import type { MetricsFormat } from '../lib/metrics-format.ts';
import type { ListenerStreams } from '../live/listener-streams.ts';
import type { LiveWatch } from '../live/live-watch.ts';
import type { Site } from '../pages/site.ts';
import type { Cursors } from '../paging/cursor.ts';
import type { StatusHistory } from '../status/history.ts';
import type { Overview } from '../status/overview.ts';
import type { ServiceChecks } from '../status/service-checks.ts';
import type { Receivers } from './operator/service/receivers.ts';
import type { SerialQueue } from './webhooks/serial-queue.ts';

/** The dependencies of handlers. Each handler names those that it uses. */
export interface Dependencies {
  readonly changelog: { readonly changelog: Changelog; readonly html: string };
  readonly checks: ServiceChecks;
  /** The contract of the listener with the values of this installation; undefined if it is not built. */
  readonly contract: Record<string, unknown> | undefined;
  readonly cursors: Cursors;
  readonly destinations: DestinationPolicy;
  readonly diagnostics: () => Promise<Measured<readonly Diagnostics['checks'][number][]>>;
  readonly fillIn: FillIn;
  /** The service's former name: older secrets begin with `<brand>_whsec_`. */
  readonly formerBrand: string;
  /** The last 90 days; empty if the database does not answer. */
  readonly history: () => Promise<Measured<StatusHistory>>;
  readonly ingestions: Pick<IngestionLog, 'recorded'>;
  readonly ingestor: Pick<Ingestor, 'ingest'>;
  readonly keyFormat: ApiKeyFormat;
  readonly keyring: Keyring;
  readonly listeners: ListenerStreams;
  readonly live: LiveWatch;
  /** The metrics of all processes of the parent. */
  readonly metrics: { text(format: MetricsFormat): Promise<string> };
  readonly outbox: Outbox;
  readonly overview: () => Promise<Measured<Overview>>;
  readonly pools: readonly { readonly name: string; inUse(): number; idle(): number; waiting(): number }[];
  /** `refresh` resolves when the projections contain everything that was committed before the call. */
  readonly projections: { refresh(): Promise<void> };
  readonly publicUrl: string;
  readonly receivers: () => Promise<Measured<Receivers>>;
  readonly release: ServiceOverview['release'];
  readonly replicas: () => readonly { readonly name: string; readonly isServing: boolean; readonly lagSeconds: number | undefined }[];
  readonly requests: DeliveryRequests;
  readonly site: Site;
  readonly serialQueue: SerialQueue;
  readonly uncheckedKeys: Pick<UncheckedKeys, 'announce'>;
  readonly uses: Pick<KeyUses, 'write'>;
  readonly scopedDataFor: ScopedDataFactory;
}

export type Handler<Id extends OperationId, Used extends keyof Dependencies = never> = (
  request: OperationRequests[Id],
  context: ContextOf<Id>,
  ...dependencies: [Used] extends [never] ? [] : [dependencies: Pick<Dependencies, Used>]
) => Promise<OperationResponses[Id]>;

type Handlers = Readonly<Record<string, (request: never, context: never, dependencies: never) => unknown>>;

/** The dependencies of all these handlers. */
type UsedBy<All extends Handlers> = {
  [Name in keyof All]: All[Name] extends (request: never, context: never, dependencies: infer Used) => unknown
    ? (used: Used) => void
    : never;
}[keyof All] extends (used: infer Used) => void
  ? Used
  : never;

/** Binds handlers to their dependencies. */
export function withDependencies<All extends Handlers>(handlers: All, dependencies: UsedBy<All>) {
  const bound = Object.entries(handlers).map(([name, handle]) => {
    return [name, (request: never, context: never) => handle(request, context, dependencies as never)];
  });
  return Object.fromEntries(bound) as {
    readonly [Name in keyof All]: (request: Parameters<All[Name]>[0], context: Parameters<All[Name]>[1]) => ReturnType<All[Name]>;
  };
}
