import { problems as registry, type ProblemOptions, type Problems, type ProblemSlug } from '../../generated/problems.ts';

/** A problem of the registry. `http/steps/send-problem.ts` sends it. */
export class Problem<Slug extends ProblemSlug = ProblemSlug> extends Error {
  readonly slug: Slug;
  readonly status: number;
  readonly detail: string | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(slug: Slug, options: ProblemOptions<Slug> = {}) {
    super(options.detail ?? registry[slug].title, { cause: options.cause });
    this.name = 'Problem';
    this.slug = slug;
    this.status = registry[slug].status;
    this.detail = options.detail;
    this.members = { ...options.members };
    this.headers = options.headers ?? {};
  }
}

/** Creates problems. Its type restricts handlers to the problems of their operation. */
export const problems: Problems<ProblemSlug> = { problem: (slug, options?) => new Problem(slug, options) };
