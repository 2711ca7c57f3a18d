import type { Complaints, SourceFile } from './source-file.ts';
import { type DeclaredProblems, problemName, schemaName } from './problems.ts';
import { moved, referenceTo } from './source-files.ts';
import type { Members } from './members.ts';

export type Access = 'key' | 'open' | 'operator';

/** Headers by the answers that have them, from `frame.yaml`. */
export interface HeaderFrame {
  readonly every: Members;
  readonly counted: Members;
  readonly conditional: Members;
  readonly posting: Members;
  /** By status. */
  readonly problems: Readonly<Record<string, Members>>;
  readonly last: Members;
  readonly private: Members;
}

/** An answer as its author declares it: of which problems it is the answer, and to whom. */
interface DeclaredAnswer {
  readonly description?: string;
  readonly headers?: Members;
  readonly 'x-access'?: Access | readonly Access[];
  readonly 'x-problems'?: readonly string[];
}

/** The answers of `responses.yaml`, those that lead to problems made whole, and the ones that need no text of their own. */
export class Answers {
  readonly #file: SourceFile;
  readonly #declared: readonly (readonly [string, DeclaredAnswer])[];
  readonly #problems: DeclaredProblems;
  readonly #frame: HeaderFrame;
  readonly #made = new Map<string, Members>();
  readonly #answered = new Set<string>();

  constructor(file: SourceFile, problems: DeclaredProblems, frame: HeaderFrame) {
    this.#file = file;
    this.#declared = Object.entries(file.content) as [string, DeclaredAnswer][];
    this.#problems = problems;
    this.#frame = frame;
    for (const [name, answer] of this.#declared) {
      if (answer['x-problems'] === undefined)
        this.#made.set(name, { ...answer, headers: { ...frame.every, ...answer.headers, ...frame.last } });
    }
  }

  /** Where the answer to these problems of one status stands, as a reference from a file. */
  to(access: Access, slugs: readonly string[], from: string): { $ref: string } {
    for (const slug of slugs) this.#answered.add(slug);
    const declared = this.#declared.find(([, answer]) => isFor(answer, access, slugs));
    const name = declared?.[0] ?? `${prefixes[access]}${slugs.map(problemName).join('Or')}`;
    if (!this.#made.has(name)) this.#made.set(name, this.#answer(access, declared?.[1]['x-problems'] ?? slugs, declared?.[1].description));
    return referenceTo(from, this.#file.path, name);
  }

  /** `headers` of an answer to callers with this access: those of every answer around its own. */
  headersOfSuccess(access: Access, own: Members, is: { conditional: boolean; posting: boolean }, from: string): Members {
    const { every, counted, conditional, posting, last } = this.#frame;
    const before = { ...every, ...(access === 'key' && counted), ...(is.conditional && conditional), ...(is.posting && posting) };
    const after = { ...last, ...(access !== 'open' && this.#frame.private) };
    const frame = (headers: Members) => moved(headers, this.#file.path, from) as Members;
    return { ...frame(before), ...own, ...frame(after) };
  }

  /** `responses.yaml` as OpenAPI. */
  get components(): Members {
    return Object.fromEntries(this.#made);
  }

  /** Complains of answers that no operation gives, and of problems that none can answer. */
  checkUse(complaints: Complaints): void {
    for (const [name] of this.#declared) {
      if (!this.#made.has(name))
        complaints.add(this.#file, [name], `${name}: no operation with this access answers exactly these problems`);
    }
    for (const [slug, { reserved }] of Object.entries(this.#problems.bySlug)) {
      if (reserved !== true && !this.#answered.has(slug)) {
        complaints.add(this.#problems.file, ['x-problems', slug], `${slug}: no operation answers this problem`);
      }
    }
  }

  #answer(access: Access, slugs: readonly string[], description = this.#sentences(slugs)): Members {
    const declared = slugs.map((slug) => this.#problems.bySlug[slug]!);
    const isCounted = access === 'key' && declared.some(({ counted }) => counted !== false);
    const schemas = slugs.map((slug) => this.#problem(`schemas/${schemaName(slug)}`));
    const { every, counted, problems, last } = this.#frame;
    return {
      description,
      headers: { ...every, ...(isCounted && counted), ...problems[String(declared[0]?.status)], ...last, ...this.#frame.private },
      content: {
        'application/problem+json': {
          schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
          examples: Object.fromEntries(slugs.map((slug) => [slug, this.#problem(`examples/${slug}`)])),
        },
      },
    };
  }

  #problem(name: string): { $ref: string } {
    return referenceTo(this.#file.path, this.#problems.file.path, name);
  }

  /** What an answer says that has no text of its own: the first sentence of each problem. */
  #sentences(slugs: readonly string[]): string {
    return slugs.map((slug) => /^.*?\.(?= |$)/s.exec(this.#problems.bySlug[slug]!.description.trim())?.[0]).join(' Or: ');
  }
}

const prefixes: Readonly<Record<Access, string>> = { key: '', open: 'Open', operator: 'Operator' };

function isFor(answer: DeclaredAnswer, access: Access, slugs: readonly string[]): boolean {
  const problems = answer['x-problems'] ?? [];
  return (
    [answer['x-access'] ?? 'key'].flat().includes(access) &&
    problems.length === slugs.length &&
    problems.every((slug) => slugs.includes(slug))
  );
}
