import type { Members } from './members.ts';
import { type DeclaredProblems, problemName, schemaName } from './problems.ts';
import type { ContractErrors, SourceFile } from './source-file.ts';
import { moved, referenceTo } from './source-files.ts';

export type Access = 'key' | 'open' | 'operator';

/** Headers from `frame.yaml`, by the responses that have them. */
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

/** A response of `responses.yaml`; with `x-problems` and `x-access`, the response for exactly these problems and callers. */
interface DeclaredResponse {
  readonly description?: string;
  readonly headers?: Members;
  readonly 'x-access'?: Access | readonly Access[];
  readonly 'x-problems'?: readonly string[];
}

/** The responses of `responses.yaml`, and those for problems without a declared one. */
export class Responses {
  readonly #file: SourceFile;
  readonly #declared: readonly (readonly [string, DeclaredResponse])[];
  readonly #problems: DeclaredProblems;
  readonly #frame: HeaderFrame;
  readonly #responses = new Map<string, Members>();
  readonly #usedSlugs = new Set<string>();

  constructor(file: SourceFile, problems: DeclaredProblems, frame: HeaderFrame) {
    this.#file = file;
    this.#declared = Object.entries(file.content) as [string, DeclaredResponse][];
    this.#problems = problems;
    this.#frame = frame;
    for (const [name, response] of this.#declared) {
      if (response['x-problems'] !== undefined) continue;
      this.#responses.set(name, { ...response, headers: { ...frame.every, ...response.headers, ...frame.last } });
    }
  }

  /** A reference from a file to the response for these problems of one status. */
  referTo(access: Access, slugs: readonly string[], from: string): { $ref: string } {
    for (const slug of slugs) this.#usedSlugs.add(slug);
    const declared = this.#declared.find(([, response]) => isFor(response, access, slugs));
    const name = declared?.[0] ?? `${prefixes[access]}${slugs.map(problemName).join('Or')}`;
    if (!this.#responses.has(name)) {
      this.#responses.set(name, this.#response(access, declared?.[1]['x-problems'] ?? slugs, declared?.[1].description));
    }
    return referenceTo(from, this.#file.path, name);
  }

  /** The headers of a successful response to callers with this access. */
  successHeaders(access: Access, own: Members, is: { conditional: boolean; posting: boolean }, from: string): Members {
    const { every, counted, conditional, posting, last } = this.#frame;
    const before = { ...every, ...(access === 'key' && counted), ...(is.conditional && conditional), ...(is.posting && posting) };
    const after = { ...last, ...(access !== 'open' && this.#frame.private) };
    const frame = (headers: Members) => moved(headers, this.#file.path, from) as Members;
    return { ...frame(before), ...own, ...frame(after) };
  }

  /** `responses.yaml` as OpenAPI. */
  get components(): Members {
    return Object.fromEntries(this.#responses);
  }

  /** Reports declared responses and problems that no operation returns. */
  checkUse(errors: ContractErrors): void {
    for (const [name] of this.#declared) {
      if (this.#responses.has(name)) continue;
      errors.add(this.#file, [name], `${name}: no operation with this access returns exactly these problems`);
    }
    for (const [slug, { reserved }] of Object.entries(this.#problems.bySlug)) {
      if (reserved === true || this.#usedSlugs.has(slug)) continue;
      errors.add(this.#problems.file, ['x-problems', slug], `${slug}: no operation returns this problem`);
    }
  }

  #response(access: Access, slugs: readonly string[], description = this.#firstSentences(slugs)): Members {
    const declared = slugs.map((slug) => this.#problems.bySlug[slug]!);
    const isCounted = access === 'key' && declared.some(({ counted }) => counted !== false);
    const reference = (name: string) => referenceTo(this.#file.path, this.#problems.file.path, name);
    const schemas = slugs.map((slug) => reference(`schemas/${schemaName(slug)}`));
    const { every, counted, problems, last } = this.#frame;
    return {
      description,
      headers: { ...every, ...(isCounted && counted), ...problems[String(declared[0]?.status)], ...last, ...this.#frame.private },
      content: {
        'application/problem+json': {
          schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
          examples: Object.fromEntries(slugs.map((slug) => [slug, reference(`examples/${slug}`)])),
        },
      },
    };
  }

  /** The description of a response without its own: the first sentence of each problem. */
  #firstSentences(slugs: readonly string[]): string {
    return slugs.map((slug) => /^.*?\.(?= |$)/s.exec(this.#problems.bySlug[slug]!.description.trim())?.[0]).join(' Or: ');
  }
}

const prefixes: Readonly<Record<Access, string>> = { key: '', open: 'Open', operator: 'Operator' };

function isFor(response: DeclaredResponse, access: Access, slugs: readonly string[]): boolean {
  const accesses = [response['x-access'] ?? 'key'].flat();
  const problems = response['x-problems'] ?? [];
  return accesses.includes(access) && problems.length === slugs.length && problems.every((slug) => slugs.includes(slug));
}
