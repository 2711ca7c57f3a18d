/** The key of a request was revoked or contained after the request was admitted. */
export class KeyRevoked extends Error {
  constructor() {
    super('The API key was revoked while the request was in progress.');
    this.name = 'KeyRevoked';
  }
}
