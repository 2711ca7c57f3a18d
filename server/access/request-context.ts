import type { OperationContexts } from '../../generated/interfaces/index.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { OperatorModels } from '../orm/operator-models.ts';
import type { Author } from './audit/author.ts';
import type { Idempotency } from './idempotency/idempotency.ts';
import type { ScopedModels } from './scope/scoped-models.ts';

/** A released version of the API. */
export interface Release {
  readonly name: string;
  readonly date: string;
}

/** The key of a request, or the operator who impersonates one. */
export interface KeyIdentity {
  /** Null for an operator. */
  readonly id: string | null;
  /** The portal link of the key; null for other keys. */
  readonly linkId: string | null;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

interface HandlerContext {
  /** Without query. Cursors are bound to it, and the links of a page are relative to it. */
  readonly path: string;
  setHeader(name: string, value: string): void;
}

interface AuthoredContext extends HandlerContext {
  readonly author: Author;
  readonly idempotency: Idempotency;
}

/** The context of handlers of open operations. */
export interface OpenContext extends HandlerContext {
  /** The media type that the caller's `Accept` prefers. The first one if `Accept` is absent or matches none. */
  preferred<Type extends string>(types: readonly [Type, ...Type[]]): Type;
}

/** The context of handlers of operations with an API key. */
export interface RequestContext extends AuthoredContext {
  readonly release: Release;
  readonly agency: { readonly id: string; readonly name: string };
  readonly key: KeyIdentity;
  readonly data: ScopedModels;
}

/** The context of handlers of operators' operations. */
export interface OperatorContext extends AuthoredContext {
  readonly accept: string | undefined;
  readonly data: OperatorModels;
}

export interface Contexts {
  readonly open: OpenContext;
  readonly key: RequestContext;
  readonly operator: OperatorContext;
}

/** The context of an operation's access, with its problems. */
export type ContextOf<Id extends OperationId> = OperationContexts<Contexts>[Id];
