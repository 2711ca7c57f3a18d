/** What JSON's reader complains of, without the part of the text that it quotes: there may be a secret in it. */
export function notJson(error: unknown): string {
  const complaint = (error as Error).message.replace(/(?:, |^)(?:\.{3})?"[^]*$/, '');
  return complaint === '' ? 'not JSON.' : `not JSON: ${complaint}`;
}
