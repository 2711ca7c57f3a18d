import { count } from '../format.ts';

/** Consecutive failures, as steps toward the number that disables the endpoint. */
export function Breaker({ failures, limit }: { failures: number; limit: number }) {
  const reached = Math.min(failures, limit);
  return (
    <span class={`row breaker ${reached === 0 ? 'quiet' : reached * 2 < limit ? 'warning' : 'bad'}`}>
      {reached > 0 && (
        <span class="breaker-steps" aria-hidden="true">
          {Array.from({ length: limit }, (_, index) => (
            <span key={index} class={index < reached ? 'step on' : 'step'} />
          ))}
        </span>
      )}
      <span>
        {count(failures)} of {count(limit)} failures in a row
      </span>
    </span>
  );
}
