import { isProblem, type Client, type Schemas } from '@agency-service/sdk';
import { pause } from './interruption.ts';
import { mayPass } from './outage.ts';
import { backOffMs } from './back-off.ts';

export type Attempt = Schemas['ListenerAttempt'];
export type AttemptAnswer = Omit<Schemas['ListenerAnswer'], 'attempt_id'>;

export interface ListenerSession {
  readonly client: Client;
  readonly listenerId: string;
  /** Sends an attempt to the local program. */
  readonly send: (attempt: Attempt) => Promise<AttemptAnswer>;
  /** Called when an attempt was answered; `counts` is false where its deadline had passed. */
  readonly onAnswered: (attempt: Attempt, answer: AttemptAnswer, durationMs: number, counts: boolean) => void;
  readonly onState: (state: Schemas['ListenerState']) => void;
  /** Called when the stream broke, and when it is open again. */
  readonly onBroken: (reason: string) => void;
  readonly onRestored: () => void;
  readonly onNote: (text: string) => void;
}

const firstWaitMs = 250;
const longestWaitMs = 10_000;

/** An attempt is remembered for longer than it can arrive again. */
const rememberedMs = 60_000;

/**
 * Receives the attempts of a listener until the signal ends it, and opens the stream again whenever it breaks. An attempt that arrives
 * again is sent to the local program once. Throws `unknown_webhook_listener` when the listener is gone.
 */
export async function listen(session: ListenerSession, signal: AbortSignal): Promise<void> {
  const { client, listenerId, onState, onBroken, onRestored, onNote } = session;
  const known = new Map<string, Promise<void>>();
  let failures = 0;
  while (!signal.aborted) {
    let reason = 'the service closed it';
    let wasReplaced = false;
    try {
      for await (const { event, data } of client.webhookListeners.stream({ listener_id: listenerId }, { signal })) {
        if (failures > 0) onRestored();
        failures = 0;
        if (event === 'listener') onState(data);
        else if (event === 'attempt') take(data);
        else if (event === 'ended') wasReplaced = data.reason === 'replaced';
      }
    } catch (error) {
      if (signal.aborted) break;
      if (!mayPass(error)) throw error;
      reason = error.message;
    }
    if (signal.aborted) break;
    if (wasReplaced) onNote('Another command listens with the same listener. This one ends.');
    if (wasReplaced) break;
    failures += 1;
    if (failures === 1) onBroken(reason);
    await pause(backOffMs(failures - 1, firstWaitMs, longestWaitMs), signal);
  }
  await Promise.all(known.values());

  function take(attempt: Attempt): void {
    if (known.has(attempt.id)) return;
    known.set(
      attempt.id,
      handle(session, attempt).catch((error: unknown) =>
        onNote(`The attempt ${attempt.id} cannot be answered: ${(error as Error).message}`),
      ),
    );
    setTimeout(() => known.delete(attempt.id), rememberedMs).unref();
  }
}

async function handle({ client, listenerId, send, onAnswered }: ListenerSession, attempt: Attempt): Promise<void> {
  const begunAt = performance.now();
  const answer = await send(attempt);
  const durationMs = Math.round(performance.now() - begunAt);
  onAnswered(attempt, answer, durationMs, await report());

  /** Until the deadline: the service may restart meanwhile. False where it does not count. */
  async function report(): Promise<boolean> {
    for (let failures = 0; ; failures += 1) {
      try {
        await client.webhookListeners.answer({ listener_id: listenerId, attempt_id: attempt.id, ...answer });
        return true;
      } catch (error) {
        // An answer whose response was lost counts, and is not accepted again.
        if (isProblem(error, 'unknown_listener_attempt')) return failures > 0;
        if (!mayPass(error)) throw error;
        if (performance.now() - begunAt > rememberedMs / 2) return false;
        await pause(backOffMs(failures, firstWaitMs, 16 * firstWaitMs), new AbortController().signal);
      }
    }
  }
}
