import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { OperatorApi, PublicApi } from './clients.ts';
import type { OperatorSchemas, Schemas } from './schemas.ts';
import type { LiveEvent } from '../../sdk/src/live-events.ts';
import type { Live, LiveState } from './live.ts';
import type { OperatorSession } from './session.ts';
import type { Loaded } from './use-answer.ts';

/** The agency on display, and the permitted actions. */
export interface AgencyView {
  /** Empty until it is read. */
  readonly name: string;
  readonly api: PublicApi;
  /** The same in another version. */
  inVersion(version: string): PublicApi;
  readonly mayWrite: boolean;
  /** Whether endpoints that were created through a link may outlive it. */
  readonly mayKeep: boolean;
  /** Whether failures may be replayed and test deliveries sent. */
  readonly mayReplay: boolean;
  readonly mayReadCreators: boolean;
  /** Whether the endpoint's URL and secret may be changed, and the endpoint deleted: through a link only if it was created through it. */
  mayReplace(endpoint: Schemas['WebhookEndpoint']): boolean;
  /** What a key is called; undefined where that is not known. */
  keyName(id: string): string | undefined;
  readonly live: Live | undefined;
  readonly liveState: LiveState;
}

/** What each tab of an endpoint is given. */
export interface EndpointTabProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  /** Called when the endpoint was changed. */
  reload(): void;
}

/** The operators' pages besides the agencies. */
export interface OperatorView {
  readonly session: OperatorSession;
  readonly api: OperatorApi;
  /** What is wrong, for all pages. */
  readonly incidents: Loaded<OperatorSchemas['Incidents']>;
}

function contextOf<Value>(name: string) {
  const context = createContext<Value | undefined>(undefined);
  const use = (): Value => {
    const value = useContext(context);
    if (value === undefined) throw new Error(`There is no ${name} here.`);
    return value;
  };
  return { Provider: context.Provider, use, maybe: () => useContext(context) };
}

export const agencyContext = contextOf<AgencyView>('agency');
export const operatorContext = contextOf<OperatorView>('operator');

export const useAgency = agencyContext.use;
export const useOperator = operatorContext.use;

interface LiveReload {
  /** An event of the live stream, and the requests to repeat because of it. */
  readonly of: 'endpoints' | 'deliveries';
  readonly reload: () => void;
  /** Deliveries to this endpoint alone count. */
  readonly endpointId?: string;
  /** How often at most. */
  readonly everyMs?: number;
  readonly isWanted?: boolean;
}

function concerns(event: LiveEvent, endpointId: string | undefined): boolean {
  if (endpointId === undefined || event.event !== 'deliveries') return true;
  const { deliveries, is_complete: isComplete } = event.data;
  return !isComplete || deliveries.some((delivery) => delivery.endpoint_id === endpointId);
}

/** Repeats the requests of the page when the live stream reports a change. Requests whose answers change all the time are limited in rate. */
export function useLiveReload({ of, reload, endpointId, everyMs = 2_000, isWanted = true }: LiveReload): void {
  const { live } = useAgency();
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (!isWanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let doneAt = 0;
    const work = () => {
      timer = undefined;
      doneAt = Date.now();
      latest.current();
    };
    const end = live?.subscribe((event) => {
      if (event.event === of && concerns(event, endpointId)) timer ??= setTimeout(work, Math.max(doneAt + everyMs - Date.now(), 0));
    });
    return () => {
      end?.();
      clearTimeout(timer);
    };
  }, [live, of, endpointId, everyMs, isWanted]);
}
