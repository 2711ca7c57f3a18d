import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { sharedService, startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
});
afterAll(() => service.close());

const me = (headers: Record<string, string>) => service.request('GET', '/v1/me', { key: agency.key, version: null, headers });

test.each(['Amethyste', '2026-07-06'])('%s names the release, in either header', async (version) => {
  for (const header of ['Service-Version', 'Legacy-Version', 'LEGACY-VERSION']) {
    const answer = await me({ [header]: version });
    expect(answer.body.version).toEqual({ name: 'Amethyste', date: '2026-07-06' });
  }
});

test.each([
  'Améthyste',
  'amethyste',
  'AMETHYSTE',
  'Amethyste1',
  '2026-7-6',
  '2026-07-06T00:00:00Z',
  '20260706',
  '2026-07-07',
  'latest',
  '1',
  'Amethyste, Amethyste',
])('%s names no release', async (version) => {
  const answer = await me({ 'Service-Version': version });
  expect([answer.status, slugOf(answer)]).toEqual([400, 'unknown_version']);
  expect(answer.body).toMatchObject({
    supported_versions: ['Amethyste', '2026-07-06'],
    documentation_url: `${service.baseUrl}/docs/versions`,
  });
});

test('the problem of a missing version has the current one and a header to send', async () => {
  const answer = await me({});
  expect([answer.status, slugOf(answer)]).toEqual([400, 'missing_version']);
  expect(answer.body).toMatchObject({
    current_version: 'Amethyste',
    current_version_date: '2026-07-06',
    example: 'Service-Version: Amethyste',
    documentation_url: `${service.baseUrl}/docs/versions`,
  });
  const [name, value] = answer.body.example.split(': ');
  expect((await me({ [name]: value })).status).toBe(200);
});

describe('when both headers are sent', () => {
  test('the current one wins', async () => {
    expect((await me({ 'Service-Version': 'Amethyste', 'Legacy-Version': 'nonsense' })).status).toBe(200);
    expect(slugOf(await me({ 'Service-Version': 'nonsense', 'Legacy-Version': 'Amethyste' }))).toBe('unknown_version');
  });

  test('the current one wins even when it is empty', async () => {
    const connection = await RawConnection.open(service.baseUrl);
    await connection.send(
      head('GET /v1/me', { 'service-version': '', 'legacy-version': 'Amethyste', authorization: `Bearer ${agency.key}` }),
    );
    const answer = await connection.answer();
    connection.close();
    expect([answer.status, slugOf(answer)]).toEqual([400, 'unknown_version']);
    expect(answer.body).toMatchObject({
      supported_versions: ['Amethyste', '2026-07-06'],
      documentation_url: `${service.baseUrl}/docs/versions`,
    });
  });
});

test('the version comes before the key and before the path', async () => {
  for (const path of ['/v1/me', '/v1/nowhere', '/nowhere']) {
    expect(slugOf(await service.request('GET', path, { key: 'nonsense', version: 'nonsense' }))).toBe('unknown_version');
    expect(slugOf(await service.request('GET', path, { key: 'nonsense', version: null }))).toBe('missing_version');
    expect(slugOf(await service.request('GET', path, { key: 'nonsense' }))).toBe('invalid_api_key');
    expect(slugOf(await service.request('GET', path, { key: null }))).toBe('missing_authorization');
  }
});

test('another former brand has another header and another key prefix', async () => {
  const other = await startService({ delivers: false, env: { FORMER_BRAND: 'Acme' } });
  try {
    const { id } = await other.createAgency();
    const key = 'acme_live_Q4hT9zKp2XvB7nWc5RfJ8mYd3LgS6aEuToCiNbVx';
    await other.operator('POST', `/operator/v1/agencies/${id}/keys`, { label: 'old', scopes: ['read:orders'], api_key: key });
    const answer = await other.request('GET', '/v1/me', { key, version: null, headers: { 'Acme-Version': 'Amethyste' } });
    expect(answer).toMatchObject({ status: 200, body: { key: { label: 'old', prefix: 'acme_live_Q4hT' } } });
    expect(slugOf(await other.request('GET', '/v1/me', { key, version: null, headers: { 'Legacy-Version': 'Amethyste' } }))).toBe(
      'missing_version',
    );
  } finally {
    await other.close();
  }
});
