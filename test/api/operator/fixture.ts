import { afterAll, beforeAll } from 'vitest';
import { serviceFor, type TestService, type TestServiceOptions } from '../../support/service.ts';

export const unknownId = '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289';

/** The worker's service or, with options, one of the block's own, which delivers nothing by default. */
export function useOperator(options?: TestServiceOptions): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await serviceFor(options);
  });
  afterAll(() => service?.close());
  return () => service!;
}

/** Sends an operator request with another token, or none. */
export async function withToken(service: TestService, method: string, path: string, token: string | null, body?: unknown) {
  const response = await fetch(service.operatorUrl + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
