export class SecretUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'a stored secret cannot be decrypted: it was moved, or encrypted with a key that is neither ENCRYPTION_KEY nor in ENCRYPTION_KEYS_PREVIOUS',
      options,
    );
    this.name = 'SecretUnreadable';
  }
}
