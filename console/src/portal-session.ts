import type { Door } from './door.ts';
import { refusalIn } from './refusal.ts';

type PortalDoor = Door & { kind: 'portal' };

const nameOf = (linkId: string) => `portal ${linkId}`;

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

/** The session of this tab, or another one for the key, which opens nothing after that. Null where there is neither. */
export async function openPortal(door: PortalDoor, key: string | null): Promise<string | null> {
  const name = nameOf(door.linkId);
  const stored = storage()?.getItem(name) ?? null;
  if (stored !== null || key === null) return stored;
  const response = await fetch(`${door.base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const answer = (await response.json()) as { readonly token: string };
  if (!response.ok) throw refusalIn(response, answer);
  storage()?.setItem(name, answer.token);
  return answer.token;
}

export function forgetPortal(door: PortalDoor): void {
  storage()?.removeItem(nameOf(door.linkId));
}
