import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';
import { importers, importersFolder, isComplete, run, unlessComplete } from './tools.ts';

interface Imported {
  readonly path: string;
  readonly query: readonly [string, string][];
  readonly headers: readonly [string, string][];
}

const work = resolve('.cache/clients/work/imports');
const program = resolve('test/clients/programs/import-requests.mjs');
const names = ['Postman', 'Bruno', 'Insomnia'] as const;

describe.runIf(isComplete)(`programs that send single requests${unlessComplete}`, () => {
  let service: TestService;
  let agency: TestAgency;
  let imported: Record<(typeof names)[number], Imported[]>;
  beforeAll(async () => {
    await importers.install();
    service = await sharedService();
    agency = await service.createAgency();
    mkdirSync(work, { recursive: true });
    const requests = await (await fetch(`${service.baseUrl}/docs/requests.openapi.json`)).text();
    writeFileSync(join(work, 'requests.openapi.json'), requests);
    imported = JSON.parse(
      await run(importersFolder, {}, process.execPath, program, join(work, 'requests.openapi.json')),
    ) as typeof imported;
  }, 300_000);
  afterAll(() => service?.close());

  describe.each(names)('%s', (name) => {
    test('imports requests that the service answers as they are, with a key', async () => {
      expect(imported[name].length).toBeGreaterThan(12);
      for (const { path, query, headers } of imported[name]) {
        expect(headers, path).toContainEqual(['Service-Version', 'Amethyste']);
        const url = `${service.baseUrl}${path}?${new URLSearchParams([...query]).toString()}`;
        const answer = await fetch(url, {
          headers: [...headers.map(([key, value]): [string, string] => [key, value]), ['authorization', `Bearer ${agency.key}`]],
        });
        expect(answer.status, `${path}: ${await answer.text()}`).toBe(200);
      }
    });
  });

  test.each([
    ['public', () => `${service.baseUrl}/v1/openapi.json`],
    ['operator’s', () => `${service.operatorUrl}/operator/v1/openapi.json`],
  ])('Spectral finds nothing in the %s contract', async (whose, url) => {
    const file = join(work, `${whose === 'public' ? 'public' : 'operator'}.json`);
    writeFileSync(file, await (await fetch(url())).text());
    writeFileSync(join(work, 'ruleset.yaml'), 'extends: [spectral:oas]\n');
    const linter = join(importersFolder, 'node_modules/.bin/spectral');
    const printed = await run(work, {}, process.execPath, linter, 'lint', '--format', 'json', '--quiet', '-r', 'ruleset.yaml', file);
    expect(JSON.parse(printed)).toEqual([]);
  });
});
