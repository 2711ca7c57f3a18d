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

/** What a handler knows of the request besides its validated parameters and body. */
export interface RequestContext {
  readonly requestId: string;
  readonly release: Release;
  readonly agency: { readonly id: string; readonly name: string };
  readonly key: KeyIdentity;
  readonly data: Reachable;
  /** Path of the request without its query: cursors are bound to it. */
  readonly path: string;
  setHeader(name: string, value: string): void;
}
