import { limits } from '../../generated/limits.ts';
import type { Sql } from '../database/client/sql.ts';
import { qualifiedColumns } from '../entities/qualified-columns.ts';
import { messageSources, shownOfSentMessage } from '../entities/sent-message.ts';
import type { Projection } from './projection-turns.ts';
import { removeAtPlaces } from './remove-at-places.ts';

const rowsPerBatch = 5_000;
const listed = shownOfSentMessage.filter((name) => name !== 'id');
const columns = listed.join(', ');

/** The oldest changes of an agency. A send that changes after its entry was removed gets another one. */
const oldestChanges = `
  SELECT ctid::text AS place, send_id, changed_at FROM changed_sends WHERE agency_id = $1 AND changed_at >= $2 ORDER BY changed_at LIMIT $3`;

const writeMessages = `
  WITH changed AS MATERIALIZED (
    SELECT * FROM unnest($2::text[]) AS changed (send_id)
  ), kept AS MATERIALIZED (
    SELECT s.*
      FROM changed c
     CROSS JOIN LATERAL (
           SELECT * FROM sends s
            WHERE s.agency_id = $1 AND s.id = c.send_id AND s.sent_at >= now() - interval '${limits.sentMessageMonths} months'
            LIMIT 1) s
  ), gone AS (
    DELETE FROM sent_messages m
     USING (SELECT send_id FROM changed EXCEPT ALL SELECT id FROM kept) c
     WHERE m.agency_id = $1 AND m.id = c.send_id
  )
  INSERT INTO sent_messages (agency_id, id, ${columns})
  SELECT agency_id, id, ${columns} FROM kept ORDER BY agency_id, sent_at, id
  ON CONFLICT (agency_id, id) DO UPDATE SET (${columns}) = ROW (${qualifiedColumns('excluded', listed)})`;

/** The sent-message list. A batch reads an agency's changed sends, the oldest changes first, and writes their messages. */
export const sentMessagesProjection: Projection = {
  name: 'sent_messages',
  workList: 'changed_sends',
  rowsPerBatch,
  async refresh(sql, agencyId, after, rows) {
    const changes = await sql.query<{ place: string; send_id: string; changed_at: Date }>({
      text: oldestChanges,
      values: [agencyId, after ?? '-infinity', rows],
    });
    if (changes.length === 0) return undefined;
    await removeAtPlaces(
      sql,
      'changed_sends',
      agencyId,
      changes.map(({ place }) => place),
    );
    await sql.query({ text: writeMessages, values: [agencyId, [...new Set(changes.map(({ send_id }) => send_id))]] });
    return changes.length < rows ? undefined : changes.at(-1)!.changed_at;
  },
};

/** Finds the agencies that have messages by one index probe each. */
const expire = (rows: number) => `
  WITH RECURSIVE agency AS (
    (SELECT agency_id FROM %1$s ORDER BY agency_id LIMIT 1)
    UNION ALL
    SELECT next.agency_id
      FROM agency CROSS JOIN LATERAL (SELECT agency_id FROM %1$s m WHERE m.agency_id > agency.agency_id ORDER BY agency_id LIMIT 1) next
  ), expired AS MATERIALIZED (
    SELECT m.agency_id, m.id
      FROM agency a
     CROSS JOIN (VALUES ${messageSources.map((source) => `('${source}')`).join(', ')}) AS s (source)
     CROSS JOIN LATERAL (
           SELECT m.agency_id, m.id FROM %1$s m
            WHERE m.agency_id = a.agency_id AND m.source = s.source AND m.sent_at < now() - interval '${limits.sentMessageMonths} months'
            ORDER BY m.sent_at, m.id
            LIMIT ${rows}) m
     LIMIT ${rows}
  ), gone AS (
    DELETE FROM %1$s m USING expired e WHERE m.agency_id = e.agency_id AND m.id = e.id RETURNING 1
  )
  SELECT count(*)::text FROM gone`;

/** Removes up to `rows` messages that are older than the projection's retention from each part of the table. Returns true when none is left. */
export async function expireSentMessages(sql: Sql, rows: number): Promise<boolean> {
  const [expired] = await sql.query<{ count: number }>({
    text: `SELECT max(count::bigint) AS count FROM on_shards('sent_messages', $1) AS shard (count)`,
    values: [expire(rows)],
  });
  return expired!.count < rows;
}
