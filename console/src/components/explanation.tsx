import { attemptErrors } from '../../../sdk/src/generated/attempt-errors.ts';
import type { KnownDetail } from './values.tsx';

const plain = (markdown: string) => markdown.replaceAll('`', '');

/** What exactly went wrong in an attempt, and what to do about it. */
export function Explanation({ detail }: { detail: KnownDetail }) {
  const { description, advice } = attemptErrors[detail];
  return (
    <p class="explanation">
      {plain(description)} {plain(advice)}
    </p>
  );
}
