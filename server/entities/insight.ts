import { createHash } from 'node:crypto';
import { limits } from '../../generated/limits.ts';
import { uuidOfHex } from '../database/id-times.ts';
import type { Rows } from '../models/tables.ts';
import type { FanPath } from './fan.ts';
import { quotaDefaults } from './quota.ts';
import { presenting } from './presented.ts';

/** The note of a fan and the token of its last edit. */
export type InsightRow = Pick<Rows['insights'], 'note' | 'etag'>;

/** Limits of the history of insight edits. */
export const insightHistory = {
  editsOfFan: limits.insightEdits,
  bytesOfFan: limits.insightBytes,
  editsOfAgency: limits.insightEditsOfAgency,
  days: limits.insightDays,
};

/** SQL that removes the oldest edits of an agency that exceeds its quota, up to `maxEditsPerBatch` of them. */
export const boundHistory = (agencyId: string) =>
  `SELECT bound_insight_history(${agencyId}, ${quotaDefaults.insight_history_bytes}) AS count`;

export const maxEditsPerBatch = 400;

/** The etag of a note that was never written: the same at every read, and different for each fan. */
export function firstEtag(agencyId: string, { account_id, fan_id }: FanPath): string {
  const hash = createHash('sha256').update(JSON.stringify(['insight', agencyId, account_id, fan_id]));
  return uuidOfHex(hash.digest('hex').slice(0, 32));
}

export const presentInsight = presenting(['note', 'etag']);
