import { Problem } from '../problems/problem.ts';

function missingScope(holder: string, required: string): Problem {
  return new Problem('missing_scope', { detail: `The ${holder} lacks the scope ${required}.`, members: { required_scope: required } });
}

export function checkScope(granted: readonly string[], required: string | null): void {
  if (required !== null && !granted.includes(required)) throw missingScope('key', required);
}

/** A token that holds `all` may do everything. */
export function checkOperatorScope(granted: readonly string[], required: string | null): void {
  if (required !== null && !granted.includes(required) && !granted.includes('all')) throw missingScope('operator token', required);
}
