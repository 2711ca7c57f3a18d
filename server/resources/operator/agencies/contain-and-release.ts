import type { Containment, ContainmentRelease, ContainmentRequest } from '../../../../generated/models.ts';
import type { Problems } from '../../../../generated/problems.ts';
import { audit, type AuditEntry } from '../../../access/audit/audit-log.ts';
import type { OperatorContext } from '../../../access/request-context.ts';
import { noSuchKey } from '../../../entities/api-key.ts';
import { lockKeysOfAgency, noticeOf } from '../../../entities/containment.ts';
import { statusChange } from '../../../entities/endpoint.ts';
import { Op, sql } from '../../../orm/conditions.ts';
import { parseInstant } from '../../../query/instants.ts';
import { readDeliveries, readUses, type ContainmentTarget } from './containment-report.ts';
import { requireAgency } from './require-agency.ts';
import type { Dependencies, Handler } from '../../handler.ts';

type Context = Pick<OperatorContext, 'data' | 'author'>;

async function targetOfAgency(agencyId: string, context: Context & Problems<'not_found'>): Promise<ContainmentTarget> {
  const { id, name } = await requireAgency(context.data, agencyId, context);
  return { agencyId: id, keyId: null, name, creatorIds: [] };
}

async function targetOfKey(keyId: string, context: Context & Problems<'not_found'>): Promise<ContainmentTarget> {
  const key = await context.data.api_keys.row({ where: { id: keyId } });
  if (!key) throw noSuchKey(context);
  return { agencyId: key.agency_id, keyId: key.id, name: key.label, creatorIds: key.creator_ids };
}

interface ContainmentRow {
  readonly id: string;
  readonly reason: string;
  readonly notice: string | null;
  readonly contained_at: Date;
  readonly now: Date;
  readonly is_new: boolean;
}

const dayMs = 86_400_000;

/** Repeating a containment continues the open one. */
const open = `
  INSERT INTO containments AS c (agency_id, key_id, reason, notice) VALUES ($1, $2, $3, $4)
  ON CONFLICT (agency_id, key_id) WHERE released_at IS NULL
  DO UPDATE SET reason = CASE WHEN excluded.reason = '' THEN c.reason ELSE excluded.reason END, notice = coalesce(excluded.notice, c.notice)
  RETURNING id, reason, notice, contained_at, now(), old.id IS NULL AS is_new`;

/** Endpoints are locked in the order of their ids, like by delivery. */
const endpointsWhere = (condition: string) =>
  `WITH found AS MATERIALIZED (SELECT e.agency_id, e.id FROM webhook_endpoints e WHERE ${condition} ORDER BY e.id FOR NO KEY UPDATE)`;

const pauseEndpoints = `
  ${endpointsWhere("e.agency_id = $1 AND ($2::uuid IS NULL OR $2 IN (e.created_by_key_id, e.url_key_id)) AND e.status = 'active'")}
  UPDATE webhook_endpoints e SET ${statusChange("'disabled'")}, containment_id = $3
    FROM found WHERE e.agency_id = found.agency_id AND e.id = found.id
  RETURNING e.id`;

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

function audited(action: 'contained' | 'released', { agencyId, keyId, name, creatorIds }: ContainmentTarget, details: object): AuditEntry {
  return {
    action: keyId === null ? `agency.${action}` : `key.${action}`,
    subjectId: keyId ?? agencyId,
    subjectName: name,
    creatorIds,
    details: { ...details },
  };
}

