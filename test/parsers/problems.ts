import { Problem } from '../../server/problems/problem.ts';

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

/** The slug of a refusal; undefined where there is none. */
export function slugOf(outcome: { readonly refusal: Problem } | { readonly value: unknown }): string | undefined {
  return 'refusal' in outcome ? outcome.refusal.slug : undefined;
}
