import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintApiKey } from '../../../server/access/keys/api-keys.ts';
import { serviceFor, type TestService, type TestServiceOptions } from '../../support/service.ts';
import { problem } from '../agency.ts';

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

/** What holds for every operator operation: it needs the operator token, and is not on the public listener. */
export function describeOperatorGuard(service: () => TestService, method: string, path: string, body?: unknown): void {
  describe('authentication', () => {
    it('needs the operator token; an API key is none', async () => {
      const { key } = await service().createAgency();
      expect(await withToken(service(), method, path, null, body)).toMatchObject(problem(401, 'missing_authorization'));
      for (const token of ['wrong', mintApiKey(), key]) {
        expect(await withToken(service(), method, path, token, body)).toMatchObject(problem(401, 'invalid_api_key'));
      }
    });

    it('does not exist on the public listener', async () => {
      const { key } = await service().createAgency();
      const headers = { authorization: `Bearer ${key}`, 'service-version': 'Amethyste' };
      const response = await fetch(service().baseUrl + path, { method, headers });
      expect({ status: response.status, body: await response.json() }).toMatchObject(problem(404, 'not_found'));
    });
  });
}
