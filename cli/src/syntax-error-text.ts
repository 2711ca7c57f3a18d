/** The message of a syntax error, without the quoted part of the text, which may contain a secret. */
export function syntaxErrorText(error: unknown): string {
  const complaint = (error as Error).message.replace(/(?:, |^)(?:\.{3})?"[^]*$/, '');
  return complaint === '' ? 'not JSON.' : `not JSON: ${complaint}`;
}
