import { sessionCall } from './clients.ts';
import type { Mode } from './mode.ts';

export interface OperatorSession {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
}

/** The session of this browser; null if it has none. Rejects with 401 if it has ended. */
export async function readSession(mode: Mode): Promise<OperatorSession | null> {
  const session = (await sessionCall(mode.base, 'GET')) as OperatorSession | { readonly name?: never };
  return session.name === undefined ? null : session;
}

/** Exchanges the operator's token for a session, whose cookie scripts cannot read. */
export const openSession = (mode: Mode, token: string) => sessionCall(mode.base, 'POST', { token }) as Promise<OperatorSession>;

/** Called when the operator logs out: data of the session in memory is deleted. */
export const atLogout = new Set<() => void>();

export async function closeSession(mode: Mode): Promise<void> {
  await sessionCall(mode.base, 'DELETE');
  for (const work of atLogout) work();
}
