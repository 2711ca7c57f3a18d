/** What a check found. */
export interface Finding {
  readonly name: string;
  /** `warning`: the service works, and will not if nothing is done. `failed`: a part of it does not work. */
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** What the operator does about it; null with `ok`. */
  readonly action: string | null;
}

/** A check that can find one thing wrong or another, in the order of its results: the first that applies is the finding. */
export function findingOf(
  name: string,
  detail: string,
  wrongs: readonly (readonly [applies: boolean, status: 'warning' | 'failed', action: string])[],
): Finding {
  const wrong = wrongs.find(([applies]) => applies);
  return wrong ? { name, status: wrong[1], detail, action: wrong[2] } : { name, status: 'ok', detail, action: null };
}
