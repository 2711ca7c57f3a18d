import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where packages of PostgreSQL have their programs. */
const folders = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/postgresql-*/bin', '/usr/local/pgsql/bin'];

/** The folder of `pg_basebackup` of a release, or a later one: it refuses servers that are newer than itself. */
export function backupToolsFor(release: number): string | undefined {
  const given = [process.env.POSTGRES_TOOLS, process.env.PATH].join(delimiter).split(delimiter).filter(Boolean);
  return [...given, ...globSync(folders)].find((folder) => {
    const { stdout } = spawnSync(join(folder, 'pg_basebackup'), ['--version'], { encoding: 'utf8' });
    return Number(/ (\d+)[.\w]* ?/.exec(stdout ?? '')?.[1] ?? 0) >= release;
  });
}
