import { isProblem, type Client, type Schemas } from '@agency-service/sdk';
import { backOffMs } from './back-off.ts';
import { pause } from './interruption.ts';
import { isTransient } from './outage.ts';

export type Attempt = Schemas['ListenerAttempt'];
export type AttemptAnswer = Omit<Schemas['ListenerAnswer'], 'attempt_id'>;

export interface ListenerSession {
  readonly client: Client;
  readonly listenerId: string;
  /** Sends an attempt to the local program. */
  readonly send: (attempt: Attempt) => Promise<AttemptAnswer>;
  /** Called when an attempt was answered; `counts` is false if its deadline had passed. */
  readonly onAnswered: (attempt: Attempt, answer: AttemptAnswer, durationMs: number, counts: boolean) => void;
  readonly onState: (state: Schemas['ListenerState']) => void;
  readonly note: (text: string) => void;
}

const firstWaitMs = 250;
const maxWaitMs = 10_000;

/** Attempts are remembered for longer than they can be repeated. */
const rememberedMs = 60_000;

/** How long the report of a response is repeated, from the start of its attempt. */
const maxReportMs = 30_000;

/**
 * Receives the attempts of a listener until the signal ends it, and reopens the stream when it breaks. A repeated attempt is sent to the
 * local program once. Throws `unknown_webhook_listener` if the listener was deleted.
 */
export async function receiveAttempts(session: ListenerSession, signal: AbortSignal): Promise<void> {
  const { client, listenerId, onState, note } = session;
  const known = new Map<string, Promise<void>>();
  let failures = 0;
  let wasReplaced = false;
  while (!signal.aborted) {
    let reason = 'the service closed it';
    try {
      for await (const { event, data } of client.webhookListeners.stream({ listener_id: listenerId }, { signal })) {
        if (failures > 0) note('The stream is open again.');
        failures = 0;
        if (event === 'listener') onState(data);
        else if (event === 'attempt') start(data);
        else if (event === 'ended') wasReplaced = data.reason === 'replaced';
      }
    } catch (error) {
      if (signal.aborted) break;
      if (!isTransient(error)) throw error;
      reason = error.message;
    }
    if (signal.aborted || wasReplaced) break;
    if (failures === 0) note(`The stream broke (${reason}). Reconnecting; deliveries wait meanwhile.`);
    await pause(backOffMs(failures, firstWaitMs, maxWaitMs), signal);
    failures += 1;
  }
  if (wasReplaced) note('Another command listens with the same listener. This one ends.');
  await Promise.all(known.values());

  function start(attempt: Attempt): void {
    if (known.has(attempt.id)) return;
    const answered = answerAttempt(session, attempt).catch((error: unknown) =>
      note(`The attempt ${attempt.id} cannot be answered: ${(error as Error).message}`),
    );
    known.set(attempt.id, answered);
    setTimeout(() => known.delete(attempt.id), rememberedMs).unref();
  }
}

async function answerAttempt({ client, listenerId, send, onAnswered }: ListenerSession, attempt: Attempt): Promise<void> {
  const startedAt = performance.now();
  const answer = await send(attempt);
  const durationMs = Math.round(performance.now() - startedAt);
  onAnswered(attempt, answer, durationMs, await report());

  /** Repeats the report while the service restarts, until the deadline. False if the service no longer accepts it. */
  async function report(): Promise<boolean> {
    for (let failures = 0; ; failures += 1) {
      try {
        await client.webhookListeners.answer({ listener_id: listenerId, attempt_id: attempt.id, ...answer });
        return true;
      } catch (error) {
        // The service accepts one response: after a failed report, the earlier one may have arrived.
        if (isProblem(error, 'unknown_listener_attempt')) return failures > 0;
        if (!isTransient(error)) throw error;
        if (performance.now() - startedAt > maxReportMs) return false;
        await pause(backOffMs(failures, firstWaitMs, 16 * firstWaitMs));
      }
    }
  }
}
