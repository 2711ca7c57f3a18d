import { ownRequest } from './api.ts';
import type { Door } from './door.ts';
import { refusalIn } from './refusal.ts';

/** Who is logged in at the console. */
export interface OperatorSession {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
}

async function send(door: Door, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<OperatorSession | undefined> {
  const response = await fetch(`${door.base}/session`, {
    method,
    headers: { ...ownRequest, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const answer: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  if (!response.ok) throw refusalIn(response, answer);
  return answer as OperatorSession | undefined;
}

/** The session of this browser. Rejects with 401 where there is none. */
export const readSession = (door: Door) => send(door, 'GET');

/** Gives the operator's token for a session, whose cookie scripts cannot read. */
export async function openSession(door: Door, token: string): Promise<OperatorSession | undefined> {
  await send(door, 'POST', { token });
  return readSession(door);
}

/** Called when the operator logs out: what a page stored of the session in memory is deleted. */
export const atLogout = new Set<() => void>();

export async function closeSession(door: Door): Promise<void> {
  await send(door, 'DELETE');
  for (const work of atLogout) work();
}

/** Whether the operator may do what needs a scope. */
export const holds = (session: OperatorSession, scope: string) => session.scopes.includes('all') || session.scopes.includes(scope);
