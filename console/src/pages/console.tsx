import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Route, Switch, useLocation } from 'wouter-preact';
import { operatorApi, ownRequest } from '../clients.ts';
import { isAway, reach, useBack } from '../away.ts';
import { Empty, Loading, ProblemBox } from '../components/feedback.tsx';
import { OperatorFinder, operatorPages } from '../components/operator-finder.tsx';
import { MenuItem, MenuItems, Page } from '../components/page.tsx';
import { Frame, Shell } from '../components/shell.tsx';
import type { Door } from '../door.ts';
import { drafts } from '../drafts.ts';
import type { ServiceError } from '../../../sdk/src/errors.ts';
import { serviceErrorOf, statusOf } from '../errors.ts';
import { closeSession, holds, readSession, type OperatorSession } from '../session.ts';
import { useAction, useAnswer, useInterval } from '../use-answer.ts';
import { operatorContext, useOperator, type OperatorView } from '../views.ts';
import { AgenciesPage } from './agencies.tsx';
import { AuditPage } from './audit.tsx';
import { DataPage } from './data-page.ts';
import { IngestionsPage } from './ingestions.tsx';
import { LoginPage } from './login.tsx';
import { NowhereToBe } from './nowhere.tsx';
import { OperatorAgency } from './operator-agency.tsx';
import { ServicePage } from './service.tsx';
import { TokensPage } from './tokens.tsx';
import { Button } from '../components/button.tsx';

function OperatorMenu() {
  return (
    <MenuItems>
      {operatorPages.map(([href, title]) => (
        <MenuItem key={href} href={href}>
          {title}
        </MenuItem>
      ))}
    </MenuItems>
  );
}

/** Pages that are not about one agency. */
function OperatorPages() {
  const { session } = useOperator();
  if (!holds(session, 'read')) {
    return (
      <Page title="Console">
        <Empty title="You don’t have access" text="The console requires an operator token with the scope read or all." />
      </Page>
    );
  }
  return (
    <Switch>
      <Route path="/" component={AgenciesPage} />
      <Route path="/service" component={ServicePage} />
      <Route path="/ingestion">
        <IngestionsPage />
      </Route>
      <Route path="/audit">
        <AuditPage />
      </Route>
      <Route path="/data">
        <DataPage />
      </Route>
      <Route path="/tokens" component={TokensPage} />
      <Route>
        <NowhereToBe />
      </Route>
    </Switch>
  );
}

/** How often incidents are read where a page does not read them more often itself. */
const incidentsEveryMs = 60_000;

/** The pages of a session, which share one list of incidents. */
function WithSession({ session, api, children }: Pick<OperatorView, 'session' | 'api'> & { children: ComponentChildren }) {
  const mayRead = holds(session, 'read');
  const incidents = useAnswer(
    // Nothing shows them to whom may not read them.
    () => (mayRead ? api.incidents.list() : new Promise<never>(() => undefined)),
    [api, mayRead],
  );
  useInterval(() => mayRead && incidents.reload(), incidentsEveryMs);
  return <operatorContext.Provider value={{ session, api, incidents }}>{children}</operatorContext.Provider>;
}

type Known = { readonly session: OperatorSession } | { readonly isOver: boolean } | { readonly refusal: ServiceError };

/** The application for operators: first who looks, then what there is. */
export function ConsoleApp({ door }: { door: Door }) {
  const [known, setKnown] = useState<Known>();
  const [, navigate] = useLocation();
  const leaving = useAction();
  const [round, setRound] = useState(0);
  useBack(() => known && 'refusal' in known && setRound(round + 1));
  useEffect(() => {
    readSession(door).then(
      (session) => setKnown({ session }),
      (error: unknown) => {
        const refusal = serviceErrorOf(error);
        if (isAway(refusal)) reach.lost();
        setKnown(statusOf(refusal) === 401 ? { isOver: false } : { refusal });
      },
    );
  }, [door, round]);
  const session = known && 'session' in known ? known.session : undefined;
  const end = (owner: string) => {
    drafts.end(owner);
    setKnown({ isOver: true });
  };
  const view = useMemo(
    () =>
      session && {
        session,
        api: operatorApi({ baseUrl: door.prefix, headers: ownRequest, onUnknown: () => end(session.name) }),
      },
    [session, door],
  );
  if (!known) {
    return (
      <Shell name="Console">
        <main>
          <Loading />
        </main>
      </Shell>
    );
  }
  if ('refusal' in known) {
    return <main class="login">{!isAway(known.refusal) && <ProblemBox refusal={known.refusal} retry={() => location.reload()} />}</main>;
  }
  if (!view)
    return (
      <LoginPage
        door={door}
        isOver={'isOver' in known && known.isOver}
        onSession={(opened) => {
          drafts.begin(opened.name);
          setKnown({ session: opened });
        }}
      />
    );
  const logOut = async () => {
    await leaving.run(() => closeSession(door));
    setKnown({ isOver: false });
    navigate('/');
  };
  const who = (
    <div class="who">
      <span>{view.session.name}</span>
      <Button look="small" onClick={() => void logOut()}>
        Log out
      </Button>
    </div>
  );
  return (
    <WithSession {...view}>
      <Shell name="Console" who={who} isSearchable>
        <OperatorFinder />
        <Switch>
          <Route path="/agencies/:agencyId" nest>
            {({ agencyId }) => <OperatorAgency key={agencyId} door={door} id={agencyId} onUnknown={() => end(view.session.name)} />}
          </Route>
          <Route>
            <Frame label="Console" menu={<OperatorMenu />}>
              <OperatorPages />
            </Frame>
          </Route>
        </Switch>
      </Shell>
    </WithSession>
  );
}
