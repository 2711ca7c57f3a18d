import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleContract } from '../../../spec/generate/bundle.ts';
import { type ContractDocument, type ContractOperation, operationsOf, resolve } from '../../../spec/generate/contract.ts';
import { expandContract } from '../../../spec/generate/expand/expand.ts';
import { readInstallation } from '../../../spec/generate/installation.ts';
import { readChangelog } from '../../../spec/generate/releases.ts';
import type { SdkMethods } from '../../../spec/generate/sdk-methods.ts';
import { validatorsOf } from '../../../spec/generate/validators.ts';

type Edit = readonly [file: string, before: string, after: string];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'));
});
afterAll(() => rm(folder, { recursive: true }));

let copies = 0;

/** The files of a small contract after edits, each of a text that occurs once, and the line of the last one. */
async function edited(...edits: readonly Edit[]) {
  const copy = join(folder, String(copies++));
  await cp('test/contract/expansion/spec', copy, { recursive: true });
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
  const { expand, place } = await edited(['paths/things.yaml', 'operationId: listThings', 'operationId: listThings']);
  const methods: SdkMethods = {
    public: new Map([
      ['setThing', 'spec/sdk-methods.yaml:5'],
      ['getThing', 'spec/sdk-methods.yaml:7'],
    ]),
    operator: new Map([['countThings', 'spec/sdk-methods.yaml:9']]),
  };
  const message = await expand(methods).catch((error: Error) => error.message);
  expect(message).toContain(`${place}listThings has no method in the SDK: name one in spec/sdk-methods.yaml, under \`public\``);
  expect(message).toContain('spec/sdk-methods.yaml:7: getThing is not an operation of the public listener');
});

test.each<readonly [string, Edit, string]>([
  [
    'an operation',
    ['paths/things.yaml', 'description: Sets a thing.', 'x-y: Sets a thing.'],
    'paths/things.yaml:22: description is missing',
  ],
  ['a parameter', ['parameters.yaml', 'description: Thing id', 'x: Thing id'], 'parameters.yaml:8: thing_id: description is missing'],
  ['a path', ['parameters.yaml', 'example: thing-1', 'x: thing-1'], 'parameters.yaml:8: thing_id: example is missing'],
])('the generation names the line of %s that lacks what its page shows', async (_, edit, expected) => {
  const { expand } = await edited(edit);
  await expect(expand()).rejects.toThrow(expected);
});

describe('a fixed segment that hides ids of a parameter', () => {
  const things = "  /v1/things/{thing_id}:\n    $ref: './paths/things.yaml#/item'\n";
  const within = (path: string, name: string): Edit => [
    'openapi.yaml',
    things,
    `${things}  ${path}:\n    $ref: './paths/things.yaml#/${name}'\n`,
  ];
  const operation = (extension: string): Edit => [
    'paths/things.yaml',
    'collection:\n',
    `summary:
  get:
    operationId: summarizeThings
    tags: [Things]
    summary: Summarize things
    description: Returns a summary.
    x-access: key
    x-scope: read:things
${extension}    responses:
      '200':
        description: A page of things.
        content:
          application/json:
            schema:
              $ref: '../schemas/things.yaml#/ThingPage'
collection:
`,
  ];
  const line = (text: string) => text.split('\n').find((each) => each.includes(' hides ') || each.includes(' hide '));

  test('is refused, with the line of its path and what to do', async () => {
    const { expand } = await edited(operation(''), within('/v1/things/summary', 'summary'));
    const message = await expand().then(
      () => '',
      (error: Error) => error.message,
    );
    expect(line(message)).toMatch(
      /openapi\.yaml:\d+: \/v1\/things\/summary hides the id "summary" of \/v1\/things\/\{thing_id\}: choose another path or, if no id can be that, add `x-hides: \/v1\/things\/\{thing_id\}` to its operation$/,
    );
  });

  test('is accepted where the contract says so, and does not appear in what is made of it', async () => {
    const { expand, bundle } = await edited(operation('    x-hides: /v1/things/{thing_id}\n'), within('/v1/things/summary', 'summary'));
    await expand();
    expect(JSON.stringify(await bundle())).not.toContain('x-hides');
  });

  test('is refused as a declaration where nothing is hidden', async () => {
    const { expand } = await edited(operation('    x-hides: /v1/things/{thing_id}\n'), within('/v1/summaries/things', 'summary'));
    await expect(expand()).rejects.toThrow('/v1/summaries/things does not hide ids of /v1/things/{thing_id}: remove `x-hides`');
  });

  test('is not a segment behind the parameter', async () => {
    const { expand } = await edited(operation(''), within('/v1/things/{thing_id}/summary', 'summary'));
    await expand();
  });
});

