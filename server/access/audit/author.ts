/** A key, an operator, or the service by itself. */
export interface Actor {
  readonly kind: 'key' | 'operator' | 'service';
  /** Of the key or the operator token; null for the token that the service was started with. */
  readonly id: string | null;
  readonly name: string;
  /** Of the key of a link to the portal, which people of the agency's customers use. */
  readonly isOfLink?: boolean;
}

/** The author of a request, as the audit log shows it. */
export interface Author extends Actor {
  /** Where the request came from; null where that is not known. */
  readonly address: string | null;
  readonly requestId: string;
}
