import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false });
});
afterAll(() => service.close());

test.each([{ 'if-match': '"x"' }, { 'if-match': '*' }, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }])(
  'the files of the reference page are sent whatever a writer would require: %o',
  async (headers) => {
    const response = await fetch(`${service.baseUrl}/docs/assets/standalone.js`, { headers });
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(10_000);
  },
);
