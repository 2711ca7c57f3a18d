// Generated from spec/ by `npm run generate`. Do not edit.

export type Scope =
  | 'read:ai_requests'
  | 'read:analytics'
  | 'read:audit'
  | 'read:creators'
  | 'read:employees'
  | 'read:fans'
  | 'read:insights'
  | 'read:messages'
  | 'read:orders'
  | 'read:publications'
  | 'read:webhooks'
  | 'replay:webhooks'
  | 'write:ai_requests'
  | 'write:fans'
  | 'write:insights'
  | 'write:publications'
  | 'write:webhooks';

export interface Bounds {
  /** The greatest number that is accepted. */
  readonly maximum?: number;
  /** How many values a list may have. */
  readonly maxItems?: number;
}

export interface OperationParameter extends Bounds {
  readonly in: 'query' | 'path' | 'header';
  readonly kind: 'string' | 'integer' | 'list';
  readonly required: boolean;
  /** Every text that is accepted, of a list as an item. */
  readonly values?: readonly string[];
  readonly description: string;
}

/** What the contract says of an operation. */
export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** With `{parameter}` in place of what varies. */
  readonly path: string;
  readonly summary: string;
  /** The scope that the key needs; null where it needs none. */
  readonly scope: Scope | null;
  /** Whether it may be repeated without knowing whether it was done: after a timeout or an answer of 5xx. */
  readonly retry: 'safe' | 'never';
  /** Slug of the problem that a repetition is answered where the call was done already; null where it is answered alike. */
  readonly repeatProblem: string | null;
  readonly body: 'none' | 'optional' | 'required';
  readonly maxBodyBytes: number;
  /** The bounds of the body's members, of those that have any. */
  readonly bodyBounds: Readonly<Record<string, Bounds>>;
  /** How its successful answer is read; 'none' where it has no body. */
  readonly answers: 'json' | 'text' | 'stream' | 'none';
  /** Whether it answers in pages, read by `cursor`. */
  readonly paged: boolean;
  readonly parameters: Readonly<Record<string, OperationParameter>>;
}
