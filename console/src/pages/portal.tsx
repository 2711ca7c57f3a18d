import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Route } from 'wouter-preact';
import { publicApi, type Connection } from '../clients.ts';
import { Answer, Empty, Loading, ProblemBox } from '../components/feedback.tsx';
import { MenuItem, Page } from '../components/page.tsx';
import { Shell } from '../components/shell.tsx';
import { Time } from '../components/values.tsx';
import { statusOf } from '../errors.ts';
import type { Door } from '../door.ts';
import { forgetPortal, onKey, openPortal, takeKey } from '../portal-session.ts';
import { applyTheme, type Theme } from '../theme.ts';
import { useAnswer } from '../use-answer.ts';
import { AgencyPages } from './agency.tsx';
import { OwnAuditPage } from './audit.tsx';

type PortalDoor = Door & { kind: 'portal' };

/** What is said where no key came with the link, or it is refused. */
function NoKey({ isOver }: { isOver: boolean }) {
  return (
    <Shell name="Webhooks">
      <main id="content" tabIndex={-1} class="login">
        <Page title={isOver ? 'This link is no longer valid' : 'This link is incomplete'}>
          <Empty
            title={isOver ? 'It has expired, was revoked, or was already opened' : 'Its key is missing'}
            text={
              isOver
                ? 'Ask the sender of the link for a new one.'
                : 'Open the complete link that you received, or ask its sender for a new one.'
            }
          />
        </Page>
      </main>
    </Shell>
  );
}

function Portal({ connection, theme }: { connection: Connection; theme: Theme | null }) {
  useLayoutEffect(() => {
    if (theme) applyTheme(theme, document.documentElement);
  }, [theme]);
  const me = useAnswer(() => publicApi(connection).meta.me(), [connection]);
  return (
    <Answer of={me}>
      {({ agency, key }) => (
        <Shell
          name="Webhooks"
          isSearchable
          {...(theme ? { theme } : {})}
          who={
            key.expires_at !== null && (
              <p class="who quiet">
                <span class="wide-only">Link </span>ends <Time at={key.expires_at} relative />
              </p>
            )
          }
        >
          <AgencyPages
            name={agency.name}
            connection={connection}
            mayWrite={key.scopes.includes('write:webhooks')}
            mayKeep={false}
            mayReplace={(endpoint) => endpoint.created_by_key_id === key.id}
            mayReplay={key.scopes.includes('write:webhooks') || key.scopes.includes('replay:webhooks')}
            mayReadCreators={key.scopes.includes('read:creators')}
            keyName={(keyId) => (keyId === key.id ? key.label : undefined)}
            menu={key.scopes.includes('read:audit') && <MenuItem href="/audit">Audit log</MenuItem>}
          >
            <Route path="/audit" component={OwnAuditPage} />
          </AgencyPages>
        </Shell>
      )}
    </Answer>
  );
}

/** The portal with the session of this tab, or one that the key opens. */
function OpenedPortal({ door, linkKey: key }: { door: PortalDoor; linkKey: string | null }) {
  const opened = useAnswer(() => openPortal(door, key), [door, key]);
  const [isOver, setIsOver] = useState(false);
  const session = opened.data;
  const token = session?.token;
  const connection = useMemo(
    () => ({
      baseUrl: door.prefix,
      headers: { authorization: `Bearer ${token}` },
      onUnknown: () => {
        if (token) forgetPortal(door, token);
        setIsOver(true);
      },
    }),
    [door, token],
  );
  if (isOver || (opened.refusal && statusOf(opened.refusal) === 401)) return <NoKey isOver />;
  if (opened.refusal) {
    return (
      <main class="login">
        <ProblemBox refusal={opened.refusal} retry={opened.reload} />
      </main>
    );
  }
  if (session === undefined) return <Loading />;
  return session === null ? <NoKey isOver={false} /> : <Portal connection={connection} theme={session.theme} />;
}

/** The application for an agency's people, with a session of their link. It starts again each time the link is opened. */
export function PortalApp({ door }: { door: PortalDoor }) {
  const [opening, setOpening] = useState(() => ({ count: 1, key: takeKey() }));
  useEffect(() => onKey((key) => setOpening(({ count }) => ({ count: count + 1, key }))), []);
  return <OpenedPortal key={opening.count} door={door} linkKey={opening.key} />;
}
