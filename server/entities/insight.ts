import { createHash } from 'node:crypto';
import { limits } from '../../generated/limits.ts';
import type { Rows } from '../models/tables.ts';
import type { FanPath } from './fan.ts';
import { quotaDefaults } from './quota.ts';
import { presenting } from './presented.ts';

/** The note of a fan and the token of its last edit. */
export type InsightRow = Pick<Rows['insights'], 'note' | 'etag'>;

/** The most that the history of insight edits holds, as the contract says. */
export const insightHistory = {
  editsOfFan: limits.insightEdits,
  bytesOfFan: limits.insightBytes,
  editsOfAgency: limits.insightEditsOfAgency,
  days: limits.insightDays,
};

/** SQL that removes the oldest edits of an agency that is beyond its quota, some of them where it is far beyond. */
export const boundHistory = (agencyId: string) =>
  `SELECT bound_insight_history(${agencyId}, ${quotaDefaults.insight_history_bytes}) AS count`;

/** The most edits that it removes. */
export const mostBounded = 400;

/** The token of a note that was never written: the same at every read, and of this fan alone. */
export function firstEtag(agencyId: string, { account_id, fan_id }: FanPath): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['insight', agencyId, account_id, fan_id]))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

export const presentInsight = presenting(['note', 'etag']);
