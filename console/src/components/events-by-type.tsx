import { count } from '../numbers.ts';
import { EventType } from './badges.tsx';

interface TypeCount {
  readonly event_type: string;
  readonly count: number;
}

/** How many events of each type an action sends. */
export function EventsByType({ counts }: { counts: readonly TypeCount[] }) {
  return (
    <ul class="plain">
      {counts.map(({ event_type: type, count: of }) => (
        <li key={type}>
          <EventType type={type} /> {count(of)}
        </li>
      ))}
    </ul>
  );
}
