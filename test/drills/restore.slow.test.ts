import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { placeOf } from '../../server/database/embedded/postgres-place.ts';
import { PostgresServer } from '../../server/database/embedded/postgres-server.ts';
import { removePostgres } from '../../server/database/embedded/remove-postgres.ts';
import { bringIn, createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, startProcess, waitUntil, type ServiceProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { Server } from '../replica/replicated-database.ts';
import { freePort } from '../support/free-port.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

afterAll(endProcesses);

/** A server whose write-ahead log is archived, and a base backup of it that is restored next to it at a named point. */
class ArchivedServer {
  readonly primary: Server;
  readonly #home: string;
  readonly #directory: string;
  readonly #archive: string;
  readonly #restoredServer: Server;

  private constructor(home: string, directory: string, archive: string, primary: Server, restored: Server) {
    this.#home = home;
    this.#directory = directory;
    this.#archive = archive;
    this.primary = primary;
    this.#restoredServer = restored;
  }

  static async start(): Promise<ArchivedServer> {
    const home = await mkdtemp(join(tmpdir(), 'agency-service-drill-'));
    await chmod(home, 0o755);
    const place = await placeOf(home);
    const password = randomBytes(12).toString('hex');
    await new PostgresServer(place).initialise(password);
    const archive = `${place.directory}-archive`;
    mkdirSync(archive);
    spawnSync('chown', ['--reference', place.directory, archive]);
    const settings = `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`;
    appendFileSync(join(place.directory, 'postgresql.auto.conf'), settings);
    const primary = new Server(place, place.directory, await freePort(), password);
    const restored = new Server(place, `${place.directory}-restored`, await freePort(), password);
    await primary.start();
    return new ArchivedServer(home, place.directory, archive, primary, restored);
  }

  /** As `pg_basebackup` does: files that are copied while the server works, and the label that recovery begins at. */
  async backUp(): Promise<void> {
    const client = new pg.Client({ connectionString: this.primary.url });
    await client.connect();
    const copy = `${this.#directory}-restored`;
    await client.query("SELECT pg_backup_start('drill', true)");
    spawnSync('cp', ['-a', this.#directory, copy]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    await client.end();
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, file), { force: true });
    writeFileSync(join(copy, 'backup_label'), rows[0]!.labelfile);
    spawnSync('chown', ['--reference', copy, join(copy, 'backup_label')]);
  }

  /** Waits until the archive has everything up to now. */
  async archived(): Promise<void> {
    const [row] = await this.primary.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    const has = async () =>
      (await this.primary.query<{ has: boolean }>('SELECT last_archived_wal >= $1 AS has FROM pg_stat_archiver', [row!.file]))[0]!.has;
    await waitUntil(has, 'the archive of the write-ahead log', 60_000);
  }

  async restoreTo(point: string): Promise<Server> {
    const copy = `${this.#directory}-restored`;
    const settings = [
      'archive_mode = off',
      `restore_command = 'cp ${this.#archive}/%f %p'`,
      `recovery_target_name = '${point}'`,
      "recovery_target_action = 'promote'",
    ];
    appendFileSync(join(copy, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    writeFileSync(join(copy, 'recovery.signal'), '');
    await this.#restoredServer.start();
    const accepts = async () => (await this.#restoredServer.query('SELECT pg_is_in_recovery() AS no'))[0]!.no === false;
    await waitUntil(accepts, 'the end of the recovery', 60_000);
    return this.#restoredServer;
  }

  async close(): Promise<void> {
    await this.#restoredServer.end('SIGQUIT');
    await this.primary.end('SIGQUIT');
    for (const directory of [`${this.#directory}-restored`, this.#archive]) rmSync(directory, { recursive: true, force: true });
    await removePostgres(this.#home);
    rmSync(this.#home, { recursive: true, force: true });
  }
}

const ordersOf = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => order(`${prefix}${index}`, 'c1'));

const countsOf = async (server: Server) =>
  (
    await server.query<{ orders: number; events: number; pending: number }>(
      `SELECT (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM webhook_events)::int AS events,
              (SELECT count(*) FROM delivery_queue)::int AS pending`,
    )
  )[0]!;

/** The ids of the received events about each order, by the beginning of its id. */
function receivedOf(receiver: Receiver, prefix: string, from = 0): string[] {
  const events = receiver.received.slice(from).map(({ event }) => event);
  return events.filter(({ data }) => (data['id'] as string).startsWith(prefix)).map(({ id }) => id);
}

test(
  'a backup restored at a point in time has everything up to it; what waited then is sent again with its ids, and later records are ingested again',
  { timeout: 300_000 },
  async () => {
    const archived = await ArchivedServer.start();
    const receiver = await startReceiver();
    const environment = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), OPERATOR_TOKEN: randomUUID() };
    let service: ServiceProcess | undefined;
    try {
      service = await startProcess({ ...environment, DATABASE_URL: archived.primary.url });
      const agency = await createAgency(service);
      await createEndpoint(service, agency.key, receiver.url);
      await bringIn(service, agency.id, ordersOf('before-backup-', 20));
      await receiver.waitFor(20, 60_000);
      await archived.backUp();
      await bringIn(service, agency.id, ordersOf('after-backup-', 10));
      await receiver.waitFor(30, 60_000);
      const settled = async () => (await countsOf(archived.primary)).pending === 0;
      await waitUntil(settled, 'the outcomes', 30_000);

      receiver.answer = 503;
      await bringIn(service, agency.id, ordersOf('pending-', 5));
      await receiver.waitFor(35, 60_000);
      await archived.primary.query("SELECT pg_create_restore_point('incident')");
      const atPoint = await countsOf(archived.primary);
      expect(atPoint).toEqual({ orders: 35, events: 35, pending: 5 });
      receiver.answer = 200;
      await bringIn(service, agency.id, ordersOf('later-', 7));
      await waitUntil(settled, 'the retries', 60_000);
      const sentBefore = receiver.received.length;
      const [pendingIds, laterIds] = [receivedOf(receiver, 'pending-'), receivedOf(receiver, 'later-')];
      await archived.archived();
      await service.exitAfter('SIGTERM');

      const restored = await archived.restoreTo('incident');
      expect(await countsOf(restored)).toEqual(atPoint);
      expect(await countsOf(archived.primary)).toEqual({ orders: 42, events: 42, pending: 0 });

      service = await startProcess({ ...environment, DATABASE_URL: restored.url });
      await receiver.waitFor(sentBefore + 5, 60_000);
      expect(new Set(receivedOf(receiver, 'pending-', sentBefore))).toEqual(new Set(pendingIds));
      const again = [...ordersOf('after-backup-', 10), ...ordersOf('pending-', 5), ...ordersOf('later-', 7)];
      expect((await bringIn(service, agency.id, again)).body).toEqual({ created: 7, updated: 0, unchanged: 15 });
      await receiver.waitFor(sentBefore + 12, 60_000);
      await waitUntil(async () => (await countsOf(restored)).pending === 0, 'the outcomes after the restore', 60_000);
      expect(receiver.received).toHaveLength(sentBefore + 12);
      const laterAgain = receivedOf(receiver, 'later-', sentBefore);
      expect(laterAgain).toHaveLength(7);
      expect(laterAgain.filter((id) => laterIds.includes(id))).toEqual([]);
      await service.exitAfter('SIGTERM');
    } finally {
      service?.kill('SIGKILL');
      await archived.close();
      await receiver.close();
    }
  },
);
