/** The result of a check. */
export interface Finding {
  readonly name: string;
  /** `warning`: the service works, and fails without action. `failed`: a part of it does not work. */
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** How the operator resolves it; null with `ok`. */
  readonly action: string | null;
}

/** The first fault that applies, or `ok`. */
export function findingOf(
  name: string,
  detail: string,
  faults: readonly (readonly [applies: boolean, status: 'warning' | 'failed', action: string])[],
): Finding {
  const fault = faults.find(([applies]) => applies);
  return fault ? { name, status: fault[1], detail, action: fault[2] } : { name, status: 'ok', detail, action: null };
}
