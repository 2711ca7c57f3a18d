import { DestinationGuard } from '../../server/delivery/send/destination-connector.ts';
import { classify } from '../../server/delivery/send/outcome.ts';
import { Sender } from '../../server/delivery/send/send.ts';
import { parseRanges } from '../../server/entities/destination-ranges.ts';
import type { GuardSettings } from './rig.ts';

/** How an attempt ended, by the names that its record has. */
export interface JudgedAttempt {
  readonly error: string | null;
  readonly error_detail: string | null;
  readonly status_code: number | null;
  readonly response_excerpt: string | null;
  readonly duration_ms: number;
}

export interface AttemptSettings extends GuardSettings {
  /** The specified one unless given. */
  readonly deadlineMs?: number;
}

/** Sends one request as the service does, and judges its end; nothing is recorded. */
export async function attemptTo(url: string, settings: AttemptSettings = {}): Promise<JudgedAttempt> {
  const { deadlineMs, devRanges = ['127.0.0.0/8', '::1/128'], ca, resolve, refusalStepMs = 20 } = settings;
  const guard = new DestinationGuard({
    policy: { devRanges: parseRanges(devRanges) },
    refusalStepMs,
    ...(ca ? { ca } : {}),
    ...(resolve ? { resolve } : {}),
  });
  const sender = new Sender({ connector: guard.connector, ...(deadlineMs === undefined ? {} : { deadlineMs }) });
  const signed = { headers: ['content-type', 'application/json'], body: Buffer.from('{}') };
  const outcome = classify(await new Promise((settle) => void sender.send(url, signed, settle)));
  await sender.close();
  if (outcome.by !== 'receiver') throw new Error('the attempt failed because of the service');
  const { error, errorDetail, statusCode, excerpt, durationMs } = outcome;
  return { error, error_detail: errorDetail, status_code: statusCode, response_excerpt: excerpt, duration_ms: durationMs };
}
