import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CopiedTree } from '../generation/copied-tree.ts';

/** What the release is made with. */
const missing = [
  ...(spawnSync('java', ['-version']).error ? ['Java'] : []),
  ...(existsSync('.git') && !spawnSync('git', ['--version']).error ? [] : ['git checkout']),
];

/** Far more than it takes, on a busy machine. */
const timeout = 900_000;
const example = 'test/versions/beryl';
const tests = 'test/versions/two-versions.test.ts';

/** The changes of existing files, each of a text that occurs once. */
const edits: readonly (readonly [file: string, before: string, after: string])[] = [
  [
    'spec/changelog.yaml',
    'releases:\n',
    "releases:\n  - name: Beryl\n    date: '2026-12-01'\n    description: An AI request has a `requester`.\n",
  ],
  ['spec/schemas/ai-requests.yaml', 'action, requested_by_user_id, requested_at]', 'action, requester, requested_at]'],
  [
    'spec/schemas/ai-requests.yaml',
    "    requested_by_user_id:\n      type: [string, 'null']\n      description: Employee who made the request. Null if it was not a tracked employee.\n",
    "    requester:\n      $ref: '#/AiRequester'\n",
  ],
  [
    'spec/schemas/ai-requests.yaml',
    '      requested_by_user_id: 0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72\n',
    '      requester: { user_id: 0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72 }\n',
  ],
  [
    'spec/schemas/ai-requests.yaml',
    '\nAiRequestList:\n',
    `
AiRequester:
  description: The person who made the request.
  type: object
  additionalProperties: false
  required: [user_id]
  properties:
    user_id:
      type: [string, 'null']
      description: The employee. Null if it was not a tracked employee.

AiRequestList:
`,
  ],
  ['server/versions/changes.ts', '<Changes> = {};', '<Changes> = { Beryl: beryl };'],
  [
    'server/versions/changes.ts',
    "import type { FormChanges } from './forms.ts';",
    "import { beryl } from './beryl.ts';\nimport type { FormChanges } from './forms.ts';",
  ],
  [
    'server/entities/ai-request.ts',
    '    requested_by_user_id: row.requested_by_user_id,\n',
    '    requester: { user_id: row.requested_by_user_id },\n',
  ],
  ['cli/src/commands/reads.ts', "'fan_id', 'requested_by_user_id'],", "'fan_id', 'requester.user_id', 'requested_by_user_id'],"],
];

describe.skipIf(missing.length > 0)(
  `a second release, in a copy of the tree${missing.length > 0 ? `: left out, there is no ${missing.join(' and no ')} here` : ''}`,
  () => {
    let tree: CopiedTree;
    const git = (...parameters: string[]) => tree.run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.com', ...parameters);
    const changed = async () =>
      (await git('status', '--porcelain', '--untracked-files=all')).text
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(3));
    const generate = () => tree.run(process.execPath, 'tools/generate.ts');
    const passes = async (...files: string[]) => {
      const { status, text } = await tree.run('node_modules/.bin/vitest', 'run', ...files);
      expect(status, text).toBe(0);
    };

    beforeAll(async () => {
      const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
      tree = await CopiedTree.of(listed.split('\0').filter((path) => path !== '' && existsSync(path)));
      await tree.write('two.tsconfig.json', JSON.stringify({ extends: './tsconfig.json', include: ['server', 'generated', tests] }));
      await git('init', '-q');
      await git('add', '-A');
      expect((await git('commit', '-qm', 'A tree')).status).toBe(0);
      for (const [file, before, after] of edits) await tree.edit(file, before, after);
      for (const entry of await readdir(example, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile()) continue;
        const place = entry.name === 'two-versions.ts' ? tests : path.slice(example.length + 1);
        await tree.write(place, await readFile(path, 'utf8'));
      }
    }, timeout);
    afterAll(() => tree.remove());

    test(
      'changes at most 8 files by hand, with its test, and no generated handler, route or validator of another operation',
      async () => {
        const byHand = (await changed()).sort();
        expect(byHand).toEqual([
          'cli/src/commands/reads.ts',
          'server/entities/ai-request.ts',
          'server/versions/beryl.ts',
          'server/versions/changes.ts',
          'spec/changelog.yaml',
          'spec/former/Amethyste/schemas/ai-requests.yaml',
          'spec/schemas/ai-requests.yaml',
          tests,
        ]);
        const { status, text } = await generate();
        expect(status, text).toBe(0);
        const generated = (await changed()).filter((path) => !byHand.includes(path)).sort();
        expect(generated).toEqual([
          'generated/events.ts',
          'generated/models.ts',
          'generated/releases.ts',
          'generated/versions.ts',
          'generated/versions/amethyste.ts',
        ]);
      },
      timeout,
    );

    test(
      'leaves the contract of the first release as it was, but for the list of releases',
      async () => {
        const read = async (text: Promise<string>) => {
          const { tags, info, ...rest } = JSON.parse(await text) as { tags: { name: string }[]; info: { version: string } };
          return { version: info.version, tags: tags.filter(({ name }) => name !== 'Guide'), ...rest };
        };
        const [before, after] = await Promise.all([
          read(readFile('generated/openapi.json', 'utf8')),
          read(tree.read('generated/openapi.Amethyste.json')),
        ]);
        expect(after).toEqual(before);
      },
      timeout,
    );

    test(
      'does not compile without its functions',
      async () => {
        const types = () => tree.run('node_modules/.bin/tsc', '--noEmit', '-p', 'two.tsconfig.json');
        expect((await types()).text).toBe('');
        await tree.edit('server/versions/changes.ts', '{ Beryl: beryl }', '{}');
        expect((await types()).text).toMatch(/server\/versions\/changes\.ts.*Property 'Beryl' is missing/);
        await tree.edit('server/versions/changes.ts', '<Changes> = {}', '<Changes> = { Beryl: beryl }');
      },
      timeout,
    );

    test('serves callers and endpoints of both releases', () => passes(tests), timeout);

    test(
      'passes the tests of the first release, unchanged',
      () =>
        passes(
          'test/api/ai-requests',
          'test/api/webhooks/delivery.test.ts',
          'test/api/webhooks/list-webhook-events.test.ts',
          'test/records/ingest.test.ts',
        ),
      timeout,
    );
  },
);
