import type { Sql } from '../database/client/sql.ts';
import type { RecordOf } from '../entities/record.ts';
import { dayMs } from './calendar.ts';
import { Day, type World } from './day.ts';
import { refusals } from './demo-poster.ts';
import { Random } from './random.ts';

const openings = [
  'Prefers short voice messages.',
  'Likes to talk about his dog.',
  'Writes after the night shift.',
  'Asks for travel pictures.',
  'Collects the whole set each month.',
  'New to the page, still shy.',
];
const hints = [
  'Birthday in May.',
  'Do not push before the 5th.',
  'Answers within minutes in the evening.',
  'Promised a custom video in spring.',
  'Switches to French when he is happy.',
  'Never on Mondays.',
];
const posts = [
  'New set on Friday.',
  'Thank you for this week.',
  'Behind the scenes of Sunday.',
  'Which colour next?',
  'Live tonight at nine.',
  'A little something for the weekend.',
];

/** Who looks after which fan, and where an AI does. */
export async function assignFans(sql: Sql, agencyId: string, { cast, audiences, calendar }: World): Promise<void> {
  const random = new Random('assignments');
  const rows = audiences.flatMap((audience, index) => {
    const team = cast.employees.filter(({ creators, untilDaysAgo }) => creators.includes(index) && untilDaysAgo < 0);
    return audience.fans.flatMap(({ id, relatedMs }) => {
      const isAssigned = team.length > 0 && random.chance(0.6);
      const isLocked = random.chance(0.08);
      const since = new Date(relatedMs + random.next() * (calendar.nowMs - relatedMs));
      const userId = isAssigned ? random.pick(team).record.id : null;
      return isAssigned || isLocked
        ? [{ account_id: cast.creators[index]!.accountId, fan_id: id, user_id: userId, since, is_locked: isLocked }]
        : [];
    });
  });
  await sql.query({
    text: `
      UPDATE fans f
         SET assigned_user_id = r.user_id, assigned_at = CASE WHEN r.user_id IS NOT NULL THEN r.since END,
             ai_locked_at = CASE WHEN r.is_locked THEN r.since END
        FROM jsonb_to_recordset($2::jsonb) AS r (account_id text, fan_id text, user_id text, since timestamptz(3), is_locked boolean)
       WHERE f.agency_id = $1 AND f.account_id = r.account_id AND f.fan_id = r.fan_id`,
    values: [agencyId, JSON.stringify(rows)],
  });
}

/** Notes on some of the fans. */
export async function writeInsights(sql: Sql, agencyId: string, { cast, audiences, calendar }: World): Promise<void> {
  const random = new Random('insights');
  const rows = audiences.flatMap((audience, index) =>
    audience.fans
      .filter(() => random.chance(0.12))
      .map(({ id, relatedMs }) => ({
        account_id: cast.creators[index]!.accountId,
        fan_id: id,
        note: random.chance(0.5) ? random.pick(openings) : `${random.pick(openings)} ${random.pick(hints)}`,
        updated_at: new Date(relatedMs + random.next() * (calendar.nowMs - relatedMs)),
      })),
  );
  await sql.query({
    text: `
      INSERT INTO insights (agency_id, account_id, fan_id, note, etag, updated_at)
      SELECT $1, r.account_id, r.fan_id, r.note, gen_random_uuid(), r.updated_at
        FROM jsonb_to_recordset($2::jsonb) AS r (account_id text, fan_id text, note text, updated_at timestamptz(3))
      ON CONFLICT DO NOTHING`,
    values: [agencyId, JSON.stringify(rows)],
  });
}

/** Two posts a week per creator, a few of them refused, and what is scheduled for the coming days. */
export async function writePublications(sql: Sql, agencyId: string, { cast, calendar }: World): Promise<void> {
  const random = new Random('publications');
  const rows = cast.creators.flatMap(({ record, connectedDaysAgo }) => {
    const past = Array.from({ length: 40 }, () => random.next() * Math.min(180, connectedDaysAgo) * dayMs);
    return [...past.map((ago) => -ago), 1.3 * dayMs, 3.6 * dayMs].map((offset, index) => {
      const isPast = offset < 0;
      const createdMs = isPast ? calendar.nowMs + offset : calendar.nowMs - random.next() * dayMs;
      const scheduledMs = isPast
        ? random.chance(0.4)
          ? createdMs + dayMs / 2
          : null
        : Math.floor((calendar.nowMs + offset) / 3_600_000) * 3_600_000;
      const publishedMs = scheduledMs ?? createdMs;
      const isOver = publishedMs <= calendar.nowMs;
      const isRefused = isOver && index % 13 === 5;
      return {
        id: random.uuid(createdMs),
        creator_id: record.id,
        text: random.pick(posts),
        media: random.chance(0.7) ? [{ id: random.digits(9), type: random.chance(0.8) ? 'photo' : 'video' }] : [],
        status: isRefused ? 'failed' : isOver ? 'published' : 'scheduled',
        failure_reason: isRefused ? refusals[index % refusals.length] : null,
        scheduled_at: scheduledMs && new Date(scheduledMs),
        published_at: isOver && !isRefused ? new Date(publishedMs) : null,
        created_at: new Date(createdMs),
      };
    });
  });
  await sql.query({
    text: `
      INSERT INTO publications (agency_id, id, creator_id, text, media, status, failure_reason, scheduled_at, published_at, created_at)
      SELECT $1, r.id, r.creator_id, r.text, r.media, r.status, r.failure_reason, r.scheduled_at, r.published_at, r.created_at
        FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, creator_id text, text text, media jsonb, status text, failure_reason text,
             scheduled_at timestamptz(3), published_at timestamptz(3), created_at timestamptz(3))
      ON CONFLICT DO NOTHING`,
    values: [agencyId, JSON.stringify(rows)],
  });
}

/** The AI requests that are not acknowledged yet: the latest few. */
export function pendingRequests(world: World): RecordOf<'ai_request'>[] {
  const count = new Random(`pending at ${world.calendar.nowMs}`).integer(5, 12);
  const latestDays = Array.from({ length: 8 }, (_, daysAgo) => new Day(world, daysAgo).records);
  const requests = latestDays.flat().filter((record) => record.type === 'ai_request');
  return requests.sort((one, other) => Date.parse(other.requested_at) - Date.parse(one.requested_at)).slice(0, count);
}

/** The AI was relaunched or stopped within minutes wherever an employee had requested it before. */
export async function acknowledgeRequests(sql: Sql, agencyId: string, world: World): Promise<void> {
  await sql.query({
    text: `
      UPDATE ai_requests SET acknowledged_at = requested_at + interval '7 minutes'
       WHERE agency_id = $1 AND acknowledged_at IS NULL AND id <> ALL ($2::text[])`,
    values: [agencyId, pendingRequests(world).map(({ id }) => id)],
  });
}
