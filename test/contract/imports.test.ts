import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
const roots = ['server', 'generated', 'spec', 'sdk/src', 'cli/src', 'console/src'];

async function violationsIn(baseDir: string, folders: readonly string[]): Promise<{ rule: string; from: string; to: string }[]> {
  const { output } = await cruise([...folders], { ...options, baseDir, ruleSet: { forbidden }, validate: true } as never, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

/** One import that each rule refuses, besides those of folders. */
const refused: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['resources-independent', 'server/resources/orders/list-orders.ts', 'server/resources/fans/find-fan.ts'],
  ['resources-without-database', 'server/resources/orders/get-order.ts', 'server/database/client/worker-pool.ts'],
  ['resources-use-scoped-data', 'server/resources/orders/get-order.ts', 'server/orm/database.ts'],
  ['resources-use-scoped-data', 'server/resources/orders/get-order.ts', 'server/models/facts.ts'],
  ['resources-use-scoped-data', 'server/resources/operator/agencies/list-agencies.ts', 'server/orm/sequelize-pool.ts'],
  ['inject-data-access', 'server/resources/tags/list-tags.ts', 'server/access/scope/scoped-models.ts'],
  ['inject-data-access', 'server/resources/operator/agencies/list-agencies.ts', 'server/orm/operator-models.ts'],
  ['inject-data-access', 'server/resources/operator/agencies/create-agency.ts', 'server/models/tables.ts'],
  ['resources-without-drivers', 'server/resources/orders/get-order.ts', 'node_modules/sequelize/index.js'],
  ['resources-without-drivers', 'server/resources/orders/list-orders.ts', 'node_modules/pg/index.js'],
  ['resources-without-database', 'server/resources/fans/change-assignment.ts', 'server/database/client/publishing.ts'],
  ['http-opens-no-connections', 'server/http/steps/authenticate.ts', 'server/database/client/worker-pool.ts'],
  ['publishers-see-the-dispatcher', 'server/events/outbox.ts', 'server/delivery/deliverer.ts'],
  ['express-in-http', 'server/access/scope/tenant-scope.ts', 'node_modules/express/index.js'],
  ['express-in-http', 'server/resources/orders/list-orders.ts', 'node_modules/express/index.js'],
  ['sequelize-in-orm', 'server/database/client/worker-pool.ts', 'node_modules/sequelize/index.js'],
  ['composition-below-startup', 'server/composition/core.ts', 'server/startup/startup.ts'],
  ['no-import-of-process-files', 'server/log/log.ts', 'server/composition/compose-service.ts'],
  ['no-import-of-process-files', 'server/jobs/heartbeat.ts', 'server/metrics/metrics.ts'],
  ['leaves-import-only-leaves', 'server/problems/problem.ts', 'server/access/scope/tenant-scope.ts'],
  ['leaves-import-only-leaves', 'server/config/installation.ts', 'server/database/client/sql.ts'],
  ['only-http-creates-problems', 'server/resources/tags/list-tags.ts', 'server/problems/problem.ts'],
  ['only-outbox-publishes', 'server/ingestion/ingest.ts', 'server/database/client/publishing.ts'],
  ['config-is-independent', 'server/config/config.ts', 'generated/operations.ts'],
  ['config-is-independent', 'server/lib/clock.ts', 'server/lib/liveness.ts'],
  ['only-composition-constructs', 'server/startup/start-notice.ts', 'server/database/client/worker-pool.ts'],
  ['only-composition-constructs', 'server/http/public-app.ts', 'server/orm/database.ts'],
  ['only-composition-constructs', 'server/processes/service-process.ts', 'server/ingestion/ingestor.ts'],
  ['generated-is-independent', 'generated/problems.ts', 'server/access/encryption/keyring.ts'],
  ['generator-is-independent', 'spec/generate/main.ts', 'generated/releases.ts'],
  ['server-is-independent', 'server/metrics/metrics.ts', 'sdk/src/index.ts'],
  ['sdk-self-contained', 'sdk/src/client.ts', 'generated/interfaces/orders.ts'],
  ['cli-on-sdk', 'cli/src/main.ts', 'sdk/src/retry.ts'],
  ['console-on-contract', 'console/src/format.ts', 'cli/src/money.ts'],
];

/** The allowed imports of the server's folders and its leaves, from `ARCHITECTURE.md`. */
function readClaims(): { readonly folders: ReadonlyMap<string, readonly string[]>; readonly leaves: readonly string[] } {
  const [, section] = readFileSync('ARCHITECTURE.md', 'utf8').split('## Who may import whom\n');
  const namesOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const rows = [...section!.split('\n## ')[0]!.matchAll(/^\| (`.*) \|(.*)\|$/gm)];
  const leaves = namesOf(/^Leaves([\s\S]*?)\n\n/m.exec(section!)![1]!);
  return { folders: new Map(rows.map(([, folder, below]) => [namesOf(folder!)[0]!, namesOf(below!)])), leaves };
}

const { folders, leaves } = readClaims();
const pairs = [...folders.keys()].flatMap((from) => [...folders.keys()].filter((to) => to !== from).map((to) => [from, to] as const));

describe('the rules refuse', () => {
  let project: string;
  let found: string[];

  async function plant(from: string, ...targets: readonly string[]): Promise<void> {
    for (const file of [from, ...targets]) await mkdir(dirname(join(project, file)), { recursive: true });
    const imports = targets.map((to, index) => {
      const path = relative(dirname(from), to);
      return `import { a as a${index} } from '${path.startsWith('.') ? path : `./${path}`}';\n`;
    });
    await writeFile(join(project, from), `${imports.join('')}export const b = [${targets.map((_, index) => `a${index}`).join(', ')}];\n`);
    for (const to of targets) await writeFile(join(project, to), 'export const a = 1;\n', { flag: 'wx' }).catch(() => undefined);
  }

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'agency-service-imports-'));
    const planted = Map.groupBy(refused, ([, from]) => from);
    for (const [from, examples] of planted) await plant(from, ...examples.map(([, , to]) => to));
    for (const from of folders.keys()) {
      const others = [...folders.keys()].filter((to) => to !== from).map((to) => `server/${to}/a.ts`);
      await plant(`server/${from}/b.ts`, ...others, ...leaves.map((leaf) => `server/${leaf.endsWith('/') ? `${leaf}a.ts` : leaf}`));
    }
    await writeFile(join(project, 'server/events/one.ts'), `import { b } from './other.ts';\nexport const a = b;\n`);
    await writeFile(join(project, 'server/events/other.ts'), `import { a } from './one.ts';\nexport const b = a;\n`);
    found = (await violationsIn(project, roots)).map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
  }, 60_000);
  afterAll(() => rm(project, { recursive: true, force: true }));

  test.each(refused)('%s: %s → %s', (rule, from, to) => {
    expect(found).toContain(`${rule}: ${from} → ${to}`);
  });

  test.each(pairs.filter(([from, to]) => !folders.get(from)!.includes(to)))('%s → %s, which is not declared', (from, to) => {
    expect(found).toContain(`folder-${from}: server/${from}/b.ts → server/${to}/a.ts`);
  });

  test('no more than that', () => {
    const documented = pairs
      .filter(([from, to]) => folders.get(from)!.includes(to))
      .map(([from, to]) => `server/${from}/b.ts → server/${to}/a.ts`);
    const fine = [...documented, ...leaves.flatMap((leaf) => [...folders.keys()].map((from) => `server/${from}/b.ts → server/${leaf}`))];
    expect(found.filter((line) => line.startsWith('folder-') && fine.some((arrow) => line.includes(arrow)))).toEqual([]);
    expect(documented.length).toBeGreaterThan(20);
  });

  test('no-circular-imports', () => {
    expect(found.filter((line) => line.startsWith('no-circular-imports')).length).toBeGreaterThan(0);
  });

  test('each by one example', () => {
    const names = forbidden.map(({ name }) => name).filter((name) => !name.startsWith('folder-'));
    expect(names.toSorted()).toEqual([...new Set(refused.map(([rule]) => rule)), 'no-circular-imports'].toSorted());
  });
});

test('every folder of the server has import rules or is a leaf', async () => {
  const present = (await readdir('server', { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const known = [...folders.keys(), ...leaves.flatMap((leaf) => (leaf.endsWith('/') ? [leaf.slice(0, -1)] : []))];
  expect(
    present.filter((name) => !['migrations', 'schema', 'composition', 'metrics', 'startup', 'processes'].includes(name)).toSorted(),
  ).toEqual(known.toSorted());
});
