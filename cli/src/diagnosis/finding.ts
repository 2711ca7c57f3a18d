/**
 * `notice`: no action is required; `warning`: it works, and may stop working; `failed`: something does not work.
 */
export type FindingStatus = 'ok' | 'notice' | 'warning' | 'failed';

/** The finding of one check. */
export interface Finding {
  /** The name of the check. */
  readonly name: string;
  /** The endpoint that was checked; null for other checks. */
  readonly endpoint_id: string | null;
  readonly status: FindingStatus;
  readonly detail: string;
  /** The remedy; null with `ok`. */
  readonly action: string | null;
}

/** The result of a check, without its name and its endpoint. */
export type Verdict = Pick<Finding, 'status' | 'detail' | 'action'>;

export const ok = (detail: string): Verdict => ({ status: 'ok', detail, action: null });
export const notice = (detail: string, action: string | null = null): Verdict => ({ status: 'notice', detail, action });
export const warning = (detail: string, action: string): Verdict => ({ status: 'warning', detail, action });
export const failed = (detail: string, action: string): Verdict => ({ status: 'failed', detail, action });

export const needsAction = ({ status }: Finding): boolean => status === 'warning' || status === 'failed';

/** Checks by their names. A check that does not apply returns null. */
export type Checks<Facts> = Readonly<Record<string, (facts: Facts) => Verdict | null>>;

/** Runs checks in their order, and returns their findings. */
export function findingsOf<Facts>(checks: Checks<Facts>, facts: Facts, endpointId: string | null = null): Finding[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const verdict = check(facts);
    return verdict === null ? [] : [{ name, endpoint_id: endpointId, ...verdict }];
  });
}
