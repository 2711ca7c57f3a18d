import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { headerText } from '../../spec/generate/output.ts';

interface Document {
  paths: Record<string, Record<string, { operationId?: string; 'x-internal'?: boolean }>>;
  components: Record<string, Record<string, unknown>>;
}

const readDocument = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Document;
const internal = await readDocument('generated/openapi.internal.json');
const published = await readDocument('generated/openapi.json');

const declared = Object.entries(internal.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { operationId, ...operation }]) =>
    operationId === undefined ? [] : [{ operationId, method, path, isInternal: operation['x-internal'] === true }],
  ),
);

/** What a routes file holds: `getOrder: make.key('getOrder', implementations.Orders.getOrder)`. */
async function routesOf(listener: string) {
  const source = await readFile(`generated/routes/${listener}.ts`, 'utf8');
  return [...source.matchAll(/^ {4}(\w+): make\.\w+\('\1', implementations\.\w+\.\1\)/gm)].map(([, operationId]) => operationId);
}

const byId = (a: { operationId?: string }, b: { operationId?: string }) => ((a.operationId ?? '') < (b.operationId ?? '') ? -1 : 1);

describe('what is generated from the contract', () => {
  test('the table of operations holds every operation of the contract, and no other', () => {
    const table = Object.entries(operations).map(([operationId, { method, path }]) => ({ operationId, method, path }));
    expect(table.sort(byId)).toEqual(declared.map(({ operationId, method, path }) => ({ operationId, method, path })).sort(byId));
  });

  test.each([
    ['public', false],
    ['operator', true],
  ])('the %s listener routes each of its operations once, and none of the other listener', async (listener, isInternal) => {
    const expected = declared.filter((operation) => operation.isInternal === isInternal).map(({ operationId }) => operationId);
    expect((await routesOf(listener)).sort()).toEqual(expected.sort());
  });

  test('the published contract names nothing that serves operators alone', () => {
    const operationIds = Object.values(published.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    const expected = declared.filter(({ isInternal }) => !isInternal).map(({ operationId }) => operationId);
    expect(operationIds.sort()).toEqual(expected.sort());
    expect(JSON.stringify(published)).not.toMatch(/x-internal|operatorToken|\/operator\/|RecordBatch|IngestResult|AgencyCreate/);
  });

  test('every reference of the published contract leads somewhere', () => {
    for (const [, kind, name] of JSON.stringify(published).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      expect(published.components[kind ?? ''], `${kind}/${name}`).toHaveProperty(name ?? '');
    }
  });

  test.each(['generated', 'sdk/src/generated', 'cli/src/generated', 'console/src/generated'])(
    'every file in %s says that it is generated',
    async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      expect(files).not.toHaveLength(0);
      for (const file of files) expect(await readFile(file, 'utf8'), file).toContain(headerText);
    },
  );
});
