import type { DueEndpoint } from './dispatcher.ts';

/** A message holds up to 8,000 bytes: more endpoints than these are announced without their names. */
export const mostNamedEndpoints = 80;

/** The message's form: the endpoints as arrays, or nothing where they are too many. */
export function readDueMessage(text: string): DueEndpoint[] | undefined {
  if (text === '') return undefined;
  return (JSON.parse(text) as [string, string, number][]).map(([agencyId, endpointId, sinceMicros]) => ({
    agencyId,
    endpointId,
    sinceMicros,
  }));
}
