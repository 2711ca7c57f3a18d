import type { Incident, OpenContainment } from '../../../../generated/models.ts';
import { limits } from '../../../../generated/limits.ts';
import { noticeOf } from '../../../entities/containment.ts';
import { presentBacklog } from '../../../entities/endpoint-backlog.ts';
import { presented } from '../../../entities/presented.ts';
import type { Handler } from '../../handler.ts';
import { withAcknowledgements, type TroubledEndpoint } from './incident-groups.ts';
import type { OpenContainmentRow } from './receivers.ts';

export const presentOpenContainment = (row: OpenContainmentRow): OpenContainment => ({
  ...presented(row),
  notice: noticeOf(row.notice),
});

const present = (groupId: string, { row, health, incident, response }: TroubledEndpoint): Incident => ({
  group_id: groupId,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  endpoint_id: row.id,
  endpoint_label: row.label,
  endpoint_url: row.url,
  status: row.status,
  health,
  incident,
  response_excerpt: response,
  backlog: presentBacklog(row),
});

/** Acknowledgements are read each time, so that an operator sees a change at once. */
export const listIncidents: Handler<'listIncidents', 'receivers'> = async ({ group_id: groupId }, context, { receivers }) => {
  const { value, measuredAt } = await receivers();
  const { groups: measured, membersOf } = groupId === undefined ? value : await value.groupOf(groupId);
  const rows = await context.data.incident_acknowledgements.rows({ where: { group_id: measured.map(({ id }) => id) } });
  const groups = withAcknowledgements(measured, rows);
  const incidents = groups.flatMap(({ id }) => membersOf.get(id)!.map((incident) => ({ id, incident })));
  return {
    measured_at: measuredAt.toISOString(),
    groups: groups.slice(0, limits.incidentItems),
    group_count: groups.length,
    data: incidents
      .slice(0, groupId === undefined ? limits.incidentItems : limits.incidentEndpoints)
      .map(({ id, incident }) => present(id, incident)),
    incident_count: incidents.length,
    has_unchecked: value.hasUnchecked,
    containments: value.containments.map(presentOpenContainment),
  };
};
