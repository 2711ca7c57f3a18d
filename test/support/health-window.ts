/** A response without the start of the endpoint's health window, which changes every minute. */
export const withoutHealthWindow = (body: unknown): unknown =>
  body === undefined ? undefined : JSON.parse(JSON.stringify(body), (name, value: unknown) => (name === 'counted_from' ? null : value));
