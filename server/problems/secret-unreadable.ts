/** A stored secret that no key of `ENCRYPTION_KEY` and `ENCRYPTION_KEYS_PREVIOUS` opens, or that was sealed for another place. */
export class SecretUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'a stored secret cannot be decrypted: it was moved, or encrypted with a key that is neither ENCRYPTION_KEY nor in ENCRYPTION_KEYS_PREVIOUS',
      options,
    );
    this.name = 'SecretUnreadable';
  }
}
