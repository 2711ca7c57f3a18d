import { LatestUsed } from './latest-used.ts';

/** A text under whose name connections keep it prepared. */
export type Named<Compiled> = Compiled & { readonly name: string };

/**
 * Statements by their forms. The forms that requests give a statement are many, but few of them are common: those are cached, the latest used,
 * and connections keep a few more prepared. No name is given again: connections recognize their prepared statements by it.
 */
export class NamedStatements<Compiled extends object> {
  readonly #kept = new LatestUsed<Named<Compiled>>(400);
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get(form: string, compile: () => Compiled): Named<Compiled> {
    return this.#kept.get(form, () => ({ ...compile(), name: `${this.#prefix} ${this.#count++}` }));
  }
}
