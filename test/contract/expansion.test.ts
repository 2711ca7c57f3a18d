import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleContract } from '../../spec/generate/bundle.ts';
import { type ContractDocument, type ContractOperation, operationsOf, resolve } from '../../spec/generate/contract.ts';
import { expandContract } from '../../spec/generate/expand/expand.ts';
import { readInstallation } from '../../spec/generate/installation.ts';
import { readChangelog } from '../../spec/generate/releases.ts';
import { readSdkMethods, type SdkMethods } from '../../spec/generate/sdk-methods.ts';
import { validatorsOf } from '../../spec/generate/validators.ts';

type Edit = readonly [file: string, before: string, after: string];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'));
});
afterAll(() => rm(folder, { recursive: true }));

let copies = 0;

/** The contract's files after edits, each of a text that occurs once, and the line of the last one. */
async function edited(...edits: readonly Edit[]) {
  const copy = join(folder, String(copies++));
  await cp('spec', copy, { recursive: true });
  let line = 0;
  for (const [file, before, after] of edits) {
    const text = await readFile(join(copy, file), 'utf8');
    const parts = text.split(before);
    expect(parts, `${before} in ${file}`).toHaveLength(2);
    line = parts[0]!.split('\n').length;
    await writeFile(join(copy, file), parts.join(after));
  }
  const entry = join(copy, 'openapi.yaml');
  const changelog = await readChangelog(join(copy, 'changelog.yaml'));
  return {
    expand: (sdkMethods?: SdkMethods) => expandContract(entry, changelog, sdkMethods),
    bundle: async () => bundleContract(entry, changelog, await readInstallation(join(copy, 'installation.yaml'))),
    place: `${relative(process.cwd(), join(copy, edits.at(-1)?.[0] ?? ''))}:${line}: `,
  };
}

test('the generation names an operation that the SDK does not call, and a method that calls none', async () => {
  const methods = await readSdkMethods();
  const calling = new Map([...methods.public].filter(([id]) => id !== 'listTags'));
  const { expand, place } = await edited(['paths/tags.yaml', 'operationId: listTags', 'operationId: listTags']);
  const message = await expand({ ...methods, public: calling.set('getTag', 'sdk/src/methods.ts:7') }).catch(
    (error: Error) => error.message,
  );
  expect(message).toContain(`${place}listTags has no method in the SDK: add a line with 'listTags' to \`methods\` in sdk/src/methods.ts`);
  expect(message).toContain('sdk/src/methods.ts:7: getTag is not an operation of the public listener');
});

test.each<readonly [string, Edit, string]>([
  ['an operation', ['paths/tags.yaml', '    description: >-', '    x-y: >-'], 'paths/tags.yaml:2: description is missing'],
  ['a parameter', ['parameters.yaml', 'description: Order id', 'x: Order id'], 'parameters.yaml:189: order_id: description is missing'],
  ['a path', ['parameters.yaml', 'example: 0198f0a9-14be', 'x: 0198f0a9-14be'], 'parameters.yaml:189: order_id: example is missing'],
])('the generation names the line of %s that lacks what its page shows', async (_, edit, expected) => {
  const { expand } = await edited(edit);
  await expect(expand()).rejects.toThrow(expected);
});

