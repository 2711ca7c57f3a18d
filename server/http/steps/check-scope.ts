import { Problem } from '../../problems/problem.ts';

function missingScope(holder: string, required: string): Problem {
  return new Problem('missing_scope', { detail: `The ${holder} lacks the scope ${required}.`, members: { required_scope: required } });
}

/** Who may change endpoints may replay to them too. */
const wider: Readonly<Record<string, string>> = { 'replay:webhooks': 'write:webhooks' };

export function checkScope(granted: readonly string[], required: string | null): void {
  if (required !== null && !granted.includes(required) && !granted.includes(wider[required] ?? required))
    throw missingScope('key', required);
}

/** A token that holds `all` may do everything. */
export function checkOperatorScope(granted: readonly string[], required: string | null): void {
  if (required !== null && !granted.includes(required) && !granted.includes('all')) throw missingScope('operator token', required);
}
