import { isOfCreators, isReportType, isReportWithin } from './event-creators.ts';

/** SQL of the agency and the creators of a tenant scope. */
export interface ScopeValues {
  readonly agencyId: string;
  readonly creatorIds: string;
  /** The accounts of the creators; undefined if the statement looks them up. */
  readonly accountIds?: string;
  /** Prevents the planner from using an index for the creators. */
  readonly isFilter?: true;
}

/**
 * SQL: whether a row is in the tenant scope of a key for the whole agency or, if `restricted`, for some of its creators. Two parts enforce the
 * rules of the tables: `ScopedStatements` in the texts of statements, and the policies of the database (`row-level-security.ts`).
 */
export type Rule = (alias: string, bound: ScopeValues, restricted: boolean) => string;

export const ofAgency: Rule = (alias, { agencyId }) => `${alias}.agency_id = ${agencyId}`;

/** Rows of the agency; for keys that are limited to creators, only those that meet the condition. */
const limitedBy =
  (condition: (alias: string, bound: ScopeValues) => string): Rule =>
  (alias, bound, restricted) =>
    ofAgency(alias, bound, restricted) + (restricted ? ` AND ${condition(alias, bound)}` : '');

export const ofCreator = (column: string) =>
  limitedBy((alias, { creatorIds, isFilter }) => {
    const isOfCreator = `${alias}.${column} = ANY(${creatorIds}::text[])`;
    return isFilter ? `(${isOfCreator}) IS TRUE` : isOfCreator;
  });

export const ofAccount = limitedBy((alias, { agencyId, creatorIds, accountIds }) => {
  const lookedUp = `IN (SELECT account_id FROM creators WHERE agency_id = ${agencyId} AND id = ANY(${creatorIds}::text[]))`;
  return `${alias}.account_id ${accountIds ? `= ANY(${accountIds}::text[])` : lookedUp}`;
});

/** SQL: whether the column limits a row to creators that are all creators of the key. */
const areWithin = (column: string, { creatorIds }: ScopeValues) => `${column} <> '{}' AND ${column} <@ ${creatorIds}::text[]`;

export const ofAllCreators = (column: string) => limitedBy((alias, bound) => areWithin(`${alias}.${column}`, bound));

export const endpointScope = ofAllCreators('allowed_creator_ids');

/** `endpointScope` for rows that one statement read for several keys. Empty `creatorIds` mean a key for the whole agency. */
export function endpointInScope(creatorIds: readonly string[], allowedCreatorIds: readonly string[]): boolean {
  if (creatorIds.length === 0) return true;
  return allowedCreatorIds.length > 0 && allowedCreatorIds.every((id) => creatorIds.includes(id));
}

/** `ofEventAtEndpoint` for such rows. */
export function eventInScope(creatorIds: readonly string[], eventType: string, creatorId: string | null): boolean {
  if (creatorIds.length === 0 || eventType === 'ping') return true;
  if (creatorId === null) return false;
  return isReportType(eventType)
    ? (JSON.parse(creatorId) as string[]).every((id) => creatorIds.includes(id))
    : creatorIds.includes(creatorId);
}

/** SQL: a value of each endpoint in the tenant scope. */
const endpointsInScope = (value: string, bound: ScopeValues) =>
  `(SELECT ${value} FROM webhook_endpoints e WHERE ${endpointScope('e', bound, true)})`;

const isOfEndpoint = (alias: string, bound: ScopeValues) => `${alias}.endpoint_id IN ${endpointsInScope('e.id', bound)}`;

/** Rows of an endpoint, whichever creators they are for. */
export const ofEndpoint = limitedBy(isOfEndpoint);

/** Rows about an event at an endpoint, if both are in the tenant scope. */
export const ofEventAtEndpoint = limitedBy((alias, bound) => {
  const isOfEvent = isOfCreators(`${alias}.event_type`, `${alias}.creator_id`, `${bound.creatorIds}::text[]`);
  return `${isOfEndpoint(alias, bound)} AND ${isOfEvent}`;
});

/** Recoveries of an endpoint whose creators are all creators of the key. */
export const ofRecovery = limitedBy((alias, bound) => `${isOfEndpoint(alias, bound)} AND ${areWithin(`${alias}.creator_ids`, bound)}`);

/**
 * Counters belong to an endpoint and not to creators. A limited key reads counters since the endpoint last lost a creator. That time is looked up
 * once for all endpoints of the agency, which are few, and not for each of many counters.
 */
export const countersOfEndpoint = (time: 'minute' | 'hour' | 'began_at' | 'first_at') =>
  limitedBy((alias, bound) => {
    const narrowedAt = endpointsInScope("jsonb_object_agg(e.id, coalesce(e.narrowed_at, '-infinity'))", bound);
    return `(${narrowedAt} ->> ${alias}.endpoint_id::text)::timestamptz <= ${alias}.${time}`;
  });

/** A ping is in the tenant scope if its endpoint is, and an event about an endpoint if all creators of that endpoint are. */
export const ofEvent = limitedBy((alias, bound) => {
  const creatorIds = `${bound.creatorIds}::text[]`;
  const isReport = isReportWithin(`${alias}.type`, `${alias}.creator_id`, creatorIds);
  const isPing = `${alias}.type = 'ping' AND ${alias}.subject IN ${endpointsInScope('e.id::text', bound)}`;
  return `(${alias}.creator_id = ANY (${creatorIds}) OR ${isReport} OR ${isPing})`;
});
