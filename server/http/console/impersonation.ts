import type { Request } from 'express';
import { scopes } from '../../../generated/operations.ts';
import { findAgency } from '../../access/operators/agency-entry.ts';
import type { Release } from '../../access/request-context.ts';
import type { Sql } from '../../database/client/sql.ts';
import { Problem } from '../../problems/problem.ts';
import { actorOf } from '../steps/authenticate-operator.ts';
import { checkOperatorScope } from '../steps/check-scope.ts';
import type { Match } from '../steps/match-operation.ts';
import type { Exchange, Matcher, Route } from '../steps/request-state.ts';

export interface ImpersonationOptions {
  readonly operations: Matcher;
  readonly readVersion: (headers: Request['headers']) => Release;
  readonly sql: Sql;
}

/** The paths of public operations that an operator calls for an agency. */
const impersonated = /^\/console\/agencies\/([^/]+)(\/v1\/.*)$/;

export const isImpersonated = ({ path }: Request): boolean => impersonated.test(path);

/** Finds the public operation. Open operations do not belong to an agency. */
export function matchImpersonated({ operations }: ImpersonationOptions, { method, path }: Request): Match<Route> {
  const found = operations(method, impersonated.exec(path)![2]!);
  return found.route?.operation.access === 'open' ? { route: undefined, allow: [], nearest: () => undefined } : found;
}

/**
 * Lets an operator act as a key of the agency. Operators with scope `all` may write; with `read` they may read. No rate limit applies, but requests
 * count toward the agency's fair share.
 */
export async function enterAgency(
  { readVersion, sql }: ImpersonationOptions,
  { request, state }: Exchange,
  { operation }: Route,
): Promise<void> {
  const operator = state.operator!;
  checkOperatorScope(operator.scopes, (operation.scope ?? 'read:').startsWith('read:') ? 'read' : 'all');
  const agency = await findAgency(sql, impersonated.exec(request.path)![1]!);
  if (!agency) throw new Problem('not_found', { detail: 'No agency has this id.' });
  const granted = scopes.filter((scope) => operator.scopes.includes('all') || scope.startsWith('read:'));
  const key = { keyId: null, label: operator.name, prefix: '', scopes: granted, creatorIds: [], expiresAt: null };
  state.caller = { release: readVersion(request.headers), actor: actorOf(operator), admission: { ...agency, ...key } };
}
