import { sessionCall } from './clients.ts';
import type { Door } from './door.ts';

/** Who is logged in at the console. */
export interface OperatorSession {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
}

/** The session of this browser. Rejects with 401 where there is none. */
export const readSession = (door: Door) => sessionCall(door.base, 'GET') as Promise<OperatorSession>;

/** Gives the operator's token for a session, whose cookie scripts cannot read. */
export async function openSession(door: Door, token: string): Promise<OperatorSession> {
  await sessionCall(door.base, 'POST', { token });
  return readSession(door);
}

/** Called when the operator logs out: what a page stored of the session in memory is deleted. */
export const atLogout = new Set<() => void>();

export async function closeSession(door: Door): Promise<void> {
  await sessionCall(door.base, 'DELETE');
  for (const work of atLogout) work();
}

/** Whether the operator may do what needs a scope. */
export const holds = (session: OperatorSession, scope: string) => session.scopes.includes('all') || session.scopes.includes(scope);
