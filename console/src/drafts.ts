import { useEffect, useState } from 'preact/hooks';
import { useLatest } from './hooks.ts';

/** How long a draft is stored until its form opens again after a login. */
const waitMs = 10_000;

/** The contents of forms when a session ended, in memory only. They are restored only for the same person. */
class Drafts {
  readonly #stored = new Map<string, unknown>();
  #owner = '';
  #isEnding = false;

  /** From now on, removed forms store their drafts. */
  end(owner: string): void {
    this.#owner = owner;
    this.#isEnding = true;
  }

  /** Begins a session. Another person's drafts are deleted. */
  begin(owner: string): void {
    this.#isEnding = false;
    if (owner !== this.#owner) this.#stored.clear();
    setTimeout(() => this.#stored.clear(), waitMs);
  }

  store(name: string | undefined, value: unknown): void {
    if (this.#isEnding && name !== undefined) this.#stored.set(name, value);
  }

  take(name: string = ''): unknown {
    const value = this.#stored.get(name);
    this.#stored.delete(name);
    return value;
  }
}

export const drafts = new Drafts();

/** A state that survives the end of a session if it has a name. Never for secrets. */
export function useDraft<Value>(name: string | undefined, initial: Value): [Value, (value: Value) => void] {
  const key = name === undefined ? undefined : `${location.pathname} ${name}`;
  const [value, setValue] = useState<Value>(() => (drafts.take(key) as Value | undefined) ?? initial);
  const latest = useLatest(value);
  useEffect(() => () => drafts.store(key, latest.current), []);
  return [value, setValue];
}

/** The values of a form as a draft, and the value and setter of each field. */
export function useForm<Values extends object>(name: string, initial: Values) {
  const [values, setValues] = useDraft(name, initial);
  const field = <Name extends keyof Values>(member: Name) => ({
    value: values[member],
    onChange: (value: Values[Name]) => setValues({ ...values, [member]: value }),
  });
  return { values, setValues, field };
}
