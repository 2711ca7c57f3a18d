import type { Request, RequestHandler } from 'express';
import { scopes } from '../../../generated/operations.ts';
import { findAgency } from '../../access/operators/agency-entry.ts';
import type { Release } from '../../access/request-context.ts';
import type { Sql } from '../../database/client/sql.ts';
import { Problem } from '../../problems/problem.ts';
import { actorOf, type Operator } from '../steps/authenticate-operator.ts';
import { checkOperatorScope } from '../steps/check-scope.ts';
import type { ConsoleAuthentication } from './console-authentication.ts';
import { requestStateOf } from '../steps/request-state.ts';
import { notFound } from '../steps/match-operation.ts';
import type { PublicOperations } from '../public-app.ts';

export interface ImpersonationOptions {
  readonly operations: PublicOperations;
  readonly readVersion: (headers: Request['headers']) => Release;
  readonly sql: Sql;
}

/** Below this, the operations of the public API are answered in the place of an agency. */
const place = /^\/console\/agencies\/([^/]+)(\/v1\/.*)$/;

/** The scopes that a key would need for what an operator may do. */
const scopesOf = ({ scopes: held }: Operator) => scopes.filter((scope) => held.includes('all') || scope.startsWith('read:'));

/**
 * The public operations on the operator listener: what a key of the agency with every scope may do, done by an operator. Who may
 * everything may do it, who may read may read; neither has a rate limit, and the agency’s turns hold for both.
 */
export function impersonation(
  { operations: { routes, match }, readVersion, sql }: ImpersonationOptions,
  door: Pick<ConsoleAuthentication, 'admit'>,
): RequestHandler {
  return async (request, response, next) => {
    const [, agencyId, path] = place.exec(request.path) ?? [];
    if (agencyId === undefined || path === undefined) {
      next();
      return;
    }
    const operator = await door.admit(request, response);
    const release = readVersion(request.headers);
    const matched = match(request.method, path);
    if (!matched.operationId) throw notFound(request, matched);
    const route = routes[matched.operationId];
    // Open operations do not belong to an agency.
    if (route.access === 'open') throw notFound(request, { allow: [] });
    requestStateOf(response).operationId = route.operationId;
    checkOperatorScope(operator.scopes, (route.operation.scope ?? 'read:').startsWith('read:') ? 'read' : 'all');
    const agency = await findAgency(sql, agencyId);
    if (!agency) throw new Problem('not_found', { detail: 'No agency has this id.' });
    const admission = {
      ...agency,
      keyId: null,
      label: operator.name,
      prefix: '',
      scopes: scopesOf(operator),
      creatorIds: [],
      expiresAt: null,
    };
    await route.answer({ request, response, pathParameters: matched.pathParameters }, { release, actor: actorOf(operator), admission });
  };
}