describe('the generation stops, with file and line, at', () => {
  const paths = 'paths/things.yaml';
  const schemas = 'schemas/things.yaml';
  test.each<readonly [string, Edit, string]>([
    ['a scope that no key can have', [paths, 'x-scope: read:things', 'x-scope: read:thing'], '"read:thing" is not a scope of scopes.yaml'],
    [
      'a scope that no operation requires',
      ['scopes.yaml', '[read:things]', '[read:things, read:others]'],
      'read:others: no operation requires this scope',
    ],
    [
      'a tag that openapi.yaml does not have',
      ['paths/operator.yaml', 'tags: [Operator]', 'tags: [Operators]'],
      'Operators is not a tag of openapi.yaml: Things, Events',
    ],
    [
      'a problem that is none',
      [paths, '[unknown_thing, unknown_colour]', '[unknown_thing, unknown_color]'],
      '["unknown_thing","unknown_color"] is not a list of slugs',
    ],
    [
      'an implied problem',
      [paths, '[unknown_thing, unknown_colour]', '[unknown_thing, unknown_colour, rate_limited]'],
      'rate_limited is implied here',
    ],
    [
      'a problem that no operation returns',
      ['problems.yaml', '  later:', '  unknown_part: { status: 404, title: No part, description: None. }\n  later:'],
      'unknown_part: no operation returns',
    ],
    [
      'a response that no operation returns',
      ['responses.yaml', 'BadRequest:', 'Forbid:\n  x-problems: [unknown_thing, missing_scope]\nBadRequest:'],
      'Forbid: no operation',
    ],
    ['an unknown trait', ['problems.yaml', '  scoped: [', '  scopd: ['], 'scopd is not one of key, scoped'],
    ['a member that no problem has', ['problems.yaml', '    reserved: true', '    reservd: true'], 'not reservd'],
    [
      'an extension that is none',
      [paths, 'x-read: replica', 'x-reads: replica'],
      'x-reads is not an extension that is allowed here: x-access, x-scope',
    ],
    [
      'an extension where it means nothing',
      [schemas, 'description: A thing with', 'x-scope: read:things\n  description: A thing with'],
      'x-scope is not an extension',
    ],
    ['a value that an extension has not', [paths, 'x-read: replica', 'x-read: standby'], 'x-read: "standby" is not replica'],
    [
      'an access that is none',
      ['paths/operator.yaml', 'x-access: operator', 'x-access: operators'],
      'x-access: "operators" is not key, open or operator',
    ],
    [
      'a limit for those who have none',
      ['paths/operator.yaml', 'summary: Count things', 'x-rate-limit: 5\n    summary: Count things'],
      'x-rate-limit: is only allowed with x-access: key',
    ],
    ['a limit in words', [paths, 'x-rate-limit: 7', 'x-rate-limit: seven'], 'x-rate-limit: "seven" is not a whole number'],
    [
      'a bound of pages where there are none',
      ['paths/operator.yaml', 'x-operator-scope: read', 'x-page-items: 9\n    x-operator-scope: read'],
      'is only allowed with a page as response',
    ],
    [
      'a repetition that no problem answers',
      [paths, 'x-repeat-problem: unknown_thing', 'x-repeat-problem: later'],
      'must be one of x-problems',
    ],
    [
      'an example like one that is none',
      ['schemas/events.yaml', "x-like: './things.yaml#/Thing' }", "x-like: './things.yaml#/ThingEventType' }"],
      'ThingEventType is not a schema with an example',
    ],
    [
      'an event that says less than its webhook shows',
      ['schemas/events.yaml', '  x-event:\n    type: thing.changed\n    scope: read:things\n', '  x-event:\n    type: thing.changed\n'],
      'is not the members type, scope, subscribable, sent, created_at, data',
    ],
    [
      'event types of no kind',
      [schemas, 'x-event-types: subscribable', 'x-event-types: some'],
      'x-event-types: "some" is not subscribable or all',
    ],
    [
      'a window that cannot be stored',
      ['limits.yaml', 'rate_window_seconds: 60', 'rate_window_seconds: 3600'],
      'rate_window_seconds: a window of more than 2000 seconds is too long to store',
    ],
    [
      'a limit that is not a number',
      ['limits.yaml', 'body_bytes: { value: 262144', 'body_bytes: { value: soon'],
      'body_bytes: must be a whole number',
    ],
    ['a page of something else', [schemas, 'x-page:', 'x-page:\n    of: things'], 'x-page: {"of":"things"'],
  ])('%s', async (_, edit, expected) => {
    const { expand, place } = await edited(edit);
    const message = await expand().then(String, String);
    expect(message.split('\n').find((line) => line.startsWith(place))).toContain(expected);
  });

  test('what OpenAPI does not allow', async () => {
    const { bundle, place } = await edited([paths, 'summary: List things', 'deprecated: 5\n    summary: List things']);
    await expect(bundle()).rejects.toThrow(place.replace(/: $/, ' #/collection/get/deprecated: '));
  });
});

