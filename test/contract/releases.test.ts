import { valid } from 'semver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultVersion } from '../../sdk/src/client.ts';
import { withTexts } from '../../spec/generate/expand/texts.ts';
import { readContract } from '../../spec/generate/read-contract.ts';
import { type ChangelogFile, releaseTexts } from '../../spec/generate/releases.ts';
import { sharedService, type TestService } from '../support/service.ts';

let file: ChangelogFile;
let limitNames: string[];
let service: TestService;
beforeAll(async () => {
  const { changelog, limits } = await readContract();
  file = changelog;
  limitNames = [...limits.keys()];
  service = await sharedService();
});
afterAll(() => service.close());

const open = (path: string, accept: string) => service.request('GET', path, { key: null, version: null, headers: { accept } });

describe('the releases and changes of spec/changelog.yaml', () => {
  test('are what /changelog answers, and the newest is the current one', async () => {
    const { body, text } = await open('/changelog', 'application/json');
    for (const limit of limitNames) expect(text).not.toContain(`{${limit}}`);
    expect(body).toEqual({
      releases: file.releases.map((release, index) => ({ ...release, current: index === 0 })),
      changes: file.changes.map(({ title, date, description }) => ({ title, date, description })),
    });
  });

  test('are on the page, in their order', async () => {
    const { text } = await open('/changelog', 'text/html');
    const [main] = /<main.*<\/main>/s.exec(text)!;
    const headings = [...main.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);
    expect(headings).toEqual([
      ...file.releases.map(({ name, date }, index) => `${name} · ${date}${index === 0 ? ' · current' : ''}`),
      ...file.changes.map(({ title }) => title),
    ]);
  });

  test('are the version, the list and the examples of the contract', async () => {
    const { body } = await open('/v1/openapi.json', 'application/json');
    const [current] = file.releases;
    expect(body.info.version).toBe(current!.date.split('-').map(Number).join('.'));
    expect(valid(body.info.version)).toBe(body.info.version);
    const [{ name: first, description: guide }] = body.tags;
    expect(first).toBe('Guide');
    const list = file.releases.map(({ name, date }) => `\`${name}\` (${date})`).join(', ');
    expect(guide).toContain(`The releases, newest first: ${list}.`);
    expect(guide).toContain(`-H 'Service-Version: ${current!.name}'`);
    const requests = (await open('/docs/requests.openapi.json', 'application/json')).body;
    expect(requests.paths['/v1/me'].get.parameters[0]).toMatchObject({ name: 'Service-Version', example: current!.name });
    expect(JSON.stringify(body)).not.toMatch(/\{(current_)?release/);
  });

  test('are the versions that a request may name', async () => {
    const refused = await service.request('GET', '/v1/me', { key: null, version: 'Nothing' });
    expect(refused.body.supported_versions).toEqual(file.releases.flatMap(({ name, date }) => [name, date]));
    const missing = await service.request('GET', '/v1/me', { key: null, version: null });
    expect(missing.body).toMatchObject({ current_version: file.releases[0]!.name, current_version_date: file.releases[0]!.date });
    for (const version of refused.body.supported_versions) {
      expect((await service.request('GET', '/v1/me', { key: null, version })).status, version).toBe(401);
    }
  });

  test('are where the SDK takes the version from that it sends by itself', () => {
    expect(defaultVersion).toBe(file.releases[0]!.date);
  });

  test('hold every release that an example of the contract names', async () => {
    const { text } = await open('/v1/openapi.json', 'application/json');
    const named = [...text.matchAll(/"(?:api_version|current_version_date)":"(\d{4}-\d\d-\d\d)"/g)].map(([, date]) => date!);
    expect(named.length).toBeGreaterThan(5);
    expect(file.releases.map(({ date }) => date)).toEqual(expect.arrayContaining([...new Set(named)]));
  });
});

test('a contract lists every release, newest first', () => {
  const changelog = {
    releases: [
      { name: 'Basalte', date: '2027-02-01', description: 'b' },
      { name: 'Amethyste', date: '2026-07-06', description: 'a' },
    ],
    changes: [],
  };
  expect(withTexts('{current_release_name} of {current_release_date}: {releases}, not {base_url}', releaseTexts(changelog))).toBe(
    'Basalte of 2027-02-01: `Basalte` (2027-02-01), `Amethyste` (2026-07-06), not {base_url}',
  );
});
