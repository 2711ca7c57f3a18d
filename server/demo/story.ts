import type { Transaction } from '../database/client/sql.ts';
import { problems } from '../problems/problem.ts';
import { ingestSilently } from '../ingestion/ingest.ts';
import { acknowledgeRequests, assignFans, writeInsights, writePublications } from './agency-work.ts';
import { audiencesOf } from './audience.ts';
import { Calendar } from './calendar.ts';
import { castOf } from './cast.ts';
import { Day, type DemoRecord, type World } from './day.ts';
import { heardDays } from './past-deliveries.ts';
import { writeWebhooks, type WebhookParts } from './webhook-work.ts';

const batchSize = 500;

/** One transaction's part of the story. */
export interface Chapter {
  /** How much of the story is complete with it, from 0 to 1. */
  readonly share: number;
  write(transaction: Transaction, agencyId: string): Promise<void>;
}

/** These facts are past: they are recorded as any other, but without events. */
function recordsOf(records: readonly DemoRecord[], share: number): Chapter {
  return {
    share,
    async write(transaction, agencyId) {
      await ingestSilently(transaction, agencyId, records, problems);
    },
  };
}

function* cut(records: readonly DemoRecord[], share: number): Generator<Chapter> {
  for (let start = 0; start < records.length; start += batchSize) yield recordsOf(records.slice(start, start + batchSize), share);
}

/**
 * The last `days` of an agency up to the instant `now`, the most recent first. The same instant generates the same story, so
 * that a process can resume where another one stopped.
 */
export function* storyUntil(now: Date, days: number, parts: WebhookParts): Generator<Chapter> {
  const calendar = new Calendar(now);
  const cast = castOf(calendar);
  const audiences = audiencesOf(calendar, cast);
  const world: World = { calendar, cast, audiences };
  yield* cut(
    [...cast.creators, ...cast.employees].map(({ record }) => record),
    0,
  );
  yield* cut([...cast.tags, ...audiences.flatMap(({ fans }) => fans.map(({ record }) => record))], 0.02);
  for (const write of [assignFans, writeInsights, writePublications]) {
    yield { share: 0.04, write: (transaction, agencyId) => write(transaction, agencyId, world) };
  }
  let pending: DemoRecord[] = [];
  for (let daysAgo = 0; daysAgo < days; daysAgo += 1) {
    pending.push(...new Day(world, daysAgo).records);
    const isHeardOf = daysAgo === heardDays;
    if (pending.length < batchSize && !isHeardOf) continue;
    const share = 0.04 + (0.96 * daysAgo) / days;
    yield recordsOf(pending, share);
    pending = [];
    if (isHeardOf) yield { share, write: (transaction, agencyId) => writeWebhooks(transaction, agencyId, calendar, parts) };
  }
  if (pending.length > 0) yield recordsOf(pending, 1);
  yield { share: 1, write: (transaction, agencyId) => acknowledgeRequests(transaction, agencyId, world) };
}
