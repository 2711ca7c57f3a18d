import type { Door } from './door.ts';

const nameOf = (linkId: string) => `portal ${linkId}`;

/** What the browser keeps for this tab. A page in a frame may be denied it, and the key is then in memory alone. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** The key of a portal's link: taken out of the address at once, and kept for this tab so that a reload still has it. */
export function takePortalKey(door: Door & { kind: 'portal' }): string | null {
  const name = nameOf(door.linkId);
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  if (given === null) return storage()?.getItem(name) ?? null;
  history.replaceState(history.state, '', location.pathname + location.search);
  storage()?.setItem(name, given);
  return given;
}

export function forgetPortalKey(door: Door & { kind: 'portal' }): void {
  storage()?.removeItem(nameOf(door.linkId));
}
