/** What a handler is given besides its request, by who may call the operation: everybody, holders of an API key, or operators. */
export interface AccessContexts {
  readonly open: object;
  readonly key: object;
  readonly operator: object;
}
