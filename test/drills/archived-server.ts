import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { placeOf, type PostgresPlace } from '../../server/database/embedded/postgres-place.ts';
import { PostgresServer } from '../../server/database/embedded/postgres-server.ts';
import { removePostgres } from '../../server/database/embedded/remove-postgres.ts';
import { waitUntil } from '../process/service-process.ts';
import { Server } from '../replica/replicated-database.ts';
import { freePort } from '../support/free-port.ts';

const launch = promisify(execFile);

/** A server whose write-ahead log is archived, and a base backup of it that is restored next to it. All by the scripts of `deploy/backup`. */
export class ArchivedServer {
  readonly primary: Server;
  readonly restored: Server;
  readonly #home: string;
  readonly #place: PostgresPlace;
  readonly #password: string;

  private constructor(home: string, place: PostgresPlace, password: string, ports: readonly [number, number]) {
    this.#home = home;
    this.#place = place;
    this.#password = password;
    this.primary = new Server(place, place.directory, ports[0], password);
    this.restored = new Server(place, this.#target, ports[1], password);
  }

  static async start(): Promise<ArchivedServer> {
    const home = await mkdtemp(join(tmpdir(), 'agency-service-drill-'));
    await chmod(home, 0o755);
    const place = await placeOf(home);
    const password = randomBytes(12).toString('hex');
    await new PostgresServer(place).initialise(password);
    const server = new ArchivedServer(home, place, password, [await freePort(), await freePort()]);
    // The server's own user runs the scripts, and may not be able to enter the project's folder.
    cpSync('deploy/backup', server.#scripts, { recursive: true });
    for (const folder of [server.archive, server.#backups]) {
      mkdirSync(folder);
      spawnSync('chown', ['--reference', place.directory, folder]);
    }
    const command = `archive_command = '${join(server.#scripts, 'archive-wal.sh')} %p %f ${server.archive}'`;
    appendFileSync(join(place.directory, 'postgresql.auto.conf'), `archive_mode = on\n${command}\n`);
    await server.primary.start();
    return server;
  }

  get archive(): string {
    return `${this.#place.directory}-archive`;
  }

  get #backups(): string {
    return `${this.#place.directory}-backups`;
  }

  /** Where the server's own user may make a folder. */
  get #target(): string {
    return join(this.#backups, 'restored');
  }

  get #scripts(): string {
    return `${this.#home}/scripts`;
  }

  /** Takes a base backup by `pg_basebackup` of a folder, and answers with where it is. */
  async backUp(tools: string): Promise<string> {
    await this.primary.query(`CREATE ROLE backup LOGIN REPLICATION PASSWORD '${this.#password}'`);
    const url = Object.assign(new URL(this.primary.url), { username: 'backup', password: '' }).href;
    const env = { PATH: [tools, process.env.PATH].join(delimiter), PGPASSWORD: this.#password };
    const { stdout } = await launch(join(this.#scripts, 'base-backup.sh'), [url, this.#backups], { ...this.#place.owner, cwd: '/', env });
    return stdout.trim();
  }

  /** Copies the files as `pg_basebackup` does, where it is missing: while the server works, with the label that recovery begins at. */
  async copyFiles(): Promise<string> {
    const client = new pg.Client({ connectionString: this.primary.url });
    await client.connect();
    const copy = join(this.#backups, 'copy');
    await client.query("SELECT pg_backup_start('drill', true)");
    spawnSync('cp', ['-a', this.#place.directory, copy]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    await client.end();
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, file), { force: true });
    writeFileSync(join(copy, 'backup_label'), rows[0]!.labelfile);
    spawnSync('chown', ['--reference', copy, join(copy, 'backup_label')]);
    return copy;
  }

  /** The clock of the server, as a point in time to which it can be restored. */
  async now(): Promise<string> {
    return (await this.primary.query<{ now: string }>('SELECT clock_timestamp()::text AS now'))[0]!.now;
  }

  /** Waits until the archive has everything up to now. Answers with how many files it has. */
  async archived(): Promise<number> {
    const [row] = await this.primary.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    const has = async () =>
      (await this.primary.query<{ has: boolean }>('SELECT last_archived_wal >= $1 AS has FROM pg_stat_archiver', [row!.file]))[0]!.has;
    await waitUntil(has, 'the archive of the write-ahead log', 60_000);
    return readdirSync(this.archive).length;
  }

  async restore(backup: string, time: string): Promise<void> {
    execFileSync(join(this.#scripts, 'restore.sh'), [backup, this.#target, this.archive, time], { ...this.#place.owner, cwd: '/' });
    await this.restored.start();
    const accepts = async () => (await this.restored.query('SELECT pg_is_in_recovery() AS no'))[0]!.no === false;
    await waitUntil(accepts, 'the end of the recovery', 60_000);
  }

  async close(): Promise<void> {
    await this.restored.end('SIGQUIT');
    await this.primary.end('SIGQUIT');
    for (const directory of [this.archive, this.#backups]) rmSync(directory, { recursive: true, force: true });
    await removePostgres(this.#home);
    rmSync(this.#home, { recursive: true, force: true });
  }
}
