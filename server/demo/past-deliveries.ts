import type { DeliveryAttempt, DeliveryError } from '../../generated/models.ts';
import { specifiedDeadlineMs } from '../delivery/send/attempt.ts';
import { maxAttempts, retryDelayMs, specifiedRetrySchedule } from '../delivery/record/retry-schedule.ts';
import type { NewEvent } from '../entities/event.ts';
import { dayMs, minuteMs } from './calendar.ts';
import { Random } from './random.ts';

/** Days of the past in which the demo endpoint heard of facts. */
export const heardDays = 8;

/** One event's way to the endpoint, which has ended. */
export interface PastDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly event: NewEvent;
  readonly createdMs: number;
  readonly attempts: readonly DeliveryAttempt[];
  /** When its outcome was recorded. */
  readonly endedMs: number;
  /** Null where it was delivered. */
  readonly error: DeliveryError | null;
  /** The failure that it repeats. */
  readonly replayOf: string | null;
}

export interface PastFailure {
  readonly id: string;
  readonly delivery: PastDelivery;
  readonly replayedMs: number | null;
}

export interface DeliveryHistory {
  readonly deliveries: readonly PastDelivery[];
  readonly failures: readonly PastFailure[];
}

/** When the endpoint was paused. */
export const pausedMs = (nowMs: number) => nowMs - dayMs / 2;

type Answer = readonly [
  error: DeliveryError | null,
  statusCode: number | null,
  excerpt: string | null,
  detail?: DeliveryAttempt['error_detail'],
];
const accepted: Answer = [null, 204, ''];
const overloaded: Answer = ['http_status', 503, 'Service Unavailable'];
const broken: Answer = ['http_status', 500, '{"error":"ledger is locked"}'];
const silent: Answer = ['timeout', null, null, 'response_timeout'];
const unreachable: Answer = ['connection_error', null, null, 'connection_refused'];

/** What the receiver answered, attempt by attempt: as a rule all is well at once, and now and then nothing helps. */
function answersOf(random: Random, place: number): readonly Answer[] {
  if (place % 60 === 17) return Array<Answer>(maxAttempts(specifiedRetrySchedule)).fill(random.pick([overloaded, silent]));
  if (place % 90 === 41) return [unreachable, unreachable, broken, broken];
  if (random.chance(0.04)) return [broken, accepted];
  if (random.chance(0.01)) return [silent, overloaded, accepted];
  return [accepted];
}

function attemptsFrom(random: Random, createdMs: number, answers: readonly Answer[]): { attempts: DeliveryAttempt[]; endedMs: number } {
  let endedMs = createdMs;
  const attempts = answers.map(([error, status_code, response_excerpt, error_detail = null], index): DeliveryAttempt => {
    const attemptedMs = endedMs + (index === 0 ? random.integer(15, 120) : retryDelayMs(index, specifiedRetrySchedule)!);
    const duration_ms = error === 'timeout' ? specifiedDeadlineMs : random.integer(40, 900);
    endedMs = attemptedMs + duration_ms;
    return { attempted_at: new Date(attemptedMs).toISOString(), duration_ms, status_code, error, error_detail, response_excerpt };
  });
  return { attempts, endedMs };
}

/**
 * How the events went out, in their order. The last two, and whatever else waits for a retry when the endpoint is paused,
 * become failures then. The oldest failure was replayed.
 */
export function historyOf(events: readonly NewEvent[], nowMs: number): DeliveryHistory {
  const random = new Random('past deliveries');
  const deliveries: PastDelivery[] = [];
  const failures: PastFailure[] = [];
  events.forEach((event, place) => {
    const createdMs = event.occurredAt.getTime() + random.integer(30, 400);
    const answers = answersOf(random, place);
    const outcome = attemptsFrom(random, createdMs, answers);
    const isPaused = place >= events.length - 2 || outcome.endedMs >= pausedMs(nowMs);
    const attempts = isPaused ? attemptsFrom(random, createdMs, [overloaded]).attempts : outcome.attempts;
    const endedMs = isPaused ? pausedMs(nowMs) : outcome.endedMs;
    const error = isPaused ? 'endpoint_disabled' : answers.at(-1)![0];
    const ids = { id: random.uuid(createdMs), eventId: random.uuid(createdMs) };
    const delivery = { ...ids, event, createdMs, attempts, endedMs, error, replayOf: null };
    deliveries.push(delivery);
    if (error === null) return;
    const failureId = random.uuid(endedMs);
    const replayedMs = failures.length === 0 && !isPaused ? endedMs + 40 * minuteMs : null;
    failures.push({ id: failureId, delivery, replayedMs });
    if (replayedMs === null) return;
    const replay = attemptsFrom(random, replayedMs, [accepted]);
    deliveries.push({ ...delivery, ...replay, id: random.uuid(replayedMs), createdMs: replayedMs, error: null, replayOf: failureId });
  });
  return { deliveries, failures };
}
