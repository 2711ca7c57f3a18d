import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { OperationObject } from './contract.ts';
import { withTexts } from './expand/texts.ts';
import { limitTexts, readLimits } from './limits.ts';
import { literal, type Output } from './output.ts';

interface ProblemDeclaration {
  status: number;
  title: string;
  operator_title?: string;
  description: string;
  /** What the caller does then. */
  remedy: string;
  members?: { $ref: string };
  reserved?: boolean;
}

/** The registry at the top of spec/problems.yaml. */
export interface ProblemRegistry {
  readonly common: Readonly<Record<'key' | 'scoped' | 'open' | 'operator', string[]>>;
  /** Those that no operation's own handler gives. */
  readonly frame: readonly string[];
  readonly problems: Readonly<Record<string, ProblemDeclaration>>;
}

/** Reads the registry, with the numbers of the `limits.yaml` beside it. */
export async function readProblems(path: string): Promise<ProblemRegistry> {
  const texts = limitTexts(await readLimits(join(dirname(path), 'limits.yaml')));
  const document = withTexts(parse(await readFile(path, 'utf8')), texts) as Record<string, unknown>;
  return {
    common: document['x-common-problems'] as ProblemRegistry['common'],
    frame: document['x-frame-problems'] as string[],
    problems: document['x-problems'] as ProblemRegistry['problems'],
  };
}

/** Every problem that an operation can answer, in the order of the registry. */
export function problemsOf(registry: ProblemRegistry, operation: OperationObject): string[] {
  const access = operation['x-access'];
  const slugs = new Set([
    ...registry.common[access],
    ...(access === 'key' && operation['x-scope'] ? registry.common.scoped : []),
    ...(operation['x-problems'] ?? []),
  ]);
  return Object.keys(registry.problems).filter((slug) => slugs.has(slug));
}

/** Those of them that the operation's own handler may give. */
export function handlerProblemsOf(registry: ProblemRegistry, operation: OperationObject): string[] {
  return problemsOf(registry, operation).filter((slug) => !registry.frame.includes(slug));
}

/** The schemas of what problems add to their bodies. */
export function memberModels(registry: ProblemRegistry): { slug: string; model: string }[] {
  return Object.entries(registry.problems).flatMap(([slug, { members }]) =>
    members ? [{ slug, model: members.$ref.split('/').at(-1) ?? '' }] : [],
  );
}

/** Writes the registry of problems, and the type of what each adds to its body. */
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
  /** On the operator listener, where callers show tokens in place of keys. */
  readonly operatorTitle: string;
  /** When it is answered, and what to do then. */
  readonly description: string;
  /** Declared for later; not answered today. */
  readonly reserved: boolean;
}

export type ProblemSlug = ${entries.map(([slug]) => `'${slug}'`).join(' | ')};

/** Every problem that the service answers. */
export const problems: Readonly<Record<ProblemSlug, ProblemDefinition>> = {
${definitions.join('\n')}
};

/** What a problem adds to the members that all problems have. */
export interface ProblemMembers {
${members.map(({ slug, model }) => `${slug}: ${model};`).join('\n')}
}

type MembersOf<Slug extends ProblemSlug> = Slug extends keyof ProblemMembers ? ProblemMembers[Slug] : never;

export interface ProblemOptions<Slug extends ProblemSlug> {
  /** What happened this time, for the caller. */
  detail?: string;
  members?: MembersOf<Slug>;
  /** Why, for the log alone. */
  cause?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Makes problems, which are thrown. Who is given those of an operation can answer no other; what throws for several
 * operations takes those that it may throw, and every operation that uses it declares them.
 */
export interface Problems<Slug extends ProblemSlug> {
  // One parameter list for each, and no type parameter: TypeScript would let one that makes fewer stand for one that makes more.
  readonly problem: (...told: { [Each in Slug]: [slug: Each, options?: ProblemOptions<Each>] }[Slug]) => Error;
}
`,
  );
}
