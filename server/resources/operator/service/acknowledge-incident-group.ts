import { limits } from '../../../../generated/limits.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { Rows } from '../../../models/tables.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import type { Handler } from '../../handler.ts';
import { presentAcknowledgement } from './incident-groups.ts';

const dayMs = 86_400_000;

type AcknowledgementRow = Rows['incident_acknowledgements'];

/** The same acknowledgement of the same incident keeps its time, so that a repeated request has no effect. */
const replace = `
  INSERT INTO incident_acknowledgements AS a (group_id, host, kind, note, by_name, until) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (group_id) DO UPDATE SET
    host = excluded.host, kind = excluded.kind, note = excluded.note, by_name = excluded.by_name, until = excluded.until,
    acknowledged_at = CASE
      WHEN (a.kind, a.note, a.by_name, a.until) IS NOT DISTINCT FROM (excluded.kind, excluded.note, excluded.by_name, excluded.until)
           AND a.acknowledged_at >= $7 THEN a.acknowledged_at
      ELSE excluded.acknowledged_at END
  RETURNING new.group_id, new.host, new.kind, new.note, new.by_name, new.acknowledged_at, new.until,
            old.acknowledged_at IS DISTINCT FROM new.acknowledged_at AS is_changed`;

/** Replaces an earlier acknowledgement of the group. */
export const acknowledgeIncidentGroup: Handler<'acknowledgeIncidentGroup', 'receivers'> = async (request, context, { receivers }) => {
  const { kind, note = '', until } = request.body;
  const endsAt = until === undefined ? null : new Date(until);
  if ((kind === 'muted') !== (endsAt !== null)) {
    throw fieldRefusal('until', kind === 'muted' ? 'is required to mute' : 'is only for `muted`', 'until', context);
  }
  if (endsAt && (endsAt.getTime() <= Date.now() || endsAt.getTime() > Date.now() + limits.acknowledgementDays * dayMs)) {
    throw fieldRefusal('until', `must be at most ${limits.acknowledgementDays} days from now, and not in the past`, 'until', context);
  }
  const group = (await receivers()).value.groups.find(({ id }) => id === request.group_id);
  if (!group) throw context.problem('not_found', { detail: 'No present incident has this group.' });
  return context.data.transaction(async (transaction) => {
    const [row] = await transaction.query<AcknowledgementRow & { is_changed: boolean }>({
      text: replace,
      values: [group.id, group.host, kind, note, context.author.name, endsAt, group.since],
    });
    const entry = {
      action: `incident_group.${kind}`,
      subjectId: null,
      subjectName: group.host,
      details: { group_id: group.id, error: group.error, note, until: endsAt },
    } as const;
    if (row!.is_changed) await audit(transaction, null, context.author, entry);
    return presentAcknowledgement(row!);
  });
};

export const unacknowledgeIncidentGroup: Handler<'unacknowledgeIncidentGroup'> = async ({ group_id: groupId }, context) => {
  await context.data.transaction(async (transaction) => {
    const [ended] = await transaction.incident_acknowledgements.destroy({ group_id: groupId });
    if (!ended) return;
    await audit(transaction, null, context.author, {
      action: 'incident_group.unacknowledged',
      subjectId: null,
      subjectName: ended.host,
      details: { group_id: groupId },
    });
  });
};
