import { attemptErrors } from '../../../sdk/src/generated/attempt-errors.ts';

export function Explanation({ detail }: { detail: keyof typeof attemptErrors }) {
  const { description, advice } = attemptErrors[detail];
  return (
    <p class="explanation">
      <code>{detail}</code> {`${description} ${advice}`.replaceAll('`', '')}
    </p>
  );
}
