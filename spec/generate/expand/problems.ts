import { pascalCase } from '../output.ts';
import type { Complaints, SourceFile } from './source-file.ts';
import { itemsOf, type Members, membersOf } from './members.ts';

/** A problem as its author declares it. */
export interface DeclaredProblem {
  readonly status: number;
  readonly title: string;
  /** The title on the operator listener, where it differs. */
  readonly operator_title?: string;
  readonly description: string;
  /** What the caller does then, for the pages. */
  readonly remedy: string;
  /** Schema of the members that it adds. */
  readonly members?: { readonly $ref: string };
  /** Declared for later. */
  readonly reserved?: boolean;
  /** False where it is answered before the request takes a place in the key's limit. */
  readonly counted?: boolean;
  /** The members of an example beyond type, title and status. */
  readonly example: Members;
}

const accepted = ['status', 'title', 'operator_title', 'description', 'remedy', 'members', 'reserved', 'counted', 'example'];

/** When an operation can answer problems without naming them. */
const occasions = ['key', 'scoped', 'open', 'operator', 'parameters', 'writing', 'posting', 'paged'] as const;
type Occasion = (typeof occasions)[number];

/** The problems of `problems.yaml`, and which of them operations have without naming them. */
export class DeclaredProblems {
  readonly file: SourceFile;
  readonly bySlug: Readonly<Record<string, DeclaredProblem>>;
  readonly #common: Readonly<Record<Occasion, readonly string[]>>;

  constructor(file: SourceFile, complaints: Complaints) {
    this.file = file;
    const problems = membersOf(file.content['x-problems']);
    const common = membersOf(file.content['x-common-problems']);
    for (const [slug, problem] of Object.entries(problems)) {
      for (const name of Object.keys(membersOf(problem))) {
        if (!accepted.includes(name)) complaints.add(file, ['x-problems', slug, name], `a problem has ${accepted.join(', ')}, not ${name}`);
      }
    }
    for (const [occasion, slugs] of Object.entries(common)) {
      const place = ['x-common-problems', occasion];
      if (!occasions.includes(occasion as Occasion)) complaints.add(file, place, `${occasion} is none of ${occasions.join(', ')}`);
      for (const [index, slug] of itemsOf(slugs).entries()) {
        if (!Object.hasOwn(problems, String(slug))) complaints.add(file, [...place, index], `${String(slug)} is no slug of this file`);
      }
    }
    for (const [index, slug] of itemsOf(file.content['x-frame-problems']).entries()) {
      if (!Object.hasOwn(problems, String(slug)))
        complaints.add(file, ['x-frame-problems', index], `${String(slug)} is no slug of this file`);
    }
    this.bySlug = problems as Record<string, DeclaredProblem>;
    this.#common = common as Record<Occasion, string[]>;
  }

  /** The problems of these occasions; what is none has no problems. */
  of(given: readonly unknown[]): string[] {
    return occasions.filter((occasion) => given.includes(occasion)).flatMap((occasion) => this.#common[occasion] ?? []);
  }

  /** In the order in which they are declared, each once. */
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

/** `unknown_order` as a component is named: `UnknownOrder`. */
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
