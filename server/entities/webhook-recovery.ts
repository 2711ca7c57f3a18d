import type { RecoveredType, Recovery } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';

/** The columns that are shown. */
export const shownOfRecovery = ['id', 'status', 'start_at', 'end_at', 'event_types', 'counts', 'requested_at', 'ended_at'] as const;

/** The shown columns of a row of `webhook_recoveries`. */
export type RecoveryRow = Pick<Rows['webhook_recoveries'], (typeof shownOfRecovery)[number]>;

type Count = Exclude<keyof RecoveredType, 'event_type'>;

/** The members that follow from the counts by type. */
export function presentCounts(counts: readonly RecoveredType[]) {
  const sumOf = (name: Count) => counts.reduce((sum, of) => sum + of[name], 0);
  return {
    recorded_count: sumOf('recorded_count'),
    reconstructed_count: sumOf('reconstructed_count'),
    delivered_count: sumOf('delivered_count'),
    by_event_type: [...counts],
  };
}

export function presentRecovery(row: RecoveryRow): Recovery {
  return {
    id: row.id,
    status: row.status,
    start: row.start_at.toISOString(),
    end: row.end_at.toISOString(),
    event_types: row.event_types,
    ...presentCounts(row.counts),
    has_more: false,
    requested_at: row.requested_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
