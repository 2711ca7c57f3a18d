import type { Problems, ProblemSlug } from '../../../generated/problems.ts';
import type { Actor, Author } from '../../access/audit/author.ts';
import type { Answering } from '../../access/idempotency/answering.ts';
import type { KeyIdentity, Release, RequestContext } from '../../access/request-context.ts';
import type { ScopedModels } from '../../access/scope/scoped-models.ts';
import { problems } from '../../problems/problem.ts';
import { authorOf } from './author-of.ts';
import type { Admission } from './authenticate.ts';
import { headerSetter } from './open-context.ts';
import type { Call } from './run-operation.ts';

/** Who makes a request: a key and what that found, or an operator in the place of one. */
export interface Caller {
  readonly release: Release;
  readonly actor: Actor;
  /** The id of the key is null where an operator acts in its place. */
  readonly admission: Omit<Admission, 'keyId' | 'window'> & { readonly keyId: string | null };
}

/** The context of the handler of an operation with a key. */
export class KeyContext implements RequestContext, Problems<ProblemSlug> {
  readonly problem = problems.problem;
  readonly path: string;
  readonly release: Release;
  readonly agency: { readonly id: string; readonly name: string };
  readonly key: KeyIdentity;
  readonly answering: Answering;
  readonly data: ScopedModels;
  readonly setHeader: (name: string, value: string) => void;
  readonly #call: Call;
  readonly #actor: Actor;

  constructor(call: Call, { release, actor, admission }: Caller, data: ScopedModels, answering: Answering) {
    const { agencyId, agencyName, keyId, label, prefix, scopes, expiresAt, link } = admission;
    this.path = call.request.path;
    this.release = release;
    this.agency = { id: agencyId, name: agencyName };
    this.key = { id: keyId, linkId: link?.id ?? null, label, prefix, scopes, expiresAt };
    this.answering = answering;
    this.data = data;
    this.setHeader = headerSetter(call.response);
    this.#call = call;
    this.#actor = actor;
  }

  get author(): Author {
    return authorOf(this.#actor, this.#call);
  }
}
