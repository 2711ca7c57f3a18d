import type { ComponentChildren } from 'preact';
import { duration } from '../format.ts';
import { groupAttempts, spanMs, type AttemptGroup } from '../group-attempts.ts';
import type { Attempt, Delivery } from '../schemas.ts';
import { DetailExplanation, Outcome } from './status.tsx';
import { Time } from './values.tsx';

interface NextAttemptProps {
  readonly delivery: Pick<Delivery, 'next_attempt_at' | 'is_in_flight'>;
  /** Whether a listener is connected; null for other endpoints. */
  readonly isListening: boolean | null;
}

/** When the next attempt of a pending delivery is due, or why none is. */
export function NextAttempt({ delivery, isListening }: NextAttemptProps) {
  if (delivery.is_in_flight) return <>in progress</>;
  if (isListening === false) return <>when the listener connects</>;
  const at = delivery.next_attempt_at!;
  return Date.parse(at) <= Date.now() ? <>due, waits for its turn</> : <Time at={at} relative />;
}

const toneOf = ({ error }: Attempt) => (error === null ? 'good' : 'bad');

function AttemptItem({ attempt, number }: { attempt: Attempt; number: number }) {
  return (
    <li class={toneOf(attempt)}>
      <p class="row attempt-head">
        <strong>Attempt {number}</strong> <Outcome attempt={attempt} />
        <span class="quiet">
          <Time at={attempt.attempted_at} /> · {duration(attempt.duration_ms)}
        </span>
      </p>
      <DetailExplanation detail={attempt.error_detail} />
      {attempt.response_excerpt && (
        <pre tabIndex={0} aria-label={`Response to attempt ${number}`} class="excerpt">
          {attempt.response_excerpt}
        </pre>
      )}
    </li>
  );
}

/** Several attempts with the same outcome, as `Attempts 1–3, 503 response, within 12 min`. It expands to the list of attempts. */
function GroupItem({ group }: { group: AttemptGroup }) {
  const { from, attempts } = group;
  const [first] = attempts as [Attempt];
  return (
    <li class={toneOf(first)}>
      <details class="fold">
        <summary class="row attempt-head">
          <strong>
            Attempts {from}–{from + attempts.length - 1}
          </strong>
          <Outcome attempt={first} />
          <span class="quiet">within {duration(spanMs(group))}</span>
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

/** The outcomes of all attempts for a row of a list, as `401 response 2 times within 10 s, 204`. */
export const OutcomesOf = ({ attempts }: Pick<Delivery, 'attempts'>) => (
  <span class="row outcomes">
    {groupAttempts(attempts, false).map((group) => (
      <span key={group.from}>
        <Outcome attempt={group.attempts[0]!} />
        {group.attempts.length > 1 && (
          <span class="quiet">
            {` ${group.attempts.length} times`}
            <span class="wide-only"> within {duration(spanMs(group))}</span>
          </span>
        )}
      </span>
    ))}
  </span>
);

const WaitingItem = ({ children }: { children: ComponentChildren }) => (
  <li class="warning">
    <p class="row attempt-head">{children}</p>
  </li>
);

export function Attempts({ delivery, isListening }: NextAttemptProps & { delivery: Pick<Delivery, 'attempts'> }) {
  const { attempts, next_attempt_at: nextAttemptAt } = delivery;
  return (
    <ol class="attempts">
      {groupAttempts(attempts, true).map((group) =>
        group.attempts.length > 1 ? (
          <GroupItem key={group.from} group={group} />
        ) : (
          <AttemptItem key={group.from} attempt={group.attempts[0]!} number={group.from} />
        ),
      )}
      {nextAttemptAt !== null && (
        <WaitingItem>
          <strong>Attempt {attempts.length + 1}</strong>
          <span class="quiet">
            <NextAttempt delivery={delivery} isListening={isListening} />
          </span>
        </WaitingItem>
      )}
      {attempts.length === 0 && nextAttemptAt === null && (
        <WaitingItem>
          <span class="quiet">No attempts were made.</span>
        </WaitingItem>
      )}
    </ol>
  );
}
