import type { Place } from './members.ts';
import type { SourceFile } from './source-file.ts';

/** All that is wrong with what authors wrote, each with its file and line. */
export class Complaints {
  readonly #lines: string[] = [];

  add(file: SourceFile, keys: Place, text: string): void {
    this.addAt(file.place(keys), text);
  }

  /** `place`: file and line. */
  addAt(place: string, text: string): void {
    this.#lines.push(`${place}: ${text}`);
  }

  throwAll(): void {
    if (this.#lines.length > 0) throw new Error(`The contract is not sound:\n${this.#lines.join('\n')}`);
  }
}
