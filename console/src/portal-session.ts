import { sessionCall } from './clients.ts';
import type { Door } from './door.ts';
import type { Theme } from './theme.ts';

type PortalDoor = Door & { kind: 'portal' };

const nameOf = (linkId: string) => `portal session ${linkId}`;

/** What the browser stores for this tab. A page in a frame may be denied it, and the session is then in memory alone. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** Takes the key of the link out of the address at once. Null where the address has none. */
export function takeKey(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}

/** Takes the key of a link that is opened where it is open already: the browser changes the address and loads nothing. Returns the way to stop. */
export function onKey(take: (key: string) => void): () => void {
  const listener = () => {
    const key = takeKey();
    if (key !== null) take(key);
  };
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** A session at the portal, and the theme of its link. */
export interface PortalSession {
  readonly token: string;
  readonly theme: Theme | null;
}

/** The session of this tab, or another one for the key, which opens nothing after that. Null where there is neither. */
export async function openPortal(door: PortalDoor, key: string | null): Promise<PortalSession | null> {
  const name = nameOf(door.linkId);
  const stored = storage()?.getItem(name) ?? null;
  if (stored !== null || key === null) return stored === null ? null : (JSON.parse(stored) as PortalSession);
  const { token, theme } = (await sessionCall(door.base, 'POST', { key })) as PortalSession;
  const session = { token, theme };
  storage()?.setItem(name, JSON.stringify(session));
  return session;
}

/** Removes the session that the service refused; one that was opened meanwhile stays. */
export function forgetPortal(door: PortalDoor, token: string): void {
  const name = nameOf(door.linkId);
  const stored = storage()?.getItem(name) ?? null;
  if (stored !== null && (JSON.parse(stored) as PortalSession).token === token) storage()?.removeItem(name);
}
