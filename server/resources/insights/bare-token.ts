/** A quoted, bare or weak form of the token stands for the same token. */
export function bareToken(given: string): string {
  return /^(?:W\/)?"(.*)"$/.exec(given.trim())?.[1] ?? given.trim();
}
