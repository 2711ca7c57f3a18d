import type { OperationContexts } from '../../generated/interfaces/index.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { OperatorModels } from '../orm/operator-models.ts';
import type { Author } from './audit/author.ts';
import type { Answering } from './idempotency/answering.ts';
import type { ScopedModels } from './scope/scoped-models.ts';

/** A released version of the API. */
export interface Release {
  readonly name: string;
  readonly date: string;
}

/** The key that made the request, as `GET /v1/me` shows it, or the operator in its place. */
export interface KeyIdentity {
  /** Null for an operator: there is no such key, and nothing that keeps ids of keys keeps one. */
  readonly id: string | null;
  /** Of the link to the portal whose key it is; null for any other. */
  readonly linkId: string | null;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** What the handler of an open operation knows about the request besides its validated parameters. */
export interface OpenContext {
  /** Path of the request without its query: the links of a page are relative to it. */
  readonly path: string;
  /** True where the caller's `Accept` prefers a page over JSON. */
  readonly prefersHtml: boolean;
  /** The one of these media types that the caller's `Accept` prefers; the first one if it accepts none or any. */
  preferred<Type extends string>(types: readonly [Type, ...Type[]]): Type;
  setHeader(name: string, value: string): void;
}

/** What a handler behind an API key knows besides its validated parameters and body. */
export interface RequestContext {
  /** Path of the request without its query: cursors are bound to it. */
  readonly path: string;
  readonly release: Release;
  readonly agency: { readonly id: string; readonly name: string };
  readonly key: KeyIdentity;
  readonly author: Author;
  readonly answering: Answering;
  readonly data: ScopedModels;
  setHeader(name: string, value: string): void;
}

/** What a handler for operators knows besides its validated parameters and body. */
export interface OperatorContext {
  /** Path of the request without its query: cursors are bound to it. */
  readonly path: string;
  /** The header `Accept`, where a handler returns one of several media types. */
  readonly accept: string | undefined;
  readonly author: Author;
  readonly answering: Answering;
  readonly data: OperatorModels;
  setHeader(name: string, value: string): void;
}

/** What handlers are given, by who may call their operation. */
export interface Contexts {
  readonly open: OpenContext;
  readonly key: RequestContext;
  readonly operator: OperatorContext;
}

/** What the handler of an operation is given besides its request: the context of its access, and its problems. */
export type ContextOf<Id extends OperationId> = OperationContexts<Contexts>[Id];
