import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../sdk/src/index.ts';
import { createOperatorClient, type IncomingRecord } from '../../sdk/src/operator.ts';
import { CopiedTree } from '../generation/copied-tree.ts';
import { createEmptyDatabase } from '../process/database.ts';
import { endProcesses, ServiceProcess } from '../process/service-process.ts';
import { aiRequest, creator } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';

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
    'export const presentAiRequest = presenting(shownOfAiRequest);\n',
    `export const presentAiRequest = ({ requested_by_user_id, ...row }: AiRequestRow) => {
  const { requested_at, ...others } = presenting(['id', 'account_id', 'fan_id', 'action', 'requested_at'])(row);
  return { ...others, requester: { user_id: requested_by_user_id }, requested_at };
};
`,
  ],
  ['cli/src/command-details.ts', "'fan_id', 'requested_by_user_id']", "'fan_id', 'requester.user_id', 'requested_by_user_id']"],
];

describe.skipIf(missing.length > 0)(
  `a second release, in a copy of the tree${missing.length > 0 ? `: left out, ${missing.join(' and ')} missing here` : ''}`,
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
          'cli/src/command-details.ts',
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

    test(
      'serves callers and endpoints of both releases, and passes the tests of the first one, unchanged',
      () =>
        passes(
          tests,
          'test/api/ai-requests',
          'test/api/webhooks/delivery.test.ts',
          'test/api/webhooks/list-webhook-events.test.ts',
          'test/records/ingest.test.ts',
        ),
      timeout,
    );

    test(
      'shares a database with this release, whose stored events it delivers, and gets back what this one cannot deliver',
      async () => {
        const database = await createEmptyDatabase();
        const [former, newest] = await Promise.all([startReceiver(), startReceiver()]);
        const env = { ...database.env, OPERATOR_TOKEN: 'the-token-of-all-the-processes', LOG_LEVEL: 'error' };
        const start = async (folder: string | undefined, ROLE: string) => {
          const service = new ServiceProcess({ ...env, ROLE }, [], process.execPath, folder);
          await service.ready();
          return service;
        };
        try {
          const present = await start(undefined, 'all');
          const operator = createOperatorClient({ operatorUrl: present.operatorUrl, operatorToken: env.OPERATOR_TOKEN });
          const agency_id = (await operator.agencies.create({ name: 'Northlight' })).id;
          const scopes = ['write:webhooks', 'read:webhooks', 'read:ai_requests'] as const;
          const { api_key: apiKey } = await operator.keys.create({ agency_id, label: 'Integration', scopes: [...scopes] });
          const ingest = (service: ServiceProcess, ...records: IncomingRecord[]) =>
            createOperatorClient({ operatorUrl: service.operatorUrl, operatorToken: env.OPERATOR_TOKEN }).records.ingest({
              agency_id,
              records,
            });
          const enabled_event_types: ['conversation.ai_control_requested'] = ['conversation.ai_control_requested'];
          const { webhooks } = createClient({ baseUrl: present.baseUrl, apiKey });
          const { id: endpoint_id } = await webhooks.create({ url: former.url, enabled_event_types });

          // A failure of this release.
          former.answer = 500;
          await ingest(present, creator('c1'), aiRequest('r1', 'account-c1'));
          const [failed] = await former.waitFor(1, 30_000);
          await expect
            .poll(async () => (await webhooks.listDeliveries({ endpoint_id })).data[0]?.attempts.length, { timeout: 30_000 })
            .toBe(1);
          await webhooks.update({ endpoint_id, status: 'disabled' });
          const failures = async () => (await webhooks.listFailures({ endpoint_id })).data;
          await expect.poll(failures, { timeout: 30_000 }).toHaveLength(1);
          await webhooks.update({ endpoint_id, status: 'active' });
          former.answer = 200;

          // The later release records an event, which this one delivers to its own endpoints alone.
          const api = await start(tree.folder, 'api');
          const later = createClient({ baseUrl: api.baseUrl, apiKey, version: 'Beryl' });
          const { id: other, api_version } = await later.webhooks.create({ url: newest.url, enabled_event_types });
          expect(api_version).toBe('2026-12-01');
          await ingest(api, aiRequest('r2', 'account-c1'));
          const [, mixed] = await former.waitFor(2, 30_000);
          const bodyOf = (body: string, id: string) => body.replaceAll(mixed!.event.id, 'event').replaceAll(id, 'request');
          expect(bodyOf(mixed!.body, 'r2')).toBe(failed!.body.replaceAll(failed!.event.id, 'event').replaceAll('r1', 'request'));
          await expect.poll(() => present.stderr, { timeout: 30_000 }).toContain('endpoint is pinned to a version that this release lacks');
          expect(newest.received).toEqual([]);

          // Then a worker of the later release delivers the rest, and replays what this one recorded.
          await start(tree.folder, 'worker');
          expect((await present.exitAfter('SIGTERM')).code).toBe(0);
          const [received] = await newest.waitFor(1, 60_000);
          expect(received!.event).toMatchObject({
            id: mixed!.event.id,
            api_version: '2026-12-01',
            data: { id: 'r2', requester: { user_id: null } },
          });
          const [failure] = (await later.webhooks.listFailures({ endpoint_id })).data;
          await later.webhooks.replayFailure({ endpoint_id, failure_id: failure!.id });
          const [, , replayed] = await former.waitFor(3, 30_000);
          expect(replayed!.body).toBe(failed!.body);
          expect((await later.webhooks.listFailures({ endpoint_id: other })).data).toEqual([]);
        } finally {
          await endProcesses();
          await Promise.all([former.close(), newest.close()]);
          await database.drop();
        }
      },
      timeout,
    );
  },
);
