/** Who makes a request, or what the service does by itself, as the audit log tells it. */
export interface Author {
  readonly kind: 'key' | 'operator' | 'service';
  /** Of the key or the operator token; null for the token that the service was started with. */
  readonly id: string | null;
  readonly name: string;
  /** Where the request came from; null where that is not known. */
  readonly address: string | null;
  readonly requestId: string;
}
