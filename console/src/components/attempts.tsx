import type { Schemas } from '../api.ts';
import { duration } from '../time.ts';
import { Outcome } from './badges.tsx';
import { Time } from './time.tsx';

interface NextAttemptProps {
  readonly delivery: Pick<Schemas['WebhookDelivery'], 'next_attempt_at' | 'is_in_flight'>;
  /** Whether a listener is connected; null for other endpoints. */
  readonly isListening: boolean | null;
}

/** When the next attempt of a pending delivery is due, or what it waits for. */
export function NextAttempt({ delivery, isListening }: NextAttemptProps) {
  if (delivery.is_in_flight) return <>in progress</>;
  if (isListening === false) return <>when the listener connects</>;
  const at = delivery.next_attempt_at!;
  return Date.parse(at) <= Date.now() ? <>due, waits for its turn</> : <Time at={at} relative />;
}

/** The attempts of a delivery in their order, with their responses and the next due time. */
export function Attempts({ delivery, isListening }: NextAttemptProps & { delivery: Pick<Schemas['WebhookDelivery'], 'attempts'> }) {
  const { attempts, next_attempt_at: nextAttemptAt } = delivery;
  return (
    <ol class="attempts">
      {attempts.map((attempt, index) => (
        <li key={attempt.attempted_at} class={attempt.error === null ? 'good' : 'bad'}>
          <p class="attempt-head">
            <strong>Attempt {index + 1}</strong> <Outcome attempt={attempt} />
            <span class="quiet">
              <Time at={attempt.attempted_at} /> · {duration(attempt.duration_ms)}
            </span>
          </p>
          {attempt.response_excerpt !== null && attempt.response_excerpt !== '' && (
            <pre tabIndex={0} aria-label={`Response to attempt ${index + 1}`} class="excerpt">
              {attempt.response_excerpt}
            </pre>
          )}
        </li>
      ))}
      {nextAttemptAt !== null && (
        <li class="waiting">
          <p class="attempt-head">
            <strong>Attempt {attempts.length + 1}</strong>
            <span class="quiet">
              <NextAttempt delivery={delivery} isListening={isListening} />
            </span>
          </p>
        </li>
      )}
      {attempts.length === 0 && nextAttemptAt === null && (
        <li class="waiting">
          <p class="attempt-head">
            <span class="quiet">No attempts were made.</span>
          </p>
        </li>
      )}
    </ol>
  );
}
