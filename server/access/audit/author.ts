/** A key, an operator, or the service by itself. */
export interface Actor {
  readonly kind: 'key' | 'operator' | 'service';
  /** The key or operator token; null for a token of the configuration. */
  readonly id: string | null;
  readonly name: string;
  /** Whether it is the key of a portal link. */
  readonly isOfLink?: boolean;
}

export interface Author extends Actor {
  /** The client's address; null if it is not known. */
  readonly address: string | null;
  readonly requestId: string;
}
