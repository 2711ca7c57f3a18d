import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  readonly name: string;
  readonly text: string;
  /** Its statements run one by one outside a transaction: `concurrent-indexes.ts`. Others are one transaction. */
  readonly isConcurrent: boolean;
}

const ownFolder = new URL('../../migrations/', import.meta.url);

/** The migrations of this release, in their order. */
export async function readMigrations(folder: URL = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      name,
      text: await readFile(new URL(name, folder), 'utf8'),
      isConcurrent: name.endsWith('.concurrent.sql'),
    })),
  );
}

const citusFolder = new URL('citus/', ownFolder);

/** The migrations that a database of Citus needs after those. They have a record of their own. */
export const readCitusMigrations = async (): Promise<Migration[]> =>
  (await readMigrations(citusFolder)).map((migration) => ({ ...migration, name: `citus/${migration.name}` }));

/** SQL that brings the tables back from the workers of Citus. */
export const readWayBack = (): Promise<string> => readFile(new URL('back/tables.sql', citusFolder), 'utf8');
