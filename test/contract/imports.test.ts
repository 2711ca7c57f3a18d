import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Configuration {
  readonly forbidden: readonly { readonly name: string }[];
  readonly options: object;
}

const file = new URL('../../.dependency-cruiser.js', import.meta.url);
const { forbidden, options } = ((await import(file.href)) as { default: Configuration }).default;
const roots = ['server', 'generated', 'spec', 'sdk/src', 'cli/src'];

async function violationsIn(baseDir: string, folders: readonly string[]): Promise<{ rule: string; from: string; to: string }[]> {
  const { output } = await cruise([...folders], { ...options, baseDir, ruleSet: { forbidden }, validate: true } as never, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

test('every import keeps the rules of who may import whom', async () => {
  expect(await violationsIn(process.cwd(), roots)).toEqual([]);
}, 60_000);

/** One import that each rule refuses. */
const refused: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['resources-apart', 'server/resources/orders/list-orders.ts', 'server/resources/fans/present.ts'],
  ['resources-without-http', 'server/resources/orders/get-order.ts', 'server/http/send-problem.ts'],
  ['http-apart', 'server/http/authenticate.ts', 'server/models/models.ts'],
  ['express-in-http', 'server/access/reach.ts', 'node_modules/express/index.js'],
  ['sequelize-in-models', 'server/database/check-pool.ts', 'node_modules/sequelize/index.js'],
  ['delivery-apart', 'server/delivery/claim.ts', 'server/resources/webhooks/present.ts'],
  ['domain-below-operations', 'server/records/ingest.ts', 'server/jobs/task.ts'],
  ['storage-below-domain', 'server/database/sql.ts', 'server/access/reach-sql.ts'],
  ['process-on-top', 'server/log.ts', 'server/composition.ts'],
  ['problems-leaf', 'server/problems/problem.ts', 'server/clock.ts'],
  ['problems-declared', 'server/resources/tags/list-tags.ts', 'server/problems/problem.ts'],
  ['publishing-in-outbox', 'server/resources/tags/present.ts', 'server/access/publishing.ts'],
  ['config-leaf', 'server/config.ts', 'generated/operations.ts'],
  ['only-composition-constructs', 'server/start-notice.ts', 'server/database/pools.ts'],
  ['generated-alone', 'generated/problems.ts', 'server/access/keyring.ts'],
  ['generator-alone', 'spec/generate/main.ts', 'generated/releases.ts'],
  ['server-alone', 'server/metrics.ts', 'sdk/src/index.ts'],
  ['sdk-self-contained', 'sdk/src/client.ts', 'generated/interfaces/orders.ts'],
  ['cli-on-sdk', 'cli/src/main.ts', 'sdk/src/retry.ts'],
];

describe('the rules refuse', () => {
  let project: string;
  let found: string[];

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'agency-service-imports-'));
    const circle = [
      ['', 'server/events/a.ts', 'server/events/b.ts'],
      ['', 'server/events/b.ts', 'server/events/a.ts'],
    ] as const;
    for (const [, from, to] of [...refused, ...circle]) {
      for (const file of [from, to]) await mkdir(dirname(join(project, file)), { recursive: true });
      const target = relative(dirname(from), to);
      await writeFile(
        join(project, from),
        `import { a } from '${target.startsWith('.') ? target : `./${target}`}';\nexport const b = a;\n`,
      );
      await writeFile(join(project, to), 'export const a = 1;\n', { flag: 'wx' }).catch(() => undefined);
    }
    await writeFile(join(project, 'server/events/b.ts'), `import { b } from './a.ts';\nexport const a = b;\n`);
    found = (await violationsIn(project, roots)).map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
  }, 60_000);
  afterAll(() => rm(project, { recursive: true, force: true }));

  test.each(refused)('%s', (rule, from, to) => {
    expect(found).toContain(`${rule}: ${from} → ${to}`);
  });

  test('no-circles', () => {
    expect(found.filter((line) => line.startsWith('no-circles')).length).toBeGreaterThan(0);
  });

  test('each by one example', () => {
    expect(forbidden.map(({ name }) => name).toSorted()).toEqual([...refused.map(([rule]) => rule), 'no-circles'].toSorted());
  });
});
