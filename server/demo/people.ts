import { randomUUID } from 'node:crypto';
import type { Sql, Transaction } from '../database/client/sql.ts';
import type { RecordOf, RecordType } from '../ingestion/record-tables.ts';
import { ingestSilently } from '../ingestion/ingest.ts';
import { problems } from '../problems/problem.ts';
import { examples } from './examples.ts';

/** `share` is the creator's part of the agency's facts. */
const creators = [
  { name: 'Mira Solane', share: 0.3, daysAgo: 900 },
  { name: 'Ines Calder', share: 0.22, daysAgo: 840 },
  { name: 'Noa Verne', share: 0.17, daysAgo: 790 },
  { name: 'Lia Marchetti', share: 0.14, daysAgo: 785 },
  { name: 'Juno Castel', share: 0.1, daysAgo: 480 },
  { name: 'Eva Lindqvist', share: 0.07, daysAgo: 205 },
];

const firstNames = ['Jonas', 'Camille', 'Marta', 'Diego', 'Anna', 'Luca', 'Sofia', 'Pavel'];
const lastNames = ['Adler', 'Roux', 'Nowak'];
const activeCount = 20;

const tags: readonly [name: string, color: string | null][] = [
  ['VIP', '#7a5cff'],
  ['Big spender', '#e0a100'],
  ['New', '#2aa84a'],
  ['Regular', '#3b82f6'],
  ['Speaks French', null],
  ['Custom request', '#ff5c8a'],
  ['Night owl', '#4b3b8f'],
  ['Do not push', '#c0392b'],
];

const dayMs = 86_400_000;
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString();

function recordsAt(now: Date): RecordOf<RecordType>[] {
  return [
    ...creators.map(({ name, daysAgo }, index) => ({
      type: 'creator' as const,
      id: index === 0 ? examples.creatorId : randomUUID(),
      name,
      account: {
        external_id: index === 0 ? examples.accountId : String(62_418_805 + index * 1_733),
        username: name.toLowerCase().replace(' ', ''),
        connected_at: ago(now, daysAgo),
      },
      created_at: ago(now, daysAgo + 4),
    })),
    ...lastNames.flatMap((last, row) =>
      firstNames.map((first, column) => {
        const index = row * firstNames.length + column;
        return {
          type: 'employee' as const,
          id: index === 3 ? examples.employeeId : randomUUID(),
          name: `${first} ${last}`,
          email: `${first}.${last}@northlight.example`.toLowerCase(),
          role: index < 3 ? ('manager' as const) : ('chatter' as const),
          active: index < activeCount,
          created_at: ago(now, 850 - (index % activeCount) * 30),
        };
      }),
    ),
    ...tags.map(([name, color], index) => ({
      type: 'tag' as const,
      id: index === 0 ? examples.tagId : randomUUID(),
      name,
      color,
      position: index + 1,
    })),
  ];
}

export const fanCount = 2_600;
/** Days since the first fan subscribed. */
export const fanDays = 771;

/** The agency grows: more fans are recent. Each fan follows a creator whose account was connected by then; one in 17 is a VIP. */
const writeFans = `
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, fan_username, subscription_status, is_online, related_at, tag_ids, assigned_user_id, assigned_at, ai_locked_at)
  SELECT $1, c.account_id, CASE WHEN n = 1 THEN $3 ELSE (30000000 + n * 7919 + floor(random() * 7000)::int)::text END, c.id,
         CASE WHEN random() > 0.04 THEN
           (ARRAY['marble', 'quiet', 'amber', 'velvet', 'lucky', 'northern', 'silver', 'gentle'])[1 + floor(random() * 8)::int] || '_' ||
           (ARRAY['fox', 'harbor', 'comet', 'walker', 'otter', 'signal', 'raven', 'pilot'])[1 + floor(random() * 8)::int] || floor(random() * 999)::int END,
         (ARRAY['active_subscriber', 'active_subscriber', 'former_subscriber', 'former_subscriber', 'interested'])[1 + floor(random() * 5)::int],
         random() < 0.07, r.related_at,
         CASE WHEN n % 17 = 0 THEN t.ids[1:2] ELSE '{}' END ||
         CASE WHEN r.related_at > $2::timestamptz - interval '30 days' THEN t.ids[3:3] WHEN random() < 0.3 THEN t.ids[4:4] WHEN random() < 0.2 THEN t.ids[6:7] ELSE '{}' END,
         CASE WHEN random() < 0.6 THEN e.ids[1 + floor(random() * cardinality(e.ids))::int] END,
         r.related_at + random() * ($2::timestamptz - r.related_at),
         CASE WHEN random() < 0.08 THEN r.related_at + random() * ($2::timestamptz - r.related_at) END
    FROM (SELECT array_agg(id ORDER BY position) AS ids FROM tags WHERE agency_id = $1) t,
         (SELECT array_agg(id) AS ids FROM employees WHERE agency_id = $1 AND active AND role = 'chatter') e, generate_series(1, ${fanCount}) n
   CROSS JOIN LATERAL (SELECT $2::timestamptz - interval '${fanDays} days' * power(1 - n / ${fanCount + 1}.0, 1.35) - interval '1 minute' AS related_at) r
   CROSS JOIN LATERAL (
         SELECT k.id, k.account_id FROM creators k JOIN unnest($4::text[], $5::float8[]) AS s (name, share) ON s.name = k.name
          WHERE k.agency_id = $1 AND k.account_connected_at < r.related_at
          ORDER BY CASE WHEN n = 1 THEN -s.share ELSE -ln(1 - random()) / s.share END LIMIT 1) c`;

