import { randomBytes } from 'node:crypto';

/** A text that stands nowhere by chance. */
export const mark = (): string => `m${randomBytes(12).toString('hex')}`;

/** Texts that the output of a run must not contain, by their names. */
export class Secrets {
  readonly #texts = new Map<string, string>();

  /** Answers with the text itself. */
  add(what: string, text = mark()): string {
    if (text.length < 12) throw new Error(`${what} is too short to be looked for`);
    this.#texts.set(what, text);
    return text;
  }

  /** The occurrences in a text: plain, or in a form in which programs write bytes. */
  foundIn(written: string): string[] {
    const lower = written.toLowerCase();
    return [...this.#texts].flatMap(([what, text]) => {
      const bytes = Buffer.from(text);
      // The last bytes of a base64 text depend on what follows.
      const base64 = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
      const isThere = written.includes(text) || written.includes(base64) || lower.includes(bytes.toString('hex'));
      return isThere ? [what] : [];
    });
  }
}
