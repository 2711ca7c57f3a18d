import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { LiveEvent } from '../../sdk/src/live-events.ts';
import type { ClientOptions, OperatorApi, PublicApi } from './clients.ts';
import { useLatest } from './hooks.ts';
import type { Live } from './live.ts';
import type { Endpoint, Incidents, OperatorSchemas } from './schemas.ts';
import type { OperatorSession } from './session.ts';
import type { Query } from './use-query.ts';

/** The agency on display, and the permitted actions. */
export interface AgencyView {
  /** Empty while it loads. */
  readonly name: string;
  readonly api: PublicApi;
  /** The API in another version. */
  inVersion(version: string): PublicApi;
  readonly mayWrite: boolean;
  /** Whether endpoints that were created through a link may outlive it. */
  readonly mayKeep: boolean;
  /** Whether failures may be replayed and test deliveries sent. */
  readonly mayReplay: boolean;
  readonly mayReadCreators: boolean;
  /** Who can permit what the visitor may not do. */
  readonly permitter: string;
  /**
   * Whether the endpoint's URL and secret may be changed, and the endpoint deleted. A link permits this only for endpoints that it created.
   */
  mayReplace(endpoint: Endpoint): boolean;
  /** The label of a key; undefined if it is unknown. */
  keyName(id: string): string | undefined;
  readonly live: Live | undefined;
}

/** The props of each tab of an endpoint. */
export interface EndpointTabProps {
  readonly endpoint: Endpoint;
  /** Called when the endpoint was changed. */
  reload(): void;
}

/** The operator and the data that all operator pages share. */
export interface OperatorView {
  readonly session: OperatorSession;
  /** Whether the operator has a scope, directly or through `all`. */
  hasScope(scope: OperatorSchemas['OperatorScope']): boolean;
  readonly api: OperatorApi;
  /** The public API of an agency. */
  clientOf(agencyId: string): ClientOptions;
  readonly incidents: Query<Incidents>;
}

export const agencyContext = createContext<AgencyView | undefined>(undefined);
export const operatorContext = createContext<OperatorView | undefined>(undefined);

export const useAgency = (): AgencyView => useContext(agencyContext)!;
export const useOperator = (): OperatorView => useContext(operatorContext)!;

type Permissions = Pick<AgencyView, 'mayWrite' | 'mayKeep' | 'mayReplay' | 'permitter'>;

/** Whether the visitor may enable the endpoint. One whose link has ended is only enabled by the agency. */
export const mayEnable = ({ mayWrite, mayKeep }: Permissions, { disabled_detail: detail }: Endpoint): boolean =>
  mayWrite && (mayKeep || detail !== 'link_ended');

export const mayRepair = (view: Permissions, endpoint: Endpoint): boolean =>
  endpoint.status === 'active' ? view.mayReplay : mayEnable(view, endpoint);

/** What makes a disabled endpoint active, as `repair the endpoint` or `ask the sender of your link to enable the endpoint`. */
export function activation(view: Permissions, endpoint: Endpoint): string {
  const action = `${endpoint.incident ? 'repair' : 'enable'} the endpoint`;
  return mayEnable(view, endpoint) ? action : `ask ${view.permitter} to ${action}`;
}

interface LiveReload {
  /** The event of the live stream that triggers `reload`. */
  readonly topic: 'endpoints' | 'deliveries';
  readonly reload: () => void;
  /** Only deliveries to this endpoint count. */
  readonly endpointId?: string;
  /** The shortest interval between two reloads. */
  readonly everyMs?: number;
  readonly isEnabled?: boolean;
}

function concerns(event: LiveEvent, endpointId: string | undefined): boolean {
  if (endpointId === undefined || event.event !== 'deliveries') return true;
  const { deliveries, is_complete: isComplete } = event.data;
  return !isComplete || deliveries.some((delivery) => delivery.endpoint_id === endpointId);
}

/** Repeats the requests of the page when the live stream reports a change, at a limited rate. */
export function useLiveReload({ topic, reload, endpointId, everyMs = 2_000, isEnabled = true }: LiveReload): void {
  const { live } = useAgency();
  const latest = useLatest(reload);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reloadedAt = 0;
    const work = () => {
      timer = undefined;
      reloadedAt = Date.now();
      latest.current();
    };
    const unsubscribe = live?.subscribe((event) => {
      if (event.event === topic && concerns(event, endpointId)) timer ??= setTimeout(work, Math.max(reloadedAt + everyMs - Date.now(), 0));
    });
    return () => {
      unsubscribe?.();
      clearTimeout(timer);
    };
  }, [live, topic, endpointId, everyMs, isEnabled]);
}
