import type { Reachable } from './reachable.ts';

/** A released version of the API. */
export interface Release {
  readonly name: string;
  readonly date: string;
}

/** The key that made the request, as `GET /v1/me` shows it. */
export interface KeyIdentity {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** What every handler knows of the request besides its validated parameters and body. */
export interface OpenContext {
  readonly requestId: string;
  /** Path of the request without its query: cursors are bound to it. */
  readonly path: string;
  /** True where the caller's `Accept` prefers a page over JSON. */
  readonly prefersHtml: boolean;
  setHeader(name: string, value: string): void;
}

/** What a handler behind an API key knows in addition. */
export interface RequestContext extends OpenContext {
  readonly release: Release;
  readonly agency: { readonly id: string; readonly name: string };
  readonly key: KeyIdentity;
  readonly data: Reachable;
}
