import { CallError, type ErrorDetails } from './errors.ts';
import type { components } from './generated/api.ts';
import type { OperationProblems } from './generated/operations.ts';
import type { OperatorOperationProblems } from './generated/operator-operations.ts';
import type { components as operatorComponents } from './generated/operator.ts';
import { recognizeEveryCopy } from './service-error.ts';

type Schemas = components['schemas'];
type OperatorSchemas = operatorComponents['schemas'];

type Words<Name extends string, Done extends string = ''> = Name extends `${infer First}${infer Rest}`
  ? Words<Rest, `${Done}${First extends Lowercase<First> ? First : `${Done extends '' ? '' : '_'}${Lowercase<First>}`}`>
  : Done;
type SlugOf<Schema> = Schema extends `${infer Name}Problem` ? (Name extends '' ? never : Words<Name>) : never;

/** The body of each kind of problem, by slug. */
export type ProblemBodies = { [Schema in keyof Schemas as SlugOf<Schema>]: Schemas[Schema] } & {
  [Schema in Exclude<keyof OperatorSchemas, keyof Schemas> as SlugOf<Schema>]: OperatorSchemas[Schema];
};

/** Every slug that this release of the package knows, including those of the operator client. The service may return others. */
export type ProblemSlug = keyof ProblemBodies;

/** Any other slug: an editor proposes the known ones, and every text is accepted. */
type OtherSlug = string & Record<never, never>;

/** One mismatch between a request and the contract: `path` is its place, with dots, `message` what is accepted. */
export type ValidationError = Schemas['ValidationError'];

/** The members that every problem has, and others that depend on its kind. */
export type ProblemBody = Schemas['Problem'] & { readonly [member: string]: unknown };

/**
 * The service refused the request or failed (HTTP status 4xx or 5xx). Branch on `slug` with {@link isProblem}, which
 * also gives access to the typed members of that kind; never branch on the title.
 */
export class ProblemError<Slug extends ProblemSlug = ProblemSlug> extends CallError {
  static {
    recognizeEveryCopy(this, 'ProblemError');
  }

  override readonly name = 'ProblemError';
  override readonly kind = 'problem';
  /** The kind of problem: the last segment of its `type`. Compare it with the known ones, and expect others. */
  readonly slug: [ProblemSlug] extends [Slug] ? ProblemSlug | OtherSlug : Slug;
  /** HTTP status. */
  readonly status: number;
  /** The whole body. */
  readonly problem: [ProblemSlug] extends [Slug] ? ProblemBody : ProblemBodies[Slug];
  /** Id of the operation that was called, such as `listOrders`; absent for a raw request. */
  readonly operationId: string | undefined;

  /** `note` ends the message. */
  constructor(body: ProblemBody, details: ErrorDetails & { status: number; operationId?: string | undefined; note?: string }) {
    const slug = slugOf(body);
    super(`${slug}: ${body.detail ?? body.title} (${details.status})${details.note ?? ''}`, details);
    this.slug = slug as typeof this.slug;
    this.status = details.status;
    this.operationId = details.operationId;
    this.problem = body as typeof this.problem;
  }

  /** The mismatches of a `validation_failed`; empty if the service named none. */
  get errors(): readonly ValidationError[] {
    const { errors } = this.problem as ProblemBody;
    return Array.isArray(errors) ? (errors as ValidationError[]) : [];
  }
}

/** The last segment of a problem's type. */
export function slugOf({ type }: ProblemBody): string {
  return type.split('/').at(-1) ?? '';
}

/**
 * Whether an error is a problem, or a problem of one kind.
 * @example
 * try {
 *   await client.orders.get({ order_id: 'order-1' });
 * } catch (error) {
 *   if (!isProblem(error, 'missing_scope')) throw error;
 *   console.log('The key needs the scope', error.problem.required_scope);
 * }
 */
export function isProblem(error: unknown): error is ProblemError;
export function isProblem<Slug extends ProblemSlug>(error: unknown, slug: Slug): error is ProblemError<Slug>;
export function isProblem(error: unknown, slug?: string): boolean {
  return error instanceof ProblemError && (slug === undefined || error.slug === slug);
}

type AllProblems = OperationProblems & OperatorOperationProblems;

/** A string that is not a slug of the operation. A plain `string` would prevent TypeScript from distinguishing the known problems. */
declare enum UnknownProblemSlug {
  unknown = 'a problem that this release of the package does not know of the operation',
}

/** A problem of an operation that was added to the service after this release of the package. */
export interface UnknownProblem extends Omit<ProblemError, 'slug'> {
  /** The kind of problem, which this release of the package does not know of the operation. */
  readonly slug: UnknownProblemSlug;
}

/**
 * A problem that an operation can return, discriminated by `slug`, such as `OperationProblem<'getOrder'>`. Problems may be added at any time: after a
 * `case` for each known one, the `default` of a `switch` has an {@link UnknownProblem}.
 */
export type OperationProblem<Id extends keyof AllProblems> =
  { [Slug in AllProblems[Id] & ProblemSlug]: ProblemError<Slug> }[AllProblems[Id] & ProblemSlug] | UnknownProblem;

/**
 * Whether an error is a problem that one operation returned. A `switch` over its `slug` knows the problems of the operation; write a `default`
 * branch, because the service may add others.
 * @example
 * try {
 *   await client.orders.get({ order_id: 'order-1' });
 * } catch (error) {
 *   if (!isProblemOf(error, 'getOrder')) throw error;
 *   if (error.slug === 'missing_scope') console.log('The key needs the scope', error.problem.required_scope);
 * }
 */
export function isProblemOf<Id extends keyof AllProblems>(error: unknown, operationId: Id): error is OperationProblem<Id> {
  return error instanceof ProblemError && error.operationId === operationId;
}
