/** The key of a request was revoked or contained after the request was admitted. */
export class KeyRevoked extends Error {
  constructor() {
    super('The API key was revoked while the request was in progress.');
    this.name = 'KeyRevoked';
  }
}

export class SecretUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'a stored secret cannot be decrypted: it was moved, or encrypted with a key that is neither ENCRYPTION_KEY nor in ENCRYPTION_KEYS_PREVIOUS',
      options,
    );
    this.name = 'SecretUnreadable';
  }
}

/** Too many changes: the transaction is rolled back, and the caller may repeat the request later. */
export class Throttled extends Error {
  readonly seconds: number;

  /** `reason` is a sentence. */
  constructor(reason: string, seconds: number) {
    super(reason);
    this.name = 'Throttled';
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}
