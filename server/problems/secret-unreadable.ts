/** A stored secret that no key of `ENCRYPTION_KEY` and `ENCRYPTION_KEYS_PREVIOUS` opens, or that was sealed for another place. */
export class SecretUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'a stored secret cannot be decrypted: neither ENCRYPTION_KEY nor one of ENCRYPTION_KEYS_PREVIOUS is the one it was encrypted with, or it was moved',
      options,
    );
    this.name = 'SecretUnreadable';
  }
}
