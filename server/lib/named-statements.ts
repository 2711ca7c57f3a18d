import { LruCache } from './lru-cache.ts';

/** A statement that connections prepare under its name. */
export type Named<Compiled> = Compiled & { readonly name: string };

/**
 * Statements by their forms. Requests give a statement many forms, but few are common, so only the latest are cached. A name is never
 * reused, because connections identify their prepared statements by it.
 */
export class NamedStatements<Compiled extends object> {
  readonly #cache = new LruCache<Named<Compiled>>(400);
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get(form: string, compile: () => Compiled): Named<Compiled> {
    return this.#cache.get(form, () => ({ ...compile(), name: `${this.#prefix} ${this.#count++}` }));
  }
}
