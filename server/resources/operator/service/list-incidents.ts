import type { Incident, OpenContainment } from '../../../../generated/models.ts';
import { limits } from '../../../../generated/limits.ts';
import { noticeOf } from '../../../entities/containment.ts';
import { presentBacklog } from '../../../entities/endpoint-backlog.ts';
import type { OpenContainmentRow, EndpointIncident } from './receivers.ts';
import type { Handler } from '../../handler.ts';
import { presented } from '../../../entities/presented.ts';

export const presentOpenContainment = (row: OpenContainmentRow): OpenContainment => ({
  ...presented(row),
  notice: noticeOf(row.notice),
});

const present = ({ row, health }: EndpointIncident): Incident => ({
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  endpoint_id: row.id,
  endpoint_label: row.label,
  endpoint_url: row.url,
  status: row.status,
  health,
  backlog: presentBacklog(row),
});

export const listIncidents: Handler<'listIncidents', 'receivers'> = async (_request, _context, { receivers }) => {
  const { value, measuredAt } = await receivers();
  return {
    measured_at: measuredAt.toISOString(),
    data: value.incidents.slice(0, limits.incidentItems).map(present),
    incident_count: value.incidents.length,
    has_unchecked: value.hasUnchecked,
    containments: value.containments.map(presentOpenContainment),
  };
};
