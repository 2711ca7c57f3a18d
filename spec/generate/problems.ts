import type { OperationObject } from './contract.ts';
import type { DeclaredProblem } from './expand/problems.ts';
import { readWithLimits } from './limits.ts';
import { literal, type Output } from './output.ts';

/** The registry at the top of spec/problems.yaml. */
export interface ProblemRegistry {
  readonly common: Readonly<Record<'key' | 'scoped' | 'open' | 'operator', string[]>>;
  /** Problems that handlers never return. */
  readonly frame: readonly string[];
  readonly problems: Readonly<Record<string, DeclaredProblem>>;
}

export async function readProblems(path: string): Promise<ProblemRegistry> {
  const document = (await readWithLimits(path)) as Record<string, unknown>;
  return {
    common: document['x-common-problems'] as ProblemRegistry['common'],
    frame: document['x-frame-problems'] as string[],
    problems: document['x-problems'] as ProblemRegistry['problems'],
  };
}

/** The slugs of the problems that an operation can return, in the order of the registry. */
export function problemsOf(registry: ProblemRegistry, operation: OperationObject): string[] {
  const access = operation['x-access'];
  const slugs = new Set([
    ...registry.common[access],
    ...(access === 'key' && operation['x-scope'] ? registry.common.scoped : []),
    ...(operation['x-problems'] ?? []),
  ]);
  return Object.keys(registry.problems).filter((slug) => slugs.has(slug));
}

/** The slugs of the problems that the operation's handler can return. */
export function handlerProblemsOf(registry: ProblemRegistry, operation: OperationObject): string[] {
  return problemsOf(registry, operation).filter((slug) => !registry.frame.includes(slug));
}

/** The problems with additional members, and the schemas of these. */
export function memberModels(registry: ProblemRegistry): { slug: string; model: string }[] {
  return Object.entries(registry.problems).flatMap(([slug, { members }]) =>
    members ? [{ slug, model: members.$ref.split('/').at(-1) ?? '' }] : [],
  );
}

/** Writes the registry of problems, and the types of their additional members. */
export async function generateProblems(registry: ProblemRegistry, output: Output): Promise<void> {
  const entries = Object.entries(registry.problems);
  const definitions = entries.map(
    ([slug, { status, title, operator_title: operatorTitle, description, reserved }]) =>
      `${slug}: ${literal({ status, title, operatorTitle: operatorTitle ?? title, description: description.trim(), reserved: reserved ?? false })},`,
  );
  const members = memberModels(registry);
  await output.module(
    'generated/problems.ts',
    `
import type { ${[...new Set(members.map(({ model }) => model))].sort().join(', ')} } from './models.ts';

export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** The title on the operator listener, whose callers have tokens instead of keys. */
  readonly operatorTitle: string;
  readonly description: string;
  /** No operation returns it yet. */
  readonly reserved: boolean;
}

export type ProblemSlug = ${entries.map(([slug]) => `'${slug}'`).join(' | ')};

/** Every problem of the contract. */
export const problems: Readonly<Record<ProblemSlug, ProblemDefinition>> = {
${definitions.join('\n')}
};

/** The additional members of problems. */
export interface ProblemMembers {
${members.map(({ slug, model }) => `${slug}: ${model};`).join('\n')}
}

type MembersOf<Slug extends ProblemSlug> = Slug extends keyof ProblemMembers ? ProblemMembers[Slug] : never;

export interface ProblemOptions<Slug extends ProblemSlug> {
  /** The cause of this occurrence, for the caller. */
  detail?: string;
  members?: MembersOf<Slug>;
  /** The error behind it, only for the log. */
  cause?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Creates problems to throw. A handler receives the problems of its operation, so it cannot throw others. Code that several operations share
 * names the problems that it may throw, so each of these operations must declare them.
 */
export interface Problems<Slug extends ProblemSlug> {
  // A union of parameter lists instead of a type parameter: otherwise TypeScript would accept one with fewer problems for one with more.
  readonly problem: (...parameters: { [Each in Slug]: [slug: Each, options?: ProblemOptions<Each>] }[Slug]) => Error;
}
`,
  );
}
