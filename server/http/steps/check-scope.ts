import { Problem } from '../../problems/problem.ts';

function missingScope(holder: string, required: string): Problem {
  return new Problem('missing_scope', { detail: `The ${holder} lacks the scope ${required}.`, members: { required_scope: required } });
}

/** A scope that includes another one. */
const wider: Readonly<Record<string, string>> = { 'replay:webhooks': 'write:webhooks' };

export function checkScope(granted: readonly string[], required: string | null): void {
  if (required !== null && !granted.includes(required) && !granted.includes(wider[required] ?? required))
    throw missingScope('key', required);
}

/** The scope `all` includes the others. */
export function checkOperatorScope(granted: readonly string[], required: string | null): void {
  if (required !== null && !granted.includes(required) && !granted.includes('all')) throw missingScope('operator token', required);
}
