import { count } from '../format.ts';

/** Failures in a row toward the number at which the endpoint is disabled, drawn where there are any. */
export function Breaker({ failures, limit }: { failures: number; limit: number }) {
  const reached = Math.min(failures, limit);
  return (
    <span class={`breaker ${reached === 0 ? 'good' : reached * 2 < limit ? 'warning' : 'bad'}`}>
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
