import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleContract } from '../../../spec/generate/bundle.ts';
import { follow, operationsOf, type Schema } from '../../../spec/generate/contract.ts';
import { readInstallation } from '../../../spec/generate/installation.ts';
import { readChangelog, readFormerReleases } from '../../../spec/generate/releases.ts';
import { placesOf } from '../../../spec/generate/versions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'releases-'));
});
afterAll(() => rm(folder, { recursive: true }));

const releases = `releases:
  - { name: Calcite, date: '2028-01-01', description: Other things. }
  - { name: Basalte, date: '2027-01-01', description: Things have a hue. }
  - { name: Amethyste, date: '2026-07-06', description: Initial version. }
changes: []
`;

/** A thing with one member besides its id. */
const thing = (member: string) => `Thing:
  description: A thing with a ${member}.
  type: object
  additionalProperties: false
  required: [id, ${member}]
  properties:
    id: { type: string, description: Thing id. }
    ${member}: { type: string, description: Its ${member}. }
  examples:
    - { id: t1, ${member}: red }
`;

const schemas = 'schemas/things.yaml';
let copies = 0;

/** A small contract of three releases, with files of former ones. */
async function contractWith(former: Readonly<Record<string, string>>) {
  const copy = join(folder, String(copies++));
  await cp('test/contract/expansion/spec', copy, { recursive: true });
  await writeFile(join(copy, 'changelog.yaml'), releases);
  for (const [path, text] of Object.entries(former)) {
    await mkdir(dirname(join(copy, 'former', path)), { recursive: true });
    await writeFile(join(copy, 'former', path), text);
  }
  const entry = join(copy, 'openapi.yaml');
  const changelog = await readChangelog(join(copy, 'changelog.yaml'));
  return {
    copy,
    former: () => readFormerReleases(join(copy, 'former'), changelog),
    bundle: async (release?: string) =>
      bundleContract(entry, changelog, await readInstallation(join(copy, 'installation.yaml')), undefined, release),
  };
}

const changedTwice = { [`Basalte/${schemas}`]: thing('hue'), [`Amethyste/${schemas}`]: thing('tint') };

describe('the contract of a release', () => {
  test('has the schemas that a later release changed in their former form, with everything that follows from them', async () => {
    const { bundle } = await contractWith(changedTwice);
    const formOf = async (release?: string) => {
      const document = await bundle(release);
      const { properties } = follow(document, '#/components/schemas/Thing') as Schema;
      const event = follow(document, '#/components/schemas/ThingChangedEvent') as Schema;
      const [{ data }] = event['examples'] as [{ data: object }];
      const list = operationsOf(document).find(({ id }) => id === 'listThings')!.responses['200']!.content!['application/json'];
      return [Object.keys(properties!).at(-1), Object.keys(data).at(-1), JSON.stringify(list), document.info['version']];
    };
    expect(await formOf()).toEqual(['colour', 'colour', expect.stringContaining('"colour":'), '2028.1.1']);
    expect(await formOf('Calcite')).toEqual(await formOf());
    expect(await formOf('Basalte')).toEqual(['hue', 'hue', expect.stringContaining('"hue":'), '2027.1.1']);
    expect(await formOf('Amethyste')).toEqual(['tint', 'tint', expect.stringContaining('"tint":'), '2026.7.6']);
  });

  test('has a schema that only the last release changed in one form before it', async () => {
    const { bundle } = await contractWith({ [`Basalte/${schemas}`]: thing('hue'), [`Amethyste/${schemas}`]: '{}' });
    const { properties } = follow(await bundle('Amethyste'), '#/components/schemas/Thing') as Schema;
    expect(Object.keys(properties!)).toEqual(['id', 'hue']);
  });
});

describe('former releases', () => {
  test('are those of the changelog, newest first, with the schemas that the next one changed', async () => {
    const { former } = await contractWith(changedTwice);
    expect(await former()).toEqual([
      { name: 'Basalte', date: '2027-01-01', schemas: ['Thing'] },
      { name: 'Amethyste', date: '2026-07-06', schemas: ['Thing'] },
    ]);
  });

  test('each have their folder, and nothing else has one', async () => {
    const missing = await contractWith({ [`Basalte/${schemas}`]: thing('hue') });
    await expect(missing.former()).rejects.toThrow(/former\/Amethyste\/ is missing/);
    const unknown = await contractWith({ ...changedTwice, [`Dolomite/${schemas}`]: thing('hue') });
    await expect(unknown.former()).rejects.toThrow(/Dolomite is not the folder of a former release/);
  });

  test('have no schemas that the newest release lacks, and nothing but schemas', async () => {
    const other = await contractWith({ ...changedTwice, [`Basalte/${schemas}`]: thing('hue').replace('Thing:', 'Thong:') });
    await expect(other.bundle('Basalte')).rejects.toThrow(
      `${relative(process.cwd(), join(other.copy, 'former/Basalte', schemas))}:1: Thong is not in`,
    );
    const path = await contractWith({ ...changedTwice, 'Basalte/paths/things.yaml': 'collection: {}' });
    await expect(path.bundle('Basalte')).rejects.toThrow(/is not in schemas\//);
  });

  test('are named by file and line where their schemas are wrong', async () => {
    const wrong = await contractWith({ ...changedTwice, [`Basalte/${schemas}`]: `${thing('hue')}  x-nothing: 1\n` });
    await expect(wrong.bundle('Basalte')).rejects.toThrow(
      `${relative(process.cwd(), join(wrong.copy, 'former/Basalte', schemas))}:11: x-nothing is not an extension`,
    );
  });
});

describe('the places of a changed schema', () => {
  const document = {
    openapi: '3.1.0',
    info: {},
    paths: {},
    components: {
      schemas: {
        Order: { type: 'object', properties: { fan: { $ref: '#/components/schemas/Fan' }, next: { $ref: '#/components/schemas/Order' } } },
        Fan: { type: 'object', properties: { name: { type: 'string' } } },
        Either: { oneOf: [{ $ref: '#/components/schemas/Fan' }, { type: 'string' }] },
        OrNull: { anyOf: [{ $ref: '#/components/schemas/Fan' }, { type: 'null' }] },
      },
    },
  };
  const places = (name: string, ...names: string[]) =>
    placesOf(document, { type: 'array', items: { $ref: `#/components/schemas/${name}` } }, new Set(names), 'a list');

  test('are the members that lead to it', () => {
    expect(places('Order', 'Order')).toEqual([{ schema: 'Order', path: ['*'] }]);
    expect(places('Order', 'Fan')).toEqual([{ schema: 'Fan', path: ['*', 'fan'] }]);
    expect(places('OrNull', 'Fan')).toEqual([{ schema: 'Fan', path: ['*'] }]);
    expect(places('Order')).toEqual([]);
  });

  test('are refused where one of two nested schemas or one of several forms changed', () => {
    expect(() => places('Order', 'Order', 'Fan')).toThrow('Order contains Fan in a list');
    expect(() => places('Either', 'Fan')).toThrow('Fan is one of several forms in a list');
  });
});
