import { useEffect, useRef, useState } from 'preact/hooks';

/** How long a draft waits for its form after the login. */
const waitMs = 10_000;

/** What was typed into forms when a session ended, in memory alone. It is given back to the same person. */
class Drafts {
  readonly #stored = new Map<string, unknown>();
  #owner = '';
  #isEnding = false;

  /** The session of a person ends: forms that disappear now leave their drafts. */
  end(owner: string): void {
    this.#owner = owner;
    this.#isEnding = true;
  }

  /** A session begins: another person's drafts are deleted. */
  begin(owner: string): void {
    this.#isEnding = false;
    if (owner !== this.#owner) this.#stored.clear();
    setTimeout(() => this.#stored.clear(), waitMs);
  }

  leave(name: string, value: unknown): void {
    if (this.#isEnding) this.#stored.set(name, value);
  }

  take(name: string): unknown {
    const value = this.#stored.get(name);
    this.#stored.delete(name);
    return value;
  }
}

export const drafts = new Drafts();

/** A state that survives the end of a session. Never for secrets. */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const key = `${location.pathname} ${name}`;
  const [value, setValue] = useState<Value>(() => (drafts.take(key) as Value | undefined) ?? initial);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => () => drafts.leave(key, latest.current), []);
  return [value, setValue];
}
