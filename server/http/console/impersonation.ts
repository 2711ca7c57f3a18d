import type { Request } from 'express';
import { scopes } from '../../../generated/operations.ts';
import type { Release } from '../../access/request-context.ts';
import type { Sql } from '../../database/client/sql.ts';
import { bytesOf, lastWrite } from '../../database/replica/agency-writes.ts';
import { Problem } from '../../problems/problem.ts';
import { isUuid } from '../../query/uuid.ts';
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

/** Finds the public operation. Open operations are excluded, because they do not belong to an agency. */
export function matchImpersonated({ operations }: ImpersonationOptions, { method, path }: Request): Match<Route> {
  const found = operations(method, impersonated.exec(path)![2]!);
  return found.route?.operation.access === 'open' ? { route: undefined, allow: [], nearest: () => undefined } : found;
}

/** The agency of an impersonated request. */
interface AgencyEntry {
  readonly agencyId: string;
  readonly agencyName: string;
  /** Position of the write-ahead log after the agency's last write; null if it is not known. */
  readonly lastWrite: number | null;
  /** Current position of the write-ahead log. */
  readonly position: number;
}

async function findAgency(sql: Sql, agencyId: string): Promise<AgencyEntry | undefined> {
  if (!isUuid(agencyId)) return undefined;
  const [found] = await sql.query<AgencyEntry>({
    name: 'enter agency',
    text: `
      SELECT a.id AS "agencyId", a.name AS "agencyName", ${lastWrite('a.id')} AS "lastWrite", ${bytesOf('pg_current_wal_insert_lsn()')} AS position
        FROM agencies a WHERE a.id = $1 AND a.erased_at IS NULL`,
    values: [agencyId],
  });
  return found;
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
