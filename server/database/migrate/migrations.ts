import { readdir, readFile } from 'node:fs/promises';
import { declarations, tableNames } from '../../models/tables.ts';

export interface Migration {
  readonly name: string;
  readonly text: string;
  /** Its statements run one by one outside a transaction: `concurrent-indexes.ts`. Others are one transaction. */
  readonly isConcurrent: boolean;
  /** Runs only over Citus, after the other migrations. */
  readonly isOfCitus: boolean;
  /** The names to record: a baseline contains the migrations of its release. */
  readonly contained: readonly string[];
}

const schemaFolder = new URL('../../schema/', import.meta.url);
const ownFolder = new URL('../../migrations/', import.meta.url);

/** The files of the schema, in their order. */
const subjects = ['database', 'agencies', 'facts', 'webhooks', 'delivery', 'projections', 'operators', 'retention', 'privileges'];

/** SQL of the schema without Citus. */
export async function readBaseline(folder: URL = schemaFolder): Promise<string> {
  return (await Promise.all(subjects.map((subject) => readFile(new URL(`${subject}.sql`, folder), 'utf8')))).join('\n');
}

/** SQL of the schema of Citus, with the tables that are declared as `isOnWorkers`. */
async function readCitusSchema(name: string): Promise<string> {
  const onWorkers = tableNames.filter((table) => declarations[table].isOnWorkers).map((table) => `'${table}'`);
  return (await readFile(new URL(`citus/${name}.sql`, schemaFolder), 'utf8')).replaceAll('{tables on workers}', onWorkers.join(', '));
}

/** SQL that moves the tables back from the workers of Citus. */
export const readUndistribution = (): Promise<string> => readCitusSchema('bring-back');

/** Creates the schema of a new database. */
export const baselineName = '000-baseline.sql';

/** Distributes its tables over the workers of Citus. */
export const distributionName = '000-baseline.citus.sql';

/** All migrations of this release, in the order of their names. */
export async function readMigrations(folder: URL = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const isOfCitus = (name: string) => name.endsWith('.citus.sql');
  const migration = (name: string, text: string, others: readonly string[] = []): Migration => ({
    ...{ name, text, isConcurrent: name.endsWith('.concurrent.sql'), isOfCitus: isOfCitus(name) },
    contained: [name, ...others],
  });
  const [ofCitus, plain] = [names.filter(isOfCitus), names.filter((name) => !isOfCitus(name))];
  return [
    migration(distributionName, await readCitusSchema('distribute'), ofCitus),
    migration(baselineName, await readBaseline(), plain),
    ...(await Promise.all(names.map(async (name) => migration(name, await readFile(new URL(name, folder), 'utf8'))))),
  ];
}

/** The migrations that a database lacks, in the order in which they run. */
export function pendingAfter(applied: readonly string[], migrations: readonly Migration[], isCitus: boolean): Migration[] {
  const has = new Set(applied);
  return [false, ...(isCitus ? [true] : [])].flatMap((isOfCitus) => {
    const [baseline, ...others] = migrations.filter((each) => each.isOfCitus === isOfCitus);
    return has.has(baseline!.name) ? others.filter(({ name }) => !has.has(name)) : [baseline!];
  });
}
