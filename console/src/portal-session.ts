import { sessionCall } from './clients.ts';
import type { Mode } from './mode.ts';
import type { Theme } from './theme.ts';

/** The base path of a portal ends with the id of its link. */
const nameOf = ({ base }: Mode) => `portal session ${base.split('/').at(-1)}`;

/** The storage of this tab. A browser may deny it to a page in a frame: the session is then only in memory. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** Removes the key of the link from the address. Null if the address has none. */
export function takeKey(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}

export interface PortalSession {
  readonly token: string;
  readonly theme: Theme | null;
}

/** The session of this tab, or a new one for the key, which can be used once. Null without either. */
export async function openPortal(mode: Mode, key: string | null): Promise<PortalSession | null> {
  const name = nameOf(mode);
  const stored = storage()?.getItem(name) ?? null;
  if (stored !== null || key === null) return stored === null ? null : (JSON.parse(stored) as PortalSession);
  const { token, theme } = (await sessionCall(mode.base, 'POST', { key })) as PortalSession;
  const session = { token, theme };
  storage()?.setItem(name, JSON.stringify(session));
  return session;
}

/** Removes the session that the service refused, unless another one was opened meanwhile. */
export function forgetSession(mode: Mode, token: string): void {
  const name = nameOf(mode);
  const stored = storage()?.getItem(name) ?? null;
  if (stored !== null && (JSON.parse(stored) as PortalSession).token === token) storage()?.removeItem(name);
}
