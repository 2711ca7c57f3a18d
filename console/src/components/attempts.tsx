import type { Schemas } from '../schemas.ts';
import { runsOf, type Attempt, type Run } from '../runs-of-attempts.ts';
import { duration } from '../format.ts';
import { isKnownDetail, Outcome, Time } from './values.tsx';
import { lazy } from './lazy.tsx';

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

/** Its texts are loaded with the first attempt that has one. */
const Explanation = lazy(
  async () => (await import('./explanation.tsx')).Explanation,
  () => null,
);

function AttemptItem({ attempt, number }: { attempt: Attempt; number: number }) {
  const { error_detail: detail } = attempt;
  return (
    <li class={attempt.error === null ? 'good' : 'bad'}>
      <p class="attempt-head">
        <strong>Attempt {number}</strong> <Outcome attempt={attempt} />
        <span class="quiet">
          <Time at={attempt.attempted_at} /> · {duration(attempt.duration_ms)}
        </span>
      </p>
      {isKnownDetail(detail) && <Explanation detail={detail} />}
      {attempt.response_excerpt !== null && attempt.response_excerpt !== '' && (
        <pre tabIndex={0} aria-label={`Response to attempt ${number}`} class="excerpt">
          {attempt.response_excerpt}
        </pre>
      )}
    </li>
  );
}

/** Several attempts with the same outcome, as `3 × 503 · not 2xx in 12 min`, which opens to show each. */
function Fold({ run: { from, attempts } }: { run: Run }) {
  const [first, last] = [attempts[0]!, attempts.at(-1)!];
  const spanMs = Date.parse(last.attempted_at) + last.duration_ms - Date.parse(first.attempted_at);
  return (
    <li class={first.error === null ? 'good' : 'bad'}>
      <details class="fold">
        <summary class="attempt-head">
          <strong>
            Attempts {from}–{from + attempts.length - 1}
          </strong>
          <span class="fold-outcome">
            {attempts.length} × <Outcome attempt={first} />
          </span>
          <span class="quiet">in {duration(spanMs)}</span>
        </summary>
        <ol class="attempts">
          {attempts.map((attempt, index) => (
            <AttemptItem key={attempt.attempted_at} attempt={attempt} number={from + index} />
          ))}
        </ol>
      </details>
    </li>
  );
}

/** The attempts of a delivery in their order, with their responses and the next due time. */
export function Attempts({ delivery, isListening }: NextAttemptProps & { delivery: Pick<Schemas['WebhookDelivery'], 'attempts'> }) {
  const { attempts, next_attempt_at: nextAttemptAt } = delivery;
  return (
    <ol class="attempts">
      {runsOf(attempts).map((run) =>
        run.attempts.length > 1 ? (
          <Fold key={run.from} run={run} />
        ) : (
          <AttemptItem key={run.from} attempt={run.attempts[0]!} number={run.from} />
        ),
      )}
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
