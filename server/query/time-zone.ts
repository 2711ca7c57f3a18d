import { Temporal } from 'temporal-polyfill';
import type { Problems } from '../../generated/problems.ts';

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

/** Accepts `UTC` and the Area/Location names of the IANA list, in its spelling. Throws `validation_failed`. */
export function requireTimeZone(name: string, { problem }: Problems<'validation_failed'>): string {
  if (name === 'UTC' || (areaAndLocation.test(name) && listedAs(name) === name)) return name;
  throw problem('validation_failed', {
    detail: `"timezone" must be UTC or an Area/Location name of the IANA list, such as Europe/Paris; "${name}" is neither.`,
  });
}