describe('what follows from an operation', () => {
  let document: ContractDocument;
  let operation: ContractOperation;
  beforeAll(async () => {
    document = await (await edited()).bundle();
    operation = operationsOf(document).find(({ id }) => id === 'setThing')!;
  });

  test('is that the frame reads its headers, and that its path and body can be wrong', () => {
    const parameters = document.paths['/v1/things/{thing_id}']!.parameters!.map((parameter) => resolve(document, parameter));
    expect(parameters).toMatchObject([{ name: 'Service-Version' }, { name: 'thing_id' }]);
    expect(operation.object).toMatchObject({
      'x-rate-limit': { requests: 7, window_seconds: 60 },
      'x-retry': 'safe',
      'x-unknown-parameters': 'ignore',
      'x-problems': ['validation_failed', 'unknown_thing', 'unknown_colour', 'too_large'],
    });
  });

  test('is a response per status, with its headers, in the words of its problems by default', () => {
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '403', '413', '422', '429']);
    const { description, headers, content } = operation.responses['422']!;
    expect(description).toBe('No such thing. Or: No such colour.');
    expect(Object.keys(headers!)).toEqual(['x-request-id', 'RateLimit']);
    expect(content).toMatchObject({
      'application/problem+json': {
        schema: { oneOf: [{ $ref: '#/components/schemas/UnknownThingProblem' }, { $ref: '#/components/schemas/UnknownColourProblem' }] },
      },
    });
    expect(Object.keys(operation.responses['401']!.headers!)).toEqual(['x-request-id']);
    expect(Object.keys(operation.responses['429']!.headers!)).toContain('Retry-After');
    expect(operation.responses['400']!.description).toBe('The request breaks the contract.');
  });

  test('is a few lines of the generated validators, of which no other changes', async () => {
    const { bundle } = await edited(
      ['openapi.yaml', '  /operator/v1/things:\n', "  /v1/parts:\n    $ref: './paths/things.yaml#/parts'\n  /operator/v1/things:\n"],
      [
        'paths/things.yaml',
        'collection:\n',
        `parts:
  post:
    operationId: addPart
    tags: [Things]
    summary: Add a part
    description: Adds a part.
    x-access: key
    x-scope: write:things
    requestBody: { required: true, content: { application/json: { schema: { $ref: '../schemas/things.yaml#/ThingChange' } } } }
    responses:
      '200': { description: The thing., content: { application/json: { schema: { $ref: '../schemas/things.yaml#/Thing' } } } }
collection:
`,
      ],
    );
    const linesOf = (contract: ContractDocument) =>
      new Map(validatorsOf(contract).map(({ name, validators }) => [name, validators.module(name, 9).split('\n')]));
    const [before, after] = [linesOf(document), linesOf(await bundle())];
    for (const [name, lines] of after) {
      const kept = new Set(lines);
      expect(
        before.get(name)!.filter((line) => !kept.has(line)),
        name,
      ).toEqual([]);
      expect(kept.size - new Set(before.get(name)).size, name).toBeLessThan(20);
    }
  });

  test('is a number of limits.yaml wherever its name stands, in the form that people read', async () => {
    const { bundle } = await edited(
      ['limits.yaml', 'filter_values: 50', 'filter_values: 2000'],
      ['limits.yaml', 'value: 262144', 'value: 3145728'],
      ['limits.yaml', '[10, 60, 300]', '[1, 30, 60, 90, 600]'],
    );
    const { info, components } = await bundle();
    expect(components!['parameters']!['Colours']).toMatchObject({
      schema: { maxItems: 2000 },
      description: expect.stringContaining('at most 2,000.') as string,
    });
    expect(info['description']).toContain('at most 3 MB.');
    expect(info['description']).toContain(
      'repeats a failed attempt after 1 second, then 30 seconds, then 1 minute, then 90 seconds, then 10 minutes. After the sixth,',
    );
  });

  test('is the example of its schema, and its row in the table of limits', () => {
    const example = (document.components!['schemas']!['Thing'] as { examples: unknown[] }).examples[0];
    expect(operation.responses['200']!.content).toMatchObject({ 'application/json': { example } });
    expect(document.info['description']).toContain('| `PUT /v1/things/{thing_id}` | 7 |\n| every other | 600 |');
  });
});

test('what follows from an event is its webhook, and its type in the enumerations', async () => {
  const document = await (await edited()).bundle();
  expect(document.webhooks!['thing.changed']!.post).toMatchObject({
    operationId: 'onThingChanged',
    tags: ['Events'],
    summary: 'A thing changed',
    description: 'Sent when a thing is changed.',
    parameters: [{ $ref: '#/components/parameters/Signature' }],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingChangedEvent' } } } },
    responses: { '2XX': { description: 'Acknowledged.' } },
  });
  expect(Object.keys(document.webhooks!)).toEqual(['thing.changed', 'ping']);
  expect(document.components!['schemas']!['ThingEventType']).toMatchObject({ enum: ['thing.changed'] });
});
