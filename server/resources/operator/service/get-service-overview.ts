import type { ServiceOverview } from '../../../../generated/models.ts';
import { limits } from '../../../../generated/limits.ts';
import { describeAllBehind } from '../../../entities/endpoint-backlog.ts';
import type { Overview } from '../../../status/overview.ts';
import type { Handler } from '../../handler.ts';
import { presented, presenting } from '../../../entities/presented.ts';

function earliest(dates: readonly (Date | null)[]): string | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

const presentedAgency = presenting(['agency_id', 'agency_name', 'delivery_count', 'oldest_due_at']);

function presentBacklog({ backlog: rows, behind }: Overview): ServiceOverview['backlog'] {
  const count = rows[0]?.whole_count ?? 0;
  return {
    delivery_count: count,
    is_whole: count < limits.overviewDeliveries,
    oldest_due_at: rows[0]?.first_due_at?.toISOString() ?? null,
    behind_endpoint_count: behind.endpoint_count,
    oldest_behind_at: behind.oldest_due_at?.toISOString() ?? null,
    behind_detail: describeAllBehind(behind),
    agencies: rows.map(presentedAgency),
  };
}

export const getServiceOverview: Handler<'getServiceOverview', 'release' | 'overview' | 'pools' | 'replicas'> = async (
  _request,
  _context,
  { release, overview, pools, replicas },
) => {
  const { value, measuredAt } = await overview();
  return {
    measured_at: measuredAt.toISOString(),
    release,
    deliverers: value.deliverers.map(presented),
    workers: value.workers.map(presented),
    jobs: value.jobs.map(presented),
    projections: value.projections.map(presented),
    backlog: presentBacklog(value),
    pools: pools.map((pool) => ({ name: pool.name, in_use_count: pool.inUse(), idle_count: pool.idle(), waiting_count: pool.waiting() })),
    replicas: replicas().map(({ name, isServing, lagSeconds }) => {
      return { name, is_serving: isServing, lag_ms: lagSeconds === undefined ? null : Math.round(lagSeconds * 1_000) };
    }),
    database: {
      size_bytes: value.sizeBytes,
      oldest_transaction_at: earliest(value.connections.map(({ oldest_transaction_at }) => oldest_transaction_at)),
      tables: [...value.tables],
      connections: value.connections.map(({ application, active_count, idle_count }) => ({ application, active_count, idle_count })),
    },
  };
};
