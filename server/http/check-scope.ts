import { Problem } from '../problems/problem.ts';

export function checkScope(granted: readonly string[], required: string | null): void {
  if (required === null || granted.includes(required)) return;
  throw new Problem('missing_scope', {
    detail: `The key lacks the scope ${required}.`,
    members: { required_scope: required },
  });
}
