import { limits } from '../../generated/limits.ts';
import type { Sql } from '../database/client/sql.ts';
import { columnsOf } from '../entities/record.ts';
import { messageSources, sendTable } from '../entities/sent-message.ts';
import type { Projection } from './projection-turns.ts';

const rowsPerBatch = 5_000;
const listed = Object.keys(sendTable.columns).filter((name) => name !== 'id');
const columns = listed.join(', ');

const refreshChanged = `
  WITH taken AS MATERIALIZED (
    DELETE FROM changed_sends
     WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM changed_sends WHERE agency_id = $1 AND changed_at >= $2 ORDER BY changed_at LIMIT $3))
    RETURNING agency_id, send_id, changed_at
  ), changed AS MATERIALIZED (
    SELECT DISTINCT agency_id, send_id FROM taken
  ), kept AS MATERIALIZED (
    SELECT s.*, known.ctid AS known_ctid
      FROM changed c
     CROSS JOIN LATERAL (
           SELECT * FROM sends s
            WHERE s.agency_id = c.agency_id AND s.id = c.send_id AND s.sent_at >= now() - interval '${limits.sentMessageMonths} months'
            LIMIT 1) s
      LEFT JOIN LATERAL (
           SELECT m.ctid FROM sent_messages m WHERE m.agency_id = c.agency_id AND m.id = c.send_id LIMIT 1) known ON true
  ), gone AS (
    DELETE FROM sent_messages m
     USING (SELECT agency_id, send_id FROM changed EXCEPT ALL SELECT agency_id, id FROM kept) c
     WHERE m.agency_id = c.agency_id AND m.id = c.send_id
  ), updated AS (
    UPDATE sent_messages m
       SET (${columns}) = ROW (${columnsOf('k', listed)})
      FROM kept k
     WHERE m.ctid = k.known_ctid
  ), added AS (
    INSERT INTO sent_messages (agency_id, id, ${columns})
    SELECT agency_id, id, ${columns} FROM kept WHERE known_ctid IS NULL ORDER BY agency_id, sent_at, id
  )
  SELECT count(*) AS count, max(changed_at) AS changed_at FROM taken`;

/**
 * The sent-message list. A batch takes an agency's changed sends, the oldest changes first. A send whose name was taken and
 * that changes again names itself again.
 */
export const sentMessages: Projection = {
  name: 'sent_messages',
  workList: 'changed_sends',
  rowsPerBatch,
  async refresh(sql, agencyId, after, rows) {
    const [taken] = await sql.query<{ count: number; changed_at: Date | null }>({
      text: refreshChanged,
      values: [agencyId, after ?? '-infinity', rows],
    });
    return taken!.count < rows ? undefined : taken!.changed_at!;
  },
};

/** Removes up to so many messages that grew older than the projection keeps; true when none was left. */
export async function expireSentMessages(sql: Sql, rows: number): Promise<boolean> {
  const [expired] = await sql.query<{ count: number }>({
    text: `
      WITH expired AS MATERIALIZED (
        SELECT m.agency_id, m.id
          FROM agencies a
         CROSS JOIN unnest($2::text[]) AS s (source)
         CROSS JOIN LATERAL (
               SELECT m.agency_id, m.id FROM sent_messages m
                WHERE m.agency_id = a.id AND m.source = s.source AND m.sent_at < now() - interval '${limits.sentMessageMonths} months'
                ORDER BY m.sent_at, m.id
                LIMIT $1) m
         LIMIT $1
      ), gone AS (
        DELETE FROM sent_messages m USING expired e WHERE m.agency_id = e.agency_id AND m.id = e.id RETURNING 1
      )
      SELECT count(*) AS count FROM gone`,
    values: [rows, messageSources],
  });
  return expired!.count < rows;
}
