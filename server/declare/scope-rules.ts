import { isOfCreators, isReportType, isReportWithin } from './event-creators.ts';

/** SQL of whom a rule is for. */
export interface ScopeValues {
  readonly agencyId: string;
  readonly creatorIds: string;
  /** Of the creators' accounts; left out where a statement looks them up itself. */
  readonly accountIds?: string;
  /** Whether no index is read by the creators. */
  readonly isFilter?: true;
}

/**
 * SQL: whether a row is within reach of a key for the whole agency or, `restricted`, for some of its creators. Two judges go by the rules of the
 * tables: the texts of `ScopedStatements`, which every statement of a resource goes through, and the database's own policies
 * (`row-level-security.ts`).
 */
export type Rule = (alias: string, bound: ScopeValues, restricted: boolean) => string;

export const ofAgency: Rule = (alias, { agencyId }) => `${alias}.agency_id = ${agencyId}`;

/** Rows of the agency; for keys limited to creators, those for which the condition holds. */
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

/** What the column limits to creators, all of them creators of the key. */
const areWithin = (column: string, { creatorIds }: ScopeValues) => `${column} <> '{}' AND ${column} <@ ${creatorIds}::text[]`;

export const ofAllCreators = (column: string) => limitedBy((alias, bound) => areWithin(`${alias}.${column}`, bound));

export const endpointScope = ofAllCreators('allowed_creator_ids');

/**
 * `endpointScope` and `ofEventAtEndpoint` for rows of an agency that one statement read for several keys: whether a key for these creators,
 * or for all where there are none, reaches an endpoint, and an event at it.
 */
export function endpointInScope(creatorIds: readonly string[], allowedCreatorIds: readonly string[]): boolean {
  if (creatorIds.length === 0) return true;
  return allowedCreatorIds.length > 0 && allowedCreatorIds.every((id) => creatorIds.includes(id));
}

export function eventInScope(creatorIds: readonly string[], eventType: string, creatorId: string | null): boolean {
  if (creatorIds.length === 0 || eventType === 'ping') return true;
  if (creatorId === null) return false;
  return isReportType(eventType)
    ? (JSON.parse(creatorId) as string[]).every((id) => creatorIds.includes(id))
    : creatorIds.includes(creatorId);
}

/** SQL: a value of each endpoint that the key reaches. */
const endpointsInScope = (value: string, bound: ScopeValues) =>
  `(SELECT ${value} FROM webhook_endpoints e WHERE ${endpointScope('e', bound, true)})`;

const isOfEndpoint = (alias: string, bound: ScopeValues) => `${alias}.endpoint_id IN ${endpointsInScope('e.id', bound)}`;

/** Orders to replay are of an endpoint, whichever creators they are for. */
export const ofEndpoint = limitedBy(isOfEndpoint);

/** A row about an event at an endpoint is in scope where both are. */
export const ofEventAtEndpoint = limitedBy((alias, bound) => {
  const isOfEvent = isOfCreators(`${alias}.event_type`, `${alias}.creator_id`, `${bound.creatorIds}::text[]`);
  return `${isOfEndpoint(alias, bound)} AND ${isOfEvent}`;
});

/** Recoveries of an endpoint whose creators are all within reach. */
export const ofRecovery = limitedBy((alias, bound) => `${isOfEndpoint(alias, bound)} AND ${areWithin(`${alias}.creator_ids`, bound)}`);

/**
 * Counters are of an endpoint, not of creators: a limited key reads those from the time on when it had no others. That time is looked
 * up once for all endpoints, of which an agency has few, and not once for each of many counters.
 */
export const countersOfEndpoint = (time: 'minute' | 'hour') =>
  limitedBy((alias, bound) => {
    const narrowedAt = endpointsInScope("jsonb_object_agg(e.id, coalesce(e.narrowed_at, '-infinity'))", bound);
    return `(${narrowedAt} ->> ${alias}.endpoint_id::text)::timestamptz <= ${alias}.${time}`;
  });

/** A ping, whose subject is its endpoint, is in scope where the endpoint is; an event about an endpoint where all creators of that are. */
export const ofEvent = limitedBy((alias, bound) => {
  const creatorIds = `${bound.creatorIds}::text[]`;
  const isReport = isReportWithin(`${alias}.type`, `${alias}.creator_id`, creatorIds);
  const isPing = `${alias}.type = 'ping' AND ${alias}.subject IN ${endpointsInScope('e.id::text', bound)}`;
  return `(${alias}.creator_id = ANY (${creatorIds}) OR ${isReport} OR ${isPing})`;
});
