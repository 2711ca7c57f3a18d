import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Route, Switch, useLocation } from 'wouter-preact';
import { consoleHeaders, operatorApi } from '../clients.ts';
import { Button } from '../components/button.tsx';
import { Empty, ErrorBox, Loading } from '../components/feedback.tsx';
import { OperatorFinder } from '../components/operator-finder.tsx';
import { Page } from '../components/page.tsx';
import { Frame, Shell } from '../components/shell.tsx';
import { drafts } from '../drafts.ts';
import { serviceErrorOf, statusOf } from '../errors.ts';
import type { Mode } from '../mode.ts';
import { closeSession, readSession, type OperatorSession } from '../session.ts';
import { useAction, useQuery } from '../use-query.ts';
import { operatorContext, useOperator, type OperatorView } from '../views.ts';
import { AgenciesPage } from './agencies.tsx';
import { AuditPage } from './audit.tsx';
import { DataPage } from './data-page.ts';
import { IngestionsPage } from './ingestions.tsx';
import { LoginPage } from './login.tsx';
import { NotFoundPage } from './not-found.tsx';
import { OperatorAgency } from './operator-agency.tsx';
import { ServicePage } from './service.tsx';
import { TokensPage } from './tokens.tsx';

const pages = [
  ['/', 'Overview', <AgenciesPage />],
  ['/service', 'Service', <ServicePage />],
  ['/ingestion', 'Ingestion', <IngestionsPage />],
  ['/audit', 'Audit log', <AuditPage />],
  ['/data', 'Exports and erasures', <DataPage />],
  ['/tokens', 'Operator tokens', <TokensPage />],
] as const;
const items = pages.map(([href, title]) => [href, title] as const);

function OperatorPages() {
  const { hasScope } = useOperator();
  if (!hasScope('read'))
    return (
      <Page title="Console">
        <Empty title="You don’t have access">The console requires an operator token with the scope read or all.</Empty>
      </Page>
    );
  return (
    <Switch>
      {pages.map(([path, , page]) => (
        <Route key={path} path={path}>
          {page}
        </Route>
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  );
}

/** The polling interval of incidents, on pages without a shorter one. */
const incidentsEveryMs = 60_000;

/** The data of a session that all its pages share. */
function SessionProvider({ children, ...view }: Pick<OperatorView, 'session' | 'api' | 'clientOf'> & { children: ComponentChildren }) {
  const { session, api } = view;
  const hasScope = (scope: string) => session.scopes.includes('all') || session.scopes.includes(scope);
  const mayRead = hasScope('read');
  const incidents = useQuery(
    // Without the scope, no page shows incidents.
    () => (mayRead ? api.incidents.list() : new Promise<never>(() => undefined)),
    [api, mayRead],
    mayRead ? incidentsEveryMs : undefined,
  );
  return <operatorContext.Provider value={{ ...view, hasScope, incidents }}>{children}</operatorContext.Provider>;
}

export function ConsoleApp({ mode }: { mode: Mode }) {
  const stored = useQuery(
    () =>
      readSession(mode).catch((thrown: unknown) => {
        if (statusOf(serviceErrorOf(thrown)) !== 401) throw thrown;
        return null;
      }),
    [mode],
  );
  /** The session since this page was opened; null after its end. */
  const [current, setCurrent] = useState<OperatorSession | null>();
  const [isExpired, setIsExpired] = useState(false);
  const [, navigate] = useLocation();
  const leaving = useAction();
  const session = current === undefined ? stored.data : current;
  const onUnauthenticated = () => {
    drafts.end(session?.name ?? '');
    setIsExpired(true);
    setCurrent(null);
  };
  const client = { headers: consoleHeaders, onUnauthenticated };
  const api = useMemo(() => operatorApi({ baseUrl: mode.prefix, ...client }), [session, mode]);
  const clientOf = (agencyId: string) => ({ baseUrl: `${mode.base}/agencies/${agencyId}`, ...client });
  if (session === undefined && stored.error)
    return (
      <main class="message">
        <ErrorBox error={stored.error} retry={stored.reload} />
      </main>
    );
  if (session === undefined)
    return (
      <Shell name="Console">
        <main>
          <Loading />
        </main>
      </Shell>
    );
  if (session === null)
    return (
      <LoginPage
        mode={mode}
        isExpired={isExpired}
        onSession={(opened) => {
          drafts.begin(opened.name);
          setCurrent(opened);
        }}
      />
    );
  const logOut = async () => {
    await leaving.run(() => closeSession(mode));
    setIsExpired(false);
    setCurrent(null);
    navigate('/');
  };
  const bar = (
    <div class="session">
      <span class="ellipsis">{session.name}</span>
      <Button look="small" onClick={() => void logOut()}>
        Log out
      </Button>
    </div>
  );
  return (
    <SessionProvider session={session} api={api} clientOf={clientOf}>
      <Shell name="Console" session={bar} isSearchable>
        <OperatorFinder pages={items} />
        <Switch>
          <Route path="/agencies/:agencyId" nest>
            {({ agencyId }) => <OperatorAgency key={agencyId} mode={mode} id={agencyId} />}
          </Route>
          <Route>
            <Frame label="Console" items={items}>
              <OperatorPages />
            </Frame>
          </Route>
        </Switch>
      </Shell>
    </SessionProvider>
  );
}
