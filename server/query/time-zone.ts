import { Temporal } from 'temporal-polyfill';
import { Problem } from '../problems/problem.ts';

const areaAndLocation = /^[A-Z][A-Za-z_]*(\/[A-Za-z0-9_+-]+)+$/;

/** The identifier as the IANA list spells it; undefined for one that is not on the list. */
function listedAs(name: string): string | undefined {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Accepts `UTC` and the Area/Location names of the IANA list, in its spelling. */
export function requireTimeZone(name: string): string {
  if (name === 'UTC' || (areaAndLocation.test(name) && listedAs(name) === name)) return name;
  throw new Problem('validation_failed', {
    detail: `"timezone" must be UTC or an Area/Location name of the IANA list, such as Europe/Paris; "${name}" is neither.`,
  });
}
