import type { Access, Answers } from './answers.ts';
import type { Complaints, SourceFile } from './source-file.ts';
import type { Examples } from './examples.ts';
import { isMembers, itemsOf, type Members, membersOf, type Place } from './members.ts';
import type { DeclaredProblems } from './problems.ts';
import { moved, type SourceFiles } from './source-files.ts';

/** What `frame.yaml` puts around operations, with its path. */
export interface OperationFrame {
  readonly path: string;
  readonly parameters: Readonly<Record<Access | 'conditional' | 'posting' | 'paged', readonly unknown[]>>;
  readonly security: Readonly<Partial<Record<Access, unknown>>>;
}

/** What operations are expanded with. */
export interface OperationContext {
  readonly files: SourceFiles;
  readonly frame: OperationFrame;
  readonly problems: DeclaredProblems;
  readonly answers: Answers;
  readonly examples: Examples;
  readonly complaints: Complaints;
  /** Tags whose operations are for operators. */
  readonly internalTags: ReadonlySet<unknown>;
  /** What operations have that do not say otherwise. */
  readonly defaults: { readonly rateRequests: number; readonly rateWindowSeconds: number; readonly filterValues: number };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** A path with its operations, each with what follows from what its author says of it. */
export function expandedPath(context: OperationContext, file: SourceFile, place: Place, item: Members): Members {
  const { frame, complaints, defaults } = context;
  const operations = Object.entries(item).filter((entry): entry is [string, Members] => methods.includes(entry[0]) && isMembers(entry[1]));
  const [access, ...others] = [...new Set(operations.map(([, operation]) => operation['x-access'] as Access))];
  if (others.length > 0) complaints.add(file, place, 'the operations of a path have one x-access');
  const isConditional = operations.some(([, operation]) => '304' in membersOf(operation['responses']));
  const framed = [...(access ? frame.parameters[access] : []), ...(isConditional ? frame.parameters.conditional : [])];
  const own = expandedParameters(item['parameters'], defaults.filterValues);
  return {
    parameters: [...itemsOf(moved(framed, frame.path, file.path)), ...own],
    ...Object.fromEntries(
      operations.map(([method, operation]) => [
        method,
        new Operation(context, file, [...place, method], operation, own.length > 0).expanded,
      ]),
    ),
  };
}

/** One operation as its author wrote it. */
class Operation {
  readonly #context: OperationContext;
  readonly #file: SourceFile;
  readonly #place: Place;
  readonly #written: Members;
  readonly #method: unknown;
  readonly #access: Access;
  readonly #isInternal: boolean;
  readonly #isPaged: boolean;
  readonly #parameters: readonly unknown[];
  readonly #namesPart: boolean;