/** Refuses the keys and pauses the endpoints of an agency or of one of its keys. Returns their recent requests and deliveries. */
async function contain(
  target: ContainmentTarget,
  { since: wanted, reason = '', notice }: ContainmentRequest,
  context: Context & Problems<'validation_failed'>,
  { outbox, uses }: Pick<Dependencies, 'outbox' | 'uses'>,
): Promise<Containment> {
  const { data } = context;
  const given = wanted === undefined ? undefined : parseInstant('since', wanted, context);
  const { agencyId, keyId } = target;
  const row = await data.transaction(async (transaction) => {
    await lockKeysOfAgency(transaction, agencyId);
    const [containment] = await transaction.query<ContainmentRow>({ text: open, values: [agencyId, keyId, reason, notice || null] });
    // Keys and endpoints of another containment stay with that one.
    const refused = await transaction.api_keys.update(
      { containment_id: containment!.id, contained_at: sql('now()') },
      { agency_id: agencyId, ...(keyId === null ? {} : { id: keyId }), containment_id: null, revoked_at: null },
    );
    const keys = idsOf(refused);
    const paused = idsOf(await transaction.query<{ id: string }>({ text: pauseEndpoints, values: [agencyId, keyId, containment!.id] }));
    if (containment!.is_new || keys.length > 0 || paused.length > 0) {
      const details = {
        containment_id: containment!.id,
        reason,
        notice: noticeOf(containment!.notice),
        key_ids: keys,
        endpoint_ids: paused,
      };
      await audit(transaction, agencyId, context.author, audited('contained', target, details));
    }
    transaction.afterCommit(() => outbox.drain(paused));
    return containment!;
  });
  // The contract allows that the counts of the last seconds are missing.
  await uses.write().catch(() => undefined);
  const since = given ?? new Date(row.now.getTime() - dayMs);
  const contained = { where: { agency_id: agencyId, containment_id: row.id }, attributes: ['id'], order: ['id'] } as const;
  return {
    id: row.id,
    agency_id: agencyId,
    key_id: keyId,
    reason: row.reason,
    notice: noticeOf(row.notice),
    contained_at: row.contained_at.toISOString(),
    key_ids: idsOf(await data.api_keys.rows(contained)),
    endpoint_ids: idsOf(await data.webhook_endpoints.rows(contained)),
    since: since.toISOString(),
    reads: await readUses(data, target, since),
    deliveries: await readDeliveries(data, target, since),
  };
}

const enableEndpoints = `
  ${endpointsWhere('e.agency_id = $1 AND e.containment_id = $2')}
  UPDATE webhook_endpoints e SET ${statusChange("'active'")}, containment_id = NULL
    FROM found WHERE e.agency_id = found.agency_id AND e.id = found.id
  RETURNING e.id`;

/**
 * Undoes a containment, except where others have decided later. A repeated release returns the same. Throws `not_found` without any
 * containment.
 */
async function release(target: ContainmentTarget, context: Context & Problems<'not_found'>): Promise<ContainmentRelease> {
  const { data } = context;
  const { agencyId, keyId } = target;
  const row = await data.transaction(async (transaction) => {
    await lockKeysOfAgency(transaction, agencyId);
    const contained = { agency_id: agencyId, key_id: keyId };
    const [containment] = await transaction.containments.update({ released_at: sql('now()') }, { ...contained, released_at: null });
    if (containment) {
      const stopped = { agency_id: agencyId, containment_id: containment.id };
      const keys = idsOf(await transaction.api_keys.update({ containment_id: null, contained_at: null }, stopped));
      const enabled = idsOf(await transaction.query<{ id: string }>({ text: enableEndpoints, values: [agencyId, containment.id] }));
      await transaction.containments.update({ released_key_ids: keys, released_endpoint_ids: enabled }, { id: containment.id });
      const details = { containment_id: containment.id, key_ids: keys, endpoint_ids: enabled };
      await audit(transaction, agencyId, context.author, audited('released', target, details));
    }
    return transaction.containments.row({ where: { ...contained, released_at: { [Op.ne]: null } }, order: [['id', 'DESC']] });
  });
  if (!row) throw context.problem('not_found', { detail: `The ${keyId === null ? 'agency' : 'key'} has never been contained.` });
  return {
    id: row.id,
    agency_id: agencyId,
    key_id: keyId,
    contained_at: row.contained_at.toISOString(),
    released_at: row.released_at!.toISOString(),
    key_ids: row.released_key_ids,
    endpoint_ids: row.released_endpoint_ids,
  };
}

export const containAgency: Handler<'containAgency', 'outbox' | 'uses'> = async ({ agency_id: id, body = {} }, context, used) =>
  contain(await targetOfAgency(id, context), body, context, used);

/** Pauses the endpoints that the key created or whose URL it set. */
export const containApiKey: Handler<'containApiKey', 'outbox' | 'uses'> = async ({ key_id: id, body = {} }, context, used) =>
  contain(await targetOfKey(id, context), body, context, used);

export const releaseAgency: Handler<'releaseAgency'> = async ({ agency_id: id }, context) =>
  release(await targetOfAgency(id, context), context);

export const releaseApiKey: Handler<'releaseApiKey'> = async ({ key_id: id }, context) => release(await targetOfKey(id, context), context);
