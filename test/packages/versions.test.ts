import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Where files name the version of the release. */
const places: readonly (readonly [file: string, place: RegExp])[] = [
  ['package-lock.json', /^ {2}"version": "(.+)"/m],
  ['package-lock.json', /^ {4}"": \{[^]*?"version": "(.+)"/m],
  ['package-lock.json', /^ {4}"sdk": \{[^]*?"version": "(.+)"/m],
  ['package-lock.json', /^ {4}"cli": \{[^]*?"version": "(.+)"/m],
  ['sdk/package.json', /"version": "(.+)"/],
  ['cli/package.json', /"version": "(.+)"/],
  ['cli/package.json', /"@agency-service\/sdk": "(.+)"/],
  ['deploy/kubernetes/agency-service/Chart.yaml', /^version: (.+)$/m],
  ['deploy/kubernetes/agency-service/Chart.yaml', /^appVersion: (.+)$/m],
  ['sdk/python/pyproject.toml', /^version = "(.+)"$/m],
  ['sdk/python/src/agency_service/client.py', /agency-service-python\/([\d.]+)/],
  ['CHANGELOG.md', /^## ([\d.]+)/m],
];

describe('the version of the release', () => {
  it.each(places)('is in %s, where %s finds it', (file, place) => {
    expect(place.exec(readFileSync(file, 'utf8'))?.[1]).toBe(version);
  });

  it('is on no page, which a release would leave there', () => {
    const pages = [
      ...globSync('docs/**/*.md', { exclude: ['docs/built/**'] }),
      ...globSync('{deploy,sdk,cli}/README.md'),
      'deploy/image/Dockerfile',
      'README.md',
    ];
    expect(pages.length).toBeGreaterThan(20);
    const named = pages.filter((page) => /agency-service[\w-]*[-:]\d+\.\d+\.\d|VERSION=[1-9]/.test(readFileSync(page, 'utf8')));
    expect(named).toEqual([]);
  });
});