describe('the generation stops, with file and line, at', () => {
  const list = 'paths/orders.yaml';
  const readOfList = 'x-read: replica';
  test.each<readonly [string, Edit, string]>([
    [
      'a scope that no key can have',
      ['paths/tags.yaml', 'x-scope: read:fans', 'x-scope: read:fan'],
      '"read:fan" is not a scope of scopes.yaml',
    ],
    [
      'a scope that no operation asks for',
      ['scopes.yaml', 'read:creators', 'read:creator'],
      'read:creator: no operation asks for this scope',
    ],
    [
      'a tag that openapi.yaml does not have',
      ['paths/tags.yaml', 'tags: [Tags]', 'tags: [Tag]'],
      'Tag is not a tag of openapi.yaml: Meta, Creators',
    ],
    ['a problem that is none', ['paths/orders.yaml', '[unknown_order]', '[unknown_ordr]'], '["unknown_ordr"] is not a list of slugs'],
    ['a problem that goes without saying', [list, '[unknown_order]', '[unknown_order, rate_limited]'], 'rate_limited goes without saying'],
    [
      'a problem that nothing answers',
      ['problems.yaml', '  unknown_order:', '  unknown_thing: { status: 404, title: No such thing, description: None. }\n  unknown_order:'],
      'unknown_thing: no operation answers',
    ],
    [
      'an answer that nothing gives',
      ['responses.yaml', 'ForbiddenAddress:', 'Forbid:\n  x-problems: [unknown_tag, unknown_fan]\nForbiddenAddress:'],
      'Forbid: no operation',
    ],
    ['an occasion that is none', ['problems.yaml', '  scoped: [', '  scopd: ['], 'scopd is none of key, scoped'],
    ['a member that no problem has', ['problems.yaml', '    reserved: true', '    reservd: true'], 'not reservd'],
    [
      'an extension that is none',
      [list, readOfList, 'x-reads: replica'],
      'x-reads is not an extension that is allowed here: x-access, x-scope',
    ],
    [
      'an extension where it means nothing',
      ['schemas/tags.yaml', 'description: A tag that', 'x-scope: read:fans\n  description: A tag that'],
      'x-scope is not an extension',
    ],
    ['a value that an extension has not', [list, readOfList, 'x-read: standby'], 'x-read: "standby" is not replica'],
    ['an access that is none', ['paths/tags.yaml', 'x-access: key', 'x-access: keys'], 'x-access: "keys" is not key, open or operator'],
    [
      'a limit for those who have none',
      ['paths/operator.yaml', 'summary: List agencies', 'x-rate-limit: 5\n    summary: List agencies'],
      'x-rate-limit: it goes with x-access: key',
    ],
    [
      'a limit in words',
      ['paths/sent-messages.yaml', 'x-rate-limit: 20', 'x-rate-limit: twenty'],
      'x-rate-limit: "twenty" is not a whole number',
    ],
    [
      'a bound of pages where there are none',
      ['paths/tags.yaml', 'x-read: replica', 'x-page-items: 9'],
      'it goes with an answer that is a page',
    ],
    [
      'a repetition that no problem answers',
      ['paths/publications.yaml', 'x-repeat-problem: unknown_publication', 'x-repeat-problem: unknown_order'],
      'it is one of x-problems',
    ],
    [
      'an example like one that is none',
      ['schemas/events.yaml', "x-like: './orders.yaml#/Order' }", "x-like: './orders.yaml#/OrderType' }"],
      'OrderType is not a schema with an example',
    ],
    [
      'a window that cannot be stored',
      ['limits.yaml', 'rate_window_seconds: 60', 'rate_window_seconds: 3600'],
      'rate_window_seconds: a window of more than 2000 seconds is too long to store',
    ],
    [
      'a limit that is not a number',
      ['limits.yaml', 'request_seconds: { value: 30', 'request_seconds: { value: soon'],
      'request_seconds: it holds a whole number',
    ],
    ['a page of something else', ['schemas/orders.yaml', 'x-page:', 'x-page:\n    of: orders'], 'x-page: {"of":"orders"'],
  ])('%s', async (_, edit, expected) => {
    const { expand, place } = await edited(edit);
    const message = await expand().then(String, String);
    expect(message.split('\n').find((line) => line.startsWith(place))).toContain(expected);
  });

  test('what OpenAPI does not allow', async () => {
    const { bundle, place } = await edited([list, 'summary: List orders', 'deprecated: 5\n    summary: List orders']);
    await expect(bundle()).rejects.toThrow(place.replace(/: $/, ' #/collection/get/deprecated: '));
  });
});

