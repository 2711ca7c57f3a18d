import { sessionCall } from './clients.ts';
import type { Mode } from './mode.ts';

export interface OperatorSession {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
}

/** The session of this browser. Rejects with 401 without one. */
export const readSession = (mode: Mode) => sessionCall(mode.base, 'GET') as Promise<OperatorSession>;

/** Exchanges the operator's token for a session, whose cookie scripts cannot read. */
export async function openSession(mode: Mode, token: string): Promise<OperatorSession> {
  await sessionCall(mode.base, 'POST', { token });
  return readSession(mode);
}

/** Called when the operator logs out: data of the session in memory is deleted. */
export const atLogout = new Set<() => void>();

export async function closeSession(mode: Mode): Promise<void> {
  await sessionCall(mode.base, 'DELETE');
  for (const work of atLogout) work();
}
