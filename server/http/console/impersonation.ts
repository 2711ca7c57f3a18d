import type { Request } from 'express';
import { scopes } from '../../../generated/operations.ts';
import { findAgency } from '../../access/operators/agency-entry.ts';
import type { Release } from '../../access/request-context.ts';
import type { Sql } from '../../database/client/sql.ts';
import { Problem } from '../../problems/problem.ts';
import { actorOf, type Operator } from '../steps/authenticate-operator.ts';
import { checkOperatorScope } from '../steps/check-scope.ts';
import type { Match } from '../steps/match-operation.ts';
import type { Exchange, Matcher, Route } from '../steps/request-state.ts';

export interface ImpersonationOptions {
  readonly operations: Matcher;
  readonly readVersion: (headers: Request['headers']) => Release;
  readonly sql: Sql;
}

/** Below this, the operations of the public API are answered in the place of an agency. */
const place = /^\/console\/agencies\/([^/]+)(\/v1\/.*)$/;

export const isImpersonated = ({ path }: Request): boolean => place.test(path);

/** The scopes that a key would need for what an operator may do. */
const scopesOf = ({ scopes: held }: Operator) => scopes.filter((scope) => held.includes('all') || scope.startsWith('read:'));

/** Finds the public operation of a path in an agency's place. Open operations do not belong to an agency. */
export function matchImpersonated({ operations }: ImpersonationOptions, { method, path }: Request): Match<Route> {
  const found = operations(method, place.exec(path)![2]!);
  return found.route?.operation.access === 'open' ? { route: undefined, allow: [], nearest: () => undefined } : found;
}

/**
 * Lets an operator act as a key of the agency with every scope. A token with every scope may call each operation, a token that may read only those
 * that read. Neither has a rate limit; both wait for the agency’s turn.
 */
export async function enterAgency(
  { readVersion, sql }: ImpersonationOptions,
  { request, state }: Exchange,
  { operation }: Route,
): Promise<void> {
  const operator = state.operator!;
  checkOperatorScope(operator.scopes, (operation.scope ?? 'read:').startsWith('read:') ? 'read' : 'all');
  const agency = await findAgency(sql, place.exec(request.path)![1]!);
  if (!agency) throw new Problem('not_found', { detail: 'No agency has this id.' });
  const key = { keyId: null, label: operator.name, prefix: '', scopes: scopesOf(operator), creatorIds: [], expiresAt: null };
  state.caller = { release: readVersion(request.headers), actor: actorOf(operator), admission: { ...agency, ...key } };
}