describe('what follows from an operation', () => {
  let document: ContractDocument;
  let operation: ContractOperation;
  beforeAll(async () => {
    const { bundle } = await edited(
      ['openapi.yaml', '  /v1/tags:\n', "  /v1/tags/{tag_id}:\n    $ref: './paths/tags.yaml#/item'\n  /v1/tags:\n"],
      [
        'paths/tags.yaml',
        'collection:\n',
        `item:
  parameters:
    - { name: tag_id, in: path, required: true, description: Tag id., schema: { type: string, minLength: 1 }, example: t }
  put:
    operationId: setTag
    tags: [Tags]
    summary: Set a tag
    description: Sets a tag.
    x-access: key
    x-scope: write:fans
    x-rate-limit: 7
    x-problems: [unknown_tag, unknown_user]
    requestBody: { required: true, content: { application/json: { schema: { $ref: '../schemas/fans.yaml#/Assignment' } } } }
    responses:
      '200': { description: The tag., content: { application/json: { schema: { $ref: '../schemas/tags.yaml#/Tag' } } } }
collection:
`,
      ],
    );
    document = await bundle();
    operation = operationsOf(document).find(({ id }) => id === 'setTag')!;
  });

  test('is that the frame reads its headers, and that its path and body can be wrong', () => {
    const parameters = document.paths['/v1/tags/{tag_id}']!.parameters!.map((parameter) => resolve(document, parameter));
    expect(parameters).toMatchObject([
      { name: 'Service-Version' },
      { name: '{former_brand}-Version' },
      { name: 'x-request-id' },
      { name: 'tag_id' },
    ]);
    expect(operation.object).toMatchObject({
      'x-rate-limit': { requests: 7, window_seconds: 60 },
      'x-retry': 'safe',
      'x-unknown-parameters': 'ignore',
      'x-problems': ['validation_failed', 'payload_too_large', 'unsupported_media_type', 'unknown_user', 'unknown_tag'],
    });
  });

  test('is an answer per status, with its headers, in the words of its problems by default', () => {
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '403', '408', '413', '415', '422', '429', '431', '500', '503']);
    const { description, headers, content } = operation.responses['422']!;
    expect(description).toBe(
      'The employee named in the body is not an active member of the agency. Or: Some ids are not tags of the agency.',
    );
    expect(Object.keys(headers!)).toEqual(['x-request-id', 'RateLimit', 'RateLimit-Policy', 'X-Content-Type-Options', 'Cache-Control']);
    expect(content).toMatchObject({
      'application/problem+json': {
        schema: { oneOf: [{ $ref: '#/components/schemas/UnknownUserProblem' }, { $ref: '#/components/schemas/UnknownTagProblem' }] },
      },
    });
    expect(Object.keys(operation.responses['401']!.headers!)).toEqual([
      'x-request-id',
      'WWW-Authenticate',
      'X-Content-Type-Options',
      'Cache-Control',
    ]);
    expect(operation.responses['400']!.description).toBe('The request breaks the contract, or its version is missing or unknown.');
  });

  test('is a few lines of the generated validators, of which no other changes', async () => {
    const { bundle } = await edited();
    const before = new Map(validatorsOf(await bundle()).map(({ name, validators }) => [name, validators.module(name, 9).split('\n')]));
    for (const { name, validators } of validatorsOf(document)) {
      const after = new Set(validators.module(name, 9).split('\n'));
      expect(
        before.get(name)!.filter((line) => !after.has(line)),
        name,
      ).toEqual([]);
      expect(after.size - new Set(before.get(name)).size, name).toBeLessThan(20);
    }
  });

  test('is a number of limits.yaml wherever its name stands, in the form that people read', async () => {
    const { bundle } = await edited(
      ['limits.yaml', 'filter_values: 50', 'filter_values: 2000'],
      ['limits.yaml', 'body_bytes: 262144', 'body_bytes: 3145728'],
      ['limits.yaml', '[10, 60, 300]', '[1, 30, 60, 90, 600]'],
    );
    const { info, components } = await bundle();
    expect(components!['parameters']!['CreatorIds']).toMatchObject({
      schema: { maxItems: 2000 },
      description: expect.stringContaining('at most 2,000.') as string,
    });
    expect(info['description']).toContain('up to\n3 MB.');
    expect(info['description']).toContain(
      'repeats a failed attempt after 1 second, then 30 seconds, then 1 minute, then 90 seconds, then 10 minutes. After the sixth,',
    );
  });

  test('is the example of its schema, and its row in the table of limits', () => {
    const example = (document.components!['schemas']!['Tag'] as { examples: unknown[] }).examples[0];
    expect(operation.responses['200']!.content).toMatchObject({ 'application/json': { example } });
    expect(document.info['description']).toContain('| `PUT /v1/tags/{tag_id}` | 7 |\n| `GET /v1/sent-messages` | 20 |');
  });
});