  /** `namesPart` where its path has parameters. */
  constructor(context: OperationContext, file: SourceFile, place: Place, written: Members, namesPart: boolean) {
    this.#context = context;
    this.#file = file;
    this.#place = place;
    this.#written = written;
    this.#method = place.at(-1);
    this.#access = written['x-access'] as Access;
    this.#isInternal = context.internalTags.has(itemsOf(written['tags'])[0]);
    this.#isPaged = Object.values(membersOf(written['responses'])).some((answer) => this.#holdsPage(answer));
    this.#parameters = expandedParameters(
      [...itemsOf(written['parameters']), ...(this.#isPaged ? this.#pageParameters() : [])],
      context.defaults.filterValues,
    );
    this.#namesPart = namesPart;
  }

  get expanded(): Members {
    const { problems, frame, defaults, examples } = this.#context;
    const { operationId, tags, summary, description, requestBody, responses, parameters: _given, ...rest } = this.#written;
    const plain = Object.entries(rest).filter(([name]) => !name.startsWith('x-'));
    const kept = ['x-repeat-problem', 'x-read', 'x-costly', 'x-max-body-bytes'].filter((name) => name in rest);
    const always = problems.of([this.#access, rest['x-scope'] && 'scoped']);
    const posting = this.#method === 'post' ? itemsOf(moved(frame.parameters.posting, frame.path, this.#file.path)) : [];
    const parameters = [...this.#parameters, ...posting];
    const takesParameters = this.#namesPart || this.#parameters.length > 0;
    const implied = problems.of([
      takesParameters && 'parameters',
      this.#method !== 'get' && 'writing',
      this.#method === 'post' && 'posting',
      this.#isPaged && 'paged',
    ]);
    const named = problems.inOrder([...implied, ...itemsOf(rest['x-problems'])]);
    this.#check([...always, ...implied], named);
    return {
      operationId,
      tags,
      summary,
      description,
      ...(this.#access in frame.security && { security: frame.security[this.#access] }),
      ...(this.#isInternal && { 'x-internal': true }),
      'x-access': this.#access,
      'x-scope': rest['x-scope'] ?? null,
      ...(this.#access === 'operator' && { 'x-operator-scope': rest['x-operator-scope'] }),
      ...(this.#access === 'key' && {
        'x-rate-limit': { requests: rest['x-rate-limit'] ?? defaults.rateRequests, window_seconds: defaults.rateWindowSeconds },
      }),
      'x-retry': rest['x-retry'] ?? (this.#method === 'post' ? 'never' : 'safe'),
      ...Object.fromEntries(kept.map((name) => [name, rest[name]])),
      ...(!this.#parameters.some((parameter) => this.#isQuery(parameter)) && { 'x-unknown-parameters': 'ignore' }),
      'x-problems': named,
      ...Object.fromEntries(plain),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody !== undefined && { requestBody: examples.whole(this.#file, requestBody, [...this.#place, 'requestBody']) }),
      responses: { ...this.#successes(membersOf(responses)), ...this.#failures(problems.inOrder([...always, ...named])) },
    };
  }

  /** The answers that its author wrote, with the headers that all have and an example. */
  #successes(written: Members): Members {
    const { answers, examples } = this.#context;
    const entries = Object.entries(written).map(([status, answer]): [string, unknown] => {
      if (!isMembers(answer) || '$ref' in answer) return [status, answer];
      const { description, headers, content } = answer;
      const all = answers.headersOfSuccess(
        this.#access,
        membersOf(headers),
        { conditional: '304' in written, posting: this.#method === 'post' },
        this.#file.path,
      );
      const whole = examples.whole(this.#file, content, [...this.#place, 'responses', status, 'content']);
      return [status, { description, headers: all, ...(isMembers(whole) && { content: examples.ofAnswer(this.#file, whole) }) }];
    });
    return Object.fromEntries(entries);
  }

  /** An answer per status for the problems that lead to it. */
  #failures(slugs: readonly string[]): Members {
    const { answers, problems } = this.#context;
    const byStatus = Object.groupBy(slugs, (slug) => problems.bySlug[slug]!.status);
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, ofStatus]) => [status, answers.to(this.#access, ofStatus!, this.#file.path)]),
    );
  }

  /** `cursor` and `limit`, with its own bound where a page holds another number of items than most. */
  #pageParameters(): unknown[] {
    const { frame, files } = this.#context;
    const [cursor, limit] = itemsOf(moved(frame.parameters.paged, frame.path, this.#file.path));
    const items = this.#written['x-page-items'];
    if (items === undefined) return [cursor, limit];
    const shared = membersOf(files.follow(this.#file, String(membersOf(limit)['$ref']))?.node);
    return [cursor, { ...shared, schema: { ...membersOf(shared['schema']), maximum: items } }];
  }

  #holdsPage(answer: unknown): boolean {
    const json = membersOf(membersOf(membersOf(answer)['content'])['application/json']);
    return 'x-page' in this.#target(json['schema']);
  }

  #isQuery(parameter: unknown): boolean {
    return this.#target(parameter)['in'] === 'query';
  }

  #target(node: unknown): Members {
    const { $ref } = membersOf(node);
    return membersOf(typeof $ref === 'string' ? this.#context.files.follow(this.#file, $ref)?.node : node);
  }

  /** What its extensions must say together. */
  #check(goesWithoutSaying: readonly string[], problems: readonly string[]): void {
    const { 'x-scope': scope, 'x-problems': named, 'x-repeat-problem': repeat, 'x-retry': retry } = this.#written;
    const complain = (name: string, text: string) => this.#context.complaints.add(this.#file, [...this.#place, name], `${name}: ${text}`);
    const accesses = this.#isInternal ? ['operator', 'open'] : ['key', 'open'];
    if (!accesses.includes(this.#access)) complain('x-access', `with this tag it is ${accesses.join(' or ')}`);
    if (this.#access === 'key' && scope === undefined) complain('x-scope', 'it is missing; an operation that needs none says null');
    if (this.#access !== 'key' && 'x-scope' in this.#written) complain('x-scope', 'it goes with x-access: key');
    if ((this.#access === 'operator') !== 'x-operator-scope' in this.#written) {
      complain('x-operator-scope', 'it goes with x-access: operator, and is never left out there');
    }
    if (this.#access !== 'key' && 'x-rate-limit' in this.#written) complain('x-rate-limit', 'it goes with x-access: key');
    if (this.#method !== 'get' && 'x-read' in this.#written) complain('x-read', 'what writes reads from the primary');
    if (!this.#isPaged && 'x-page-items' in this.#written) complain('x-page-items', 'it goes with an answer that is a page');
    for (const slug of itemsOf(named)) {
      if (goesWithoutSaying.includes(String(slug))) complain('x-problems', `${String(slug)} goes without saying here`);
    }
    if (typeof repeat === 'string' && (retry === 'never' || !problems.includes(repeat))) {
      complain('x-repeat-problem', 'it is one of x-problems of an operation that may be repeated');
    }
  }
}

/** Parameters, of which those that are lists in the query are comma lists of a bounded number of values. */
export function expandedParameters(parameters: unknown, mostValues: number): unknown[] {
  return itemsOf(parameters).map((parameter) => (isMembers(parameter) ? expandedParameter(parameter, mostValues) : parameter));
}

export function expandedParameter(parameter: Members, mostValues: number): Members {
  const { type, ...bounds } = membersOf(parameter['schema']);
  if (parameter['in'] !== 'query' || type !== 'array') return parameter;
  const schema = { type, minItems: 1, maxItems: mostValues, ...bounds };
  const entries = Object.entries(parameter).flatMap(([name, member]): [string, unknown][] =>
    name === 'schema'
      ? [
          ['style', 'form'],
          ['explode', false],
          ['schema', schema],
        ]
      : [[name, member]],
  );
  return Object.fromEntries(entries);
}
