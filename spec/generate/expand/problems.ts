import { pascalCase } from '../output.ts';
import type { ContractErrors, SourceFile } from './source-file.ts';
import { itemsOf, type Members, membersOf } from './members.ts';

/** A problem of `problems.yaml`. */
export interface DeclaredProblem {
  readonly status: number;
  readonly title: string;
  /** The title on the operator listener, if it differs. */
  readonly operator_title?: string;
  readonly description: string;
  /** Instructions for the caller, for the pages. */
  readonly remedy: string;
  /** The schema of its additional members. */
  readonly members?: { readonly $ref: string };
  /** No operation returns it yet. */
  readonly reserved?: boolean;
  /** False if the request does not count toward the key's rate limit. */
  readonly counted?: boolean;
  /** The members of an example, without type, title and status. */
  readonly example: Members;
}

const accepted = ['status', 'title', 'operator_title', 'description', 'remedy', 'members', 'reserved', 'counted', 'example'];

/** The traits of operations that imply problems. */
const traits = ['key', 'scoped', 'open', 'operator', 'parameters', 'writing', 'posting', 'paged'] as const;
type Trait = (typeof traits)[number];

/** The problems of `problems.yaml`, and those that operations have without naming them. */
export class DeclaredProblems {
  readonly file: SourceFile;
  readonly bySlug: Readonly<Record<string, DeclaredProblem>>;
  readonly #common: Readonly<Record<Trait, readonly string[]>>;

  constructor(file: SourceFile, errors: ContractErrors) {
    this.file = file;
    const problems = membersOf(file.content['x-problems']);
    const common = membersOf(file.content['x-common-problems']);
    for (const [slug, problem] of Object.entries(problems)) {
      for (const name of Object.keys(membersOf(problem))) {
        if (!accepted.includes(name)) errors.add(file, ['x-problems', slug, name], `a problem has ${accepted.join(', ')}, not ${name}`);
      }
    }
    const lists = Object.entries(common).map(([trait, slugs]) => [['x-common-problems', trait], slugs] as const);
    for (const [[group, trait]] of lists) {
      if (!traits.includes(trait as Trait)) errors.add(file, [group, trait], `${trait} is not one of ${traits.join(', ')}`);
    }
    for (const [place, slugs] of [...lists, [['x-frame-problems'], file.content['x-frame-problems']] as const]) {
      for (const [index, slug] of itemsOf(slugs).entries()) {
        if (!Object.hasOwn(problems, String(slug))) errors.add(file, [...place, index], `${String(slug)} is not a slug of this file`);
      }
    }
    this.bySlug = problems as Record<string, DeclaredProblem>;
    this.#common = common as Record<Trait, string[]>;
  }

  /** The problems that these traits imply. Other values imply none. */
  of(given: readonly unknown[]): string[] {
    return traits.filter((trait) => given.includes(trait)).flatMap((trait) => this.#common[trait] ?? []);
  }

  /** The slugs in the order of their declarations, each once. */
  inOrder(slugs: Iterable<unknown>): string[] {
    const wanted = new Set(slugs);
    return Object.keys(this.bySlug).filter((slug) => wanted.has(slug));
  }
}

/** `problems.yaml` as OpenAPI: a schema and an example per problem. */
export function problemComponents({ bySlug }: DeclaredProblems): { schemas: Members; examples: Members } {
  const problems = Object.entries(bySlug);
  return {
    schemas: Object.fromEntries(problems.map(([slug, problem]) => [schemaName(slug), schemaOf(slug, problem)])),
    examples: Object.fromEntries(
      problems.map(([slug, { title, operator_title: operatorTitle, status, example }]) => [
        slug,
        {
          summary: title,
          value: { type: `{errors_base}/${slug}`, title, status, ...example },
          ...(operatorTitle && { 'x-operator-title': operatorTitle }),
        },
      ]),
    ),
  };
}

export function schemaName(slug: string): string {
  return `${problemName(slug)}Problem`;
}

/** The name of the component of a slug: `UnknownOrder` for `unknown_order`. */
export function problemName(slug: string): string {
  return slug.split('_').map(pascalCase).join('');
}

function schemaOf(slug: string, { title, status, members }: DeclaredProblem): Members {
  return {
    title,
    'x-slug': slug,
    type: 'object',
    allOf: [
      { $ref: './schemas/problem.yaml#/Problem' },
      ...(members ? [members] : []),
      {
        type: 'object',
        properties: { type: { type: 'string', pattern: `/${slug}$` }, status: { type: 'integer', format: 'int32', const: status } },
      },
    ],
  };
}