/** Writes creators, employees, tags and fans with their assignments. */
export async function writePeople(transaction: Transaction, agencyId: string, now: Date): Promise<void> {
  await ingestSilently(transaction, agencyId, recordsAt(now), problems);
  await transaction.query({
    text: writeFans,
    values: [agencyId, now, examples.fanId, creators.map(({ name }) => name), creators.map(({ share }) => share)],
  });
  await transaction.query({
    text: 'UPDATE fans SET assigned_at = NULL WHERE agency_id = $1 AND assigned_user_id IS NULL',
    values: [agencyId],
  });
}

const openings = [
  'Prefers short voice messages.',
  'Likes to talk about his dog.',
  'Writes after the night shift.',
  'Asks for travel pictures.',
];
const hints = ['', ' Birthday in May.', ' Do not push before the 5th.', ' Answers within minutes in the evening.', ' Never on Mondays.'];

/** Writes notes on some of the fans. */
export async function writeInsights(sql: Sql, agencyId: string, now: Date): Promise<void> {
  await sql.query({
    text: `
      INSERT INTO insights (agency_id, account_id, fan_id, note, etag, updated_at)
      SELECT $1, account_id, fan_id, ($3::text[])[1 + floor(random() * cardinality($3))::int] || ($4::text[])[1 + floor(random() * cardinality($4))::int],
             gen_random_uuid(), related_at + random() * ($2::timestamptz - related_at)
        FROM fans WHERE agency_id = $1 AND (fan_id = $5 OR random() < 0.12)`,
    values: [agencyId, now, openings, hints, examples.fanId],
  });
}

const posts = [
  'New set on Friday.',
  'Thank you for this week.',
  'Which colour next?',
  'Live tonight at nine.',
  'A little something for the weekend.',
];

/** Writes a post every few days for each creator, some of them refused, and posts that are scheduled for the next days. */
export async function writePublications(sql: Sql, agencyId: string, now: Date, refusals: readonly string[]): Promise<void> {
  await sql.query({
    text: `
      INSERT INTO publications (agency_id, id, creator_id, text, media, status, failure_reason, scheduled_at, published_at, created_at)
      SELECT $1, CASE WHEN c.id = $5 AND n = 1 THEN $6::uuid ELSE uuidv7(p.at - clock_timestamp()) END, c.id, ($3::text[])[1 + n % cardinality($3)],
             CASE WHEN n % 3 > 0 THEN jsonb_build_array(jsonb_build_object('id', (700000000 + n * 13)::text, 'type', 'photo')) ELSE '[]' END,
             CASE WHEN n <= 2 THEN 'scheduled' WHEN n % 13 = 3 THEN 'failed' ELSE 'published' END,
             CASE WHEN n > 2 AND n % 13 = 3 THEN ($4::text[])[1 + n % cardinality($4)] END,
             CASE WHEN n <= 2 THEN date_trunc('hour', $2::timestamptz + n * interval '37 hours') WHEN n % 5 < 2 THEN p.at + interval '12 hours' END,
             CASE WHEN n > 2 AND n % 13 <> 3 THEN p.at + CASE WHEN n % 5 < 2 THEN interval '12 hours' ELSE interval '0' END END, p.at
        FROM creators c, generate_series(1, 42) n
       CROSS JOIN LATERAL (SELECT $2::timestamptz - interval '1 day' * CASE WHEN n <= 2 THEN random() ELSE 1 + (n - 3) * 4.5 + random() END AS at) p
       WHERE c.agency_id = $1 AND p.at > c.account_connected_at`,
    values: [agencyId, now, posts, refusals, examples.creatorId, examples.publicationId],
  });
}
