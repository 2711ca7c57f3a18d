import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fencesOf } from '../docs/fences.ts';
import { CopiedTree } from './copied-tree.ts';

/** What the guides are carried out with. */
const missing = [
  ...(spawnSync('java', ['-version']).error ? ['Java'] : []),
  ...(existsSync('.git') && !spawnSync('git', ['--version']).error ? [] : ['git checkout']),
];

/** What makes the pages of the documentation and the console, and where: only the last walk, whose tree has the changes of all, makes them. */
const pages = [
  ['docs/site/build.ts', 'docs/built'],
  ['console/build.ts', 'console/built'],
] as const;

/** Far more than they take, on a busy machine. */
const timeout = 900_000;

describe.skipIf(missing.length > 0)(
  `contributing/, carried out in a copy${missing.length > 0 ? `: left out, there is no ${missing.join(' and no ')} here` : ''}`,
  () => {
    let tree: CopiedTree;
    let samples: string[];
    const git = (...parameters: string[]) => tree.run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.com', ...parameters);
    const commit = async () => {
      await git('add', '-A');
      const { status, text } = await git('commit', '--allow-empty', '-qm', 'A step');
      expect(status, text).toBe(0);
    };

    /** Generates, checks the types of what the service runs, and answers with the files that git sees as changed. */
    const generated = async (): Promise<string[]> => {
      const made = await tree.run(process.execPath, 'tools/generate.ts');
      expect(made.status, made.text).toBe(0);
      const types = await tree.run('node_modules/.bin/tsc', '-p', 'walk.tsconfig.json');
      expect(types.text).toBe('');
      const { text } = await git('status', '--porcelain', '--untracked-files=all');
      return text
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(3));
    };

    beforeAll(async () => {
      const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
      tree = await CopiedTree.of(listed.split('\0').filter((path) => path !== '' && existsSync(path)));
      await tree.write(
        'walk.tsconfig.json',
        JSON.stringify({
          extends: './tsconfig.json',
          compilerOptions: { noEmit: true, incremental: true, tsBuildInfoFile: '.cache/walk.tsbuildinfo' },
          include: ['server', 'generated'],
        }),
      );
      for (const [script, folder] of pages) await tree.write(script, `import { mkdirSync } from 'node:fs';\nmkdirSync('${folder}');\n`);
      await git('init', '-q');
      await commit();
      // Samples are in lists.
      const guides = await Promise.all(
        ['operation', 'field', 'table', 'event-type'].map((name) => readFile(`contributing/${name}.md`, 'utf8')),
      );
      samples = guides.flatMap((guide) => fencesOf(guide.replace(/^ {3}/gm, ''))).map(({ text }) => text);
    }, timeout);
    afterAll(() => tree.remove());

    const sample = (part: string) => samples.find((text) => text.includes(part))!;

    test(
      'an operation changes at most 15 files, and one that the SDK does not call is refused',
      async () => {
        const indented = sample('/v1/tags/{tag_id}:').replace(/^(?=.)/gm, '  ');
        await tree.edit('spec/openapi.yaml', '  /v1/tags:\n', `${indented.trimEnd()}\n  /v1/tags:\n`);
        await tree.write(
          'spec/paths/tags.yaml',
          `${(await tree.read('spec/paths/tags.yaml')).trimEnd()}\n\n${sample('operationId: getTag')}`,
        );
        const imports = "import type { Handler } from '../handler.ts';";
        await tree.write('server/resources/tags/get-tag.ts', `${imports}\n\n${sample('export const getTag')}`);
        const controller = 'server/resources/tags/controller.ts';
        await tree.edit(controller, 'export { listTags }', "export { getTag } from './get-tag.ts';\nexport { listTags }");

        const refused = await tree.run(process.execPath, 'tools/generate.ts');
        expect(refused.status).toBe(1);
        expect(refused.text).toMatch(/^spec\/paths\/tags\.yaml:\d+: getTag has no method in the SDK: name one/m);

        await tree.edit('spec/sdk-methods.yaml', 'list: listTags', `list: listTags\n      ${sample('get: getTag').trim()}`);
        await tree.write('test/api/tags/get-tag.test.ts', '');
        await tree.edit(
          'spec/changelog.yaml',
          '\nchanges:\n',
          "\nchanges:\n  - title: One tag\n    date: '2099-01-01'\n    description: A tag by its id.\n",
        );
        const changed = await generated();
        expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(15);
        await commit();
      },
      timeout,
    );

    test(
      'a field changes at most 9 files besides its test and its line in the changelog, and orders without it are recorded like others',
      async () => {
        const schema = '{ type: integer, format: int32, minimum: 0, maximum: 2147483647, description: Fee in euro cents. }';
        const order = 'spec/schemas/orders.yaml';
        await tree.edit(order, '    - amount_cents\n', '    - amount_cents\n    - fee_cents\n');
        await tree.edit(
          order,
          '    created_at:\n      type: string\n      format: date-time\n      description: When the fan bought.',
          `    fee_cents: ${schema}\n    created_at:\n      type: string\n      format: date-time\n      description: When the fan bought.`,
        );
        const text = await tree.read(order);
        await tree.write(order, text.replace(/^( +)amount_cents: (\d+)$/gm, '$1amount_cents: $2\n$1fee_cents: 20'));
        await tree.edit(
          'spec/schemas/records.yaml',
          '    created_at: { type: string, format: date-time, description: When the fan bought. }',
          `    fee_cents: ${schema}\n    created_at: { type: string, format: date-time, description: When the fan bought. }`,
        );

        const [column, shown] = sample('fee_cents: recorded')
          .trim()
          .split('\n')
          .map((line) => line.trim());
        const definition = sample('fee_cents integer').trim();
        await tree.edit('server/schema/facts.sql', '  refunded_at timestamptz(3),', `  refunded_at timestamptz(3),\n  ${definition}`);
        await tree.write('server/migrations/001-order-fees.sql', `ALTER TABLE orders ADD COLUMN ${definition.slice(0, -1)};\n`);
        await tree.edit('server/models/facts.ts', '    amount_cents: recorded', `    ${column}\n    amount_cents: recorded`);
        await tree.edit('server/entities/order.ts', '    created_at: row.created_at', `    ${shown}\n    created_at: row.created_at`);
        const changed = await generated();
        expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(9);
        const walk = await tree.run('node_modules/.bin/vitest', 'run', '--reporter', 'verbose', 'test/records/optional-fields.test.ts');
        expect(walk.text).toContain("with and without 'fee_cents' of 'OrderRecord'");
        expect(walk.status, walk.text).toBe(0);
      },
      timeout,
    );

    test(
      'a table changes at most 7 files with its test, and is declared as the database has it',
      async () => {
        await commit();
        const definition = sample('CREATE TABLE saved_filters');
        await tree.write('server/schema/facts.sql', `${await tree.read('server/schema/facts.sql')}\n${definition}`);
        await tree.write('server/migrations/002-saved-filters.sql', definition);
        await tree.write('server/models/facts.ts', `${await tree.read('server/models/facts.ts')}\n${sample('export const savedFilters')}`);
        const list = 'server/models/tables.ts';
        await tree.edit(list, '  tags: facts.tags,\n', `  tags: facts.tags,\n  ${sample('saved_filters: facts.savedFilters').trim()}\n`);
        await tree.write('test/api/fans/saved-filters.test.ts', '');
        await tree.edit(
          'docs/retention.md',
          '| `tags` |',
          '| `saved_filters` | nothing | permanently | not affected | deleted |\n| `tags` |',
        );
        const written = await tree.run(
          'node_modules/.bin/vitest',
          'run',
          'test/database/growth.test.ts',
          '-t',
          'what the tables declare',
          '-u',
        );
        expect(written.status, written.text).toBe(0);
        expect(await tree.read('docs/data.md')).toContain('| `saved_filters` | a key | 100 of an agency |');
        const changed = await generated();
        expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(7);
        const tests = ['test/orm/tables.test.ts', 'test/database/row-level-security.test.ts', 'test/docs/retention.test.ts'];
        const walk = await tree.run('node_modules/.bin/vitest', 'run', ...tests, 'test/retention/agency-erasure.test.ts');
        expect(walk.status, walk.text).toBe(0);
      },
      timeout,
    );

    test(
      'an event type changes at most 5 files by hand, with its test and its line in the changelog',
      async () => {
        for (const [script] of pages) await tree.write(script, await readFile(script, 'utf8'));
        await commit();
        const schemas = 'spec/schemas/events.yaml';
        const branch = sample("- $ref: '#/AssignmentRemovedEvent'").trim();
        await tree.edit(schemas, "    - $ref: '#/PingEvent'\n", `    ${branch}\n    - $ref: '#/PingEvent'\n`);
        await tree.edit(schemas, '\nPingEvent:\n', `\n${sample('type: assignment.removed').trimEnd()}\n\nPingEvent:\n`);
        const publisher = 'server/resources/fans/change-assignment.ts';
        await tree.edit(publisher, '    },\n  ]);', `    },\n${sample("'assignment.removed' as const").trimEnd()}\n  ]);`);
        await tree.write('test/api/fans/unassign-fan.test.ts', '');
        await tree.edit(
          'docs/webhooks-in-production.md',
          '| `assignment.updated` | [fans]',
          '| `assignment.removed` | fans |\n| `assignment.updated` | [fans]',
        );
        await tree.edit(
          'spec/changelog.yaml',
          '\nchanges:\n',
          "\nchanges:\n  - title: Removed assignments\n    date: '2099-01-02'\n    description: An event for each.\n",
        );
        const changed = await generated();
        const byHand = changed.filter((path) => !path.startsWith('generated/'));
        expect(byHand.length, changed.join('\n')).toBeLessThanOrEqual(5);
        for (const path of ['generated/events.ts', 'sdk/src/generated/events.ts', 'docs/built/docs/events/assignment.removed.html']) {
          expect(await tree.read(path)).toContain('assignment.removed');
        }
      },
      timeout,
    );
  },
);
