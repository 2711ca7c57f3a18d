import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Route, Switch } from 'wouter-preact';
import { publicApi, type ClientOptions } from '../clients.ts';
import { AgencyFinder } from '../components/agency-finder.tsx';
import { lazy } from '../components/lazy.tsx';
import type { NavItem } from '../components/page.tsx';
import { Frame } from '../components/shell.tsx';
import { openLive, type Live, type LiveState } from '../live.ts';
import { useOffline } from '../offline.ts';
import { agencyContext, type AgencyView } from '../views.ts';
import { EndpointPage } from './endpoint.tsx';
import { EndpointsPage } from './endpoints.tsx';
import { EventPage } from './event.tsx';
import { EventsPage } from './events.tsx';
import { NewEndpointPage } from './new-endpoint.tsx';
import { NotFoundPage } from './not-found.tsx';

interface AgencyProps extends Omit<AgencyView, 'api' | 'inVersion' | 'live'> {
  readonly client: ClientOptions;
  /** The pages besides endpoints and events. */
  readonly pages: readonly (readonly [path: string, title: string, page: ComponentChildren])[];
  readonly exit?: NavItem;
  readonly notice?: ComponentChildren;
}

const EventCatalogue = lazy(async () => (await import('./event-catalogue.tsx')).EventCatalogue);

const liveTexts: Readonly<Record<LiveState, string>> = { live: 'Live', connecting: 'Connecting…', off: 'Not live' };

export function AgencyPages({ client, pages, exit, notice, ...view }: AgencyProps) {
  const { name } = view;
  const [live, setLive] = useState<Live>();
  const [streamState, setStreamState] = useState<LiveState>('connecting');
  const api = useMemo(() => publicApi(client), [client]);
  const isOffline = useOffline();
  const liveState = isOffline && streamState === 'live' ? 'connecting' : streamState;
  useEffect(() => {
    const opened = openLive(client, api, setStreamState);
    setLive(opened);
    return () => opened.close();
  }, [client]);
  return (
    <agencyContext.Provider value={{ ...view, api, inVersion: (version) => publicApi(client, version), live }}>
      <AgencyFinder />
      <Frame
        label={name === '' ? 'Agency' : name}
        head={
          <p class="row spread menu-head">
            <strong>{name === '' ? '\u00a0' : name}</strong>
            <span class={`live-state quiet small ${liveState}`}>{liveTexts[liveState]}</span>
          </p>
        }
        items={[
          ['/', 'Endpoints', '/endpoints'],
          ['/events', 'Events', '/events'],
          ['/event-types', 'Event types'],
          ...pages.map(([path, title]) => [path, title] as const),
        ]}
        exit={exit}
      >
        {notice}
        <Switch>
          <Route path="/" component={EndpointsPage} />
          <Route path="/endpoints/new" component={NewEndpointPage} />
          <Route path="/endpoints/:id/*?">{({ id }) => <EndpointPage key={id} id={id} />}</Route>
          <Route path="/events" component={EventsPage} />
          <Route path="/events/:id">{({ id }) => <EventPage key={id} id={id} />}</Route>
          <Route path="/event-types" component={EventCatalogue} />
          {pages.map(([path, , page]) => (
            <Route key={path} path={path}>
              {page}
            </Route>
          ))}
          <Route component={NotFoundPage} />
        </Switch>
      </Frame>
    </agencyContext.Provider>
  );
}
