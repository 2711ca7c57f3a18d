import { isOfCreators, isReportType, isReportWithin } from '../../entities/event.ts';
import type { TableName } from '../../models/tables.ts';

/** SQL of whom a rule is for. */
export interface ScopeValues {
  readonly agencyId: string;
  readonly creatorIds: string;
  /** Of the creators' accounts; left out where a statement looks them up itself. */
  readonly accountIds?: string;
  /** Whether no index is read by the creators. */
  readonly isFilter?: true;
}

/** SQL: whether a row is within reach of a key for the whole agency or, `restricted`, for some of its creators. */
export type Rule = (alias: string, bound: ScopeValues, restricted: boolean) => string;

const ofAgency: Rule = (alias, { agencyId }) => `${alias}.agency_id = ${agencyId}`;

const ofCreator =
  (column: string): Rule =>
  (alias, bound, restricted) => {
    const isOfCreator = `${alias}.${column} = ANY(${bound.creatorIds}::text[])`;
    return ofAgency(alias, bound, restricted) + (restricted ? ` AND ${bound.isFilter ? `(${isOfCreator}) IS TRUE` : isOfCreator}` : '');
  };

const ofAccount: Rule = (alias, bound, restricted) => {
  const { agencyId, creatorIds, accountIds } = bound;
  const lookedUp = `IN (SELECT account_id FROM creators WHERE agency_id = ${agencyId} AND id = ANY(${creatorIds}::text[]))`;
  return (
    ofAgency(alias, bound, restricted) +
    (restricted ? ` AND ${alias}.account_id ${accountIds ? `= ANY(${accountIds}::text[])` : lookedUp}` : '')
  );
};

const endpointScope: Rule = (alias, bound, restricted) =>
  ofAgency(alias, bound, restricted) +
  (restricted ? ` AND ${alias}.allowed_creator_ids <> '{}' AND ${alias}.allowed_creator_ids <@ ${bound.creatorIds}::text[]` : '');

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

/** What was done to something that is limited to creators of the key, then. */
const auditScope: Rule = (alias, bound, restricted) =>
  ofAgency(alias, bound, restricted) +
  (restricted ? ` AND ${alias}.creator_ids <> '{}' AND ${alias}.creator_ids <@ ${bound.creatorIds}::text[]` : '');

/** What a key was answered that is limited to creators of this one. The hash of a row distinguishes the keys. */
const answerScope: Rule = auditScope;

/** A row about an event at an endpoint is in scope where both are. */
const ofEventAtEndpoint: Rule = (alias, bound, restricted) =>
  ofAgency(alias, bound, restricted) +
  (restricted
    ? ` AND ${alias}.endpoint_id IN (SELECT e.id FROM webhook_endpoints e WHERE ${endpointScope('e', bound, restricted)})` +
      ` AND ${isOfCreators(`${alias}.event_type`, `${alias}.creator_id`, `${bound.creatorIds}::text[]`)}`
    : '');

/**
 * Counters are of an endpoint, not of creators: a limited key reads those from the time on when it had no others. That time is looked
 * up once for all endpoints, of which an agency has few, and not once for each of many counters.
 */
const countersOfEndpoint =
  (time: 'minute' | 'hour'): Rule =>
  (alias, bound, restricted) =>
    ofAgency(alias, bound, restricted) +
    (restricted
      ? ` AND ((SELECT jsonb_object_agg(e.id, coalesce(e.narrowed_at, '-infinity')) FROM webhook_endpoints e WHERE ${endpointScope('e', bound, restricted)})` +
        ` ->> ${alias}.endpoint_id::text)::timestamptz <= ${alias}.${time}`
      : '');

/** Orders to replay are of an endpoint, whichever creators they are for. */
const ofEndpoint: Rule = (alias, bound, restricted) =>
  ofAgency(alias, bound, restricted) +
  (restricted ? ` AND ${alias}.endpoint_id IN (SELECT e.id FROM webhook_endpoints e WHERE ${endpointScope('e', bound, restricted)})` : '');

/** Recoveries of an endpoint whose creators are all within reach. */
const ofRecovery: Rule = (alias, bound, restricted) =>
  ofEndpoint(alias, bound, restricted) +
  (restricted ? ` AND ${alias}.creator_ids <> '{}' AND ${alias}.creator_ids <@ ${bound.creatorIds}::text[]` : '');

/** A ping, whose subject is its endpoint, is in scope where the endpoint is; an event about an endpoint where all creators of that are. */
const ofEvent: Rule = (alias, bound, restricted) =>
  ofAgency(alias, bound, restricted) +
  (restricted
    ? ` AND (${alias}.creator_id = ANY (${bound.creatorIds}::text[]) OR ${isReportWithin(`${alias}.type`, `${alias}.creator_id`, `${bound.creatorIds}::text[]`)}` +
      ` OR ${alias}.type = 'ping' AND ${alias}.subject IN (SELECT e.id::text FROM webhook_endpoints e WHERE ${endpointScope('e', bound, restricted)}))`
    : '');

/**
 * The rows of each table that a key reaches: the only place that knows the rules. Two judges go by them: the texts of
 * `ScopedStatements`, which every statement of a resource goes through, and the database's own policies (`row-level-security.ts`).
 */
const rulesOfTables = {
  agencies: (alias, { agencyId }) => `${alias}.id = ${agencyId}`,
  agency_writes: ofAgency,
  agency_quotas: ofAgency,
  creators: ofCreator('id'),
  employees: ofAgency,
  tags: ofAgency,
  fans: ofCreator('creator_id'),
  fan_spends: ofAccount,
  sends: ofCreator('creator_id'),
  sent_messages: ofCreator('creator_id'),
  orders: ofCreator('creator_id'),
  ai_requests: ofCreator('creator_id'),
  publications: ofCreator('creator_id'),
  revenue_quarters: ofCreator('creator_id'),
  message_quarters: ofCreator('creator_id'),
  activity_blocks: ofCreator('creator_id'),
  insights: ofAccount,
  insight_edits: ofAccount,
  webhook_endpoints: endpointScope,
  delivery_queue: ofEventAtEndpoint,
  delivery_history: ofEventAtEndpoint,
  delivery_failures: ofEventAtEndpoint,
  delivery_minutes: countersOfEndpoint('minute'),
  delivery_hours: countersOfEndpoint('hour'),
  replay_orders: ofEndpoint,
  webhook_recoveries: ofRecovery,
  listener_attempts: ofEventAtEndpoint,
  webhook_events: ofEvent,
  audit_log: auditScope,
  idempotent_answers: answerScope,
} satisfies Partial<Record<TableName, Rule>>;

/** A table of which a key reaches some rows. */
export type ScopedTable = keyof typeof rulesOfTables;
export const scopedTables = Object.keys(rulesOfTables) as readonly ScopedTable[];
export const rules: Readonly<Record<string, Rule>> = rulesOfTables;
