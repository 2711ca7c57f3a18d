import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Route, Switch } from 'wouter-preact';
import { publicApi, type Connection } from '../clients.ts';
import { useAway } from '../away.ts';
import { AgencyFinder } from '../components/agency-finder.tsx';
import { MenuItem, MenuItems } from '../components/page.tsx';
import { Frame } from '../components/shell.tsx';
import { openLive, type Live, type LiveState } from '../live.ts';
import { agencyContext, type AgencyView } from '../views.ts';
import { EndpointPage } from './endpoint.tsx';
import { EndpointsPage } from './endpoints.tsx';
import { EventPage } from './event.tsx';
import { EventsPage } from './events.tsx';
import { NewEndpointPage } from './new-endpoint.tsx';
import { NowhereToBe } from './nowhere.tsx';

interface AgencyProps extends Pick<
  AgencyView,
  'name' | 'mayWrite' | 'mayReplay' | 'mayKeep' | 'mayReadCreators' | 'keyName' | 'mayReplace'
> {
  readonly connection: Connection;
  /** The menu items besides endpoints and events. */
  readonly menu?: ComponentChildren;
  /** Shown above each page. */
  readonly notice?: ComponentChildren;
  /** The pages of it. */
  readonly children?: ComponentChildren;
}

const liveWords: Readonly<Record<LiveState, string>> = { live: 'Live', connecting: 'Connecting…', off: 'Not live' };

/** The pages of one agency, at either door. */
export function AgencyPages({ connection, menu, notice, children, ...view }: AgencyProps) {
  const { name } = view;
  const [live, setLive] = useState<Live>();
  const [streamState, setLiveState] = useState<LiveState>('connecting');
  const api = useMemo(() => publicApi(connection), [connection]);
  const isAway = useAway();
  const liveState = isAway && streamState === 'live' ? 'connecting' : streamState;
  useEffect(() => {
    const opened = openLive(connection, api, setLiveState);
    setLive(opened);
    return () => opened.close();
  }, [connection]);
  return (
    <agencyContext.Provider value={{ ...view, api, inVersion: (version) => publicApi(connection, version), live, liveState }}>
      <AgencyFinder />
      <Frame
        label={name === '' ? 'Agency' : name}
        menu={
          <>
            <p class="menu-head">
              <strong>{name === '' ? '\u00a0' : name}</strong>
              <span class={`live-state ${liveState}`}>{liveWords[liveState]}</span>
            </p>
            <MenuItems>
              <MenuItem href="/" below="/endpoints">
                Endpoints
              </MenuItem>
              <MenuItem href="/events" below="/events">
                Events
              </MenuItem>
              {menu}
            </MenuItems>
          </>
        }
      >
        {notice}
        <Switch>
          <Route path="/" component={EndpointsPage} />
          <Route path="/endpoints/new" component={NewEndpointPage} />
          <Route path="/endpoints/:id/*?">{({ id: endpointId }) => <EndpointPage key={endpointId} id={endpointId} />}</Route>
          <Route path="/events" component={EventsPage} />
          <Route path="/events/:id">{({ id: eventId }) => <EventPage key={eventId} id={eventId} />}</Route>
          {children}
          <Route>
            <NowhereToBe />
          </Route>
        </Switch>
      </Frame>
    </agencyContext.Provider>
  );
}
