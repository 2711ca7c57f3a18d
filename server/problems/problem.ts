import { problems, type ProblemMembers, type ProblemSlug } from '../../generated/problems.ts';

type MembersOf<Slug extends ProblemSlug> = Slug extends keyof ProblemMembers ? ProblemMembers[Slug] : Record<never, never>;

export interface ProblemOptions<Slug extends ProblemSlug> {
  /** What happened this time, for the caller. */
  detail?: string;
  members?: MembersOf<Slug>;
  /** Why, for the log alone. */
  cause?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** An answer of the registry of problems, thrown anywhere and written by `http/send-problem.ts` alone. */
export class Problem<Slug extends ProblemSlug = ProblemSlug> extends Error {
  readonly slug: Slug;
  readonly status: number;
  readonly detail: string | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(slug: Slug, options: ProblemOptions<Slug> = {}) {
    super(options.detail ?? problems[slug].title, { cause: options.cause });
    this.name = 'Problem';
    this.slug = slug;
    this.status = problems[slug].status;
    this.detail = options.detail;
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }
}
