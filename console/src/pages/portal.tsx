import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { publicApi, type ClientOptions } from '../clients.ts';
import { ErrorBox, Loaded, Loading, NotFound } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';
import { Shell } from '../components/shell.tsx';
import { Time } from '../components/values.tsx';
import { statusOf } from '../errors.ts';
import { useEventListener } from '../hooks.ts';
import type { Mode } from '../mode.ts';
import { forgetSession, openPortal, takeKey } from '../portal-session.ts';
import { applyTheme, type Theme } from '../theme.ts';
import { useQuery } from '../use-query.ts';
import { AgencyPages } from './agency.tsx';
import { OwnAuditPage } from './audit.tsx';

const texts = {
  ended: [
    'This link is no longer valid',
    'It has expired, was revoked, or was already opened',
    'Ask the sender of the link for a new one.',
  ],
  incomplete: [
    'This link is incomplete',
    'Its key is missing',
    'Open the complete link that you received, or ask its sender for a new one.',
  ],
} as const;

/** The frame of a portal that still opens. */
const Opening = ({ theme }: { theme: Theme | null | undefined }) => (
  <Shell name="Webhooks" {...(theme === undefined ? {} : { theme })}>
    <main id="content" tabIndex={-1} class="message">
      <Loading />
    </main>
  </Shell>
);

function InvalidLink({ reason }: { reason: keyof typeof texts }) {
  const [title, why, advice] = texts[reason];
  return (
    <Shell name="Webhooks">
      <main id="content" tabIndex={-1} class="message">
        <Page title={title}>
          <NotFound title={why}>{advice}</NotFound>
        </Page>
      </main>
    </Shell>
  );
}

function Portal({ client, theme }: { client: ClientOptions; theme: Theme | null }) {
  useLayoutEffect(() => {
    if (theme) applyTheme(theme, document.documentElement);
  }, [theme]);
  const me = useQuery(() => publicApi(client).meta.me(), [client]);
  return (
    <Loaded query={me} waiting={<Opening theme={theme ?? undefined} />}>
      {({ agency, key: { id, label, scopes, expires_at: expiresAt } }) => {
        const mayWrite = scopes.includes('write:webhooks');
        const session = expiresAt !== null && (
          <p class="session quiet">
            <span class="wide-only">Link </span>ends <Time at={expiresAt} relative />
          </p>
        );
        return (
          <Shell name="Webhooks" isSearchable {...(theme ? { theme } : {})} session={session}>
            <AgencyPages
              name={agency.name}
              client={client}
              mayWrite={mayWrite}
              mayKeep={false}
              permitter="the sender of your link"
              mayReplace={(endpoint) => mayWrite && endpoint.created_by_key_id === id}
              mayReplay={mayWrite || scopes.includes('replay:webhooks')}
              mayReadCreators={scopes.includes('read:creators')}
              keyName={(keyId) => (keyId === id ? label : undefined)}
              pages={scopes.includes('read:audit') ? [['/audit', 'Audit log', <OwnAuditPage />]] : []}
            />
          </Shell>
        );
      }}
    </Loaded>
  );
}

/** The portal with the session of this tab, or with a new one for the link's key. */
function OpenedPortal({ mode, linkKey: key }: { mode: Mode; linkKey: string | null }) {
  const opened = useQuery(() => openPortal(mode, key), [mode, key]);
  const [isEnded, setIsEnded] = useState(false);
  const session = opened.data;
  const token = session?.token;
  const client = useMemo(
    () => ({
      baseUrl: mode.prefix,
      headers: { authorization: `Bearer ${token}` },
      onUnauthenticated: () => {
        if (token) forgetSession(mode, token);
        setIsEnded(true);
      },
    }),
    [mode, token],
  );
  if (isEnded || (opened.error && statusOf(opened.error) === 401)) return <InvalidLink reason="ended" />;
  if (opened.error)
    return (
      <main class="message">
        <ErrorBox error={opened.error} retry={opened.reload} />
      </main>
    );
  if (session === undefined) return <Opening theme={null} />;
  return session === null ? <InvalidLink reason="incomplete" /> : <Portal client={client} theme={session.theme} />;
}

/** The application of an agency's users, with a session of their link. Opening the same link again in its tab only changes the hash. */
export function PortalApp({ mode }: { mode: Mode }) {
  const [opening, setOpening] = useState(() => ({ count: 1, key: takeKey() }));
  useEventListener(window, 'hashchange', () => {
    const key = takeKey();
    if (key !== null) setOpening(({ count }) => ({ count: count + 1, key }));
  });
  return <OpenedPortal key={opening.count} mode={mode} linkKey={opening.key} />;
}
