import { randomBytes } from 'node:crypto';
import { startCitus } from '../test/support/citus.ts';
import { ClusterWatch, databaseOf, watchableSettings } from './cluster.ts';
import type { Receiver } from './delivery-receiving.ts';
import { deploy, type Side } from './delivery-side.ts';
import { thisCheckout } from './service.ts';
import type { Stops } from './stops.ts';

const owner = 'agency_service';

/** The tests' settings trade durability for time. The number of parts is what Citus makes by itself. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', 'citus.shard_count': '32', ...watchableSettings };

/** A coordinator with so many workers; without a number, PostgreSQL of the same build without Citus. Its deployments may share a database. */
export async function openCitusSide(name: string, workers: number | undefined, receiver: Receiver, stops: Stops): Promise<Side> {
  const cluster = await stops.keep(
    () => startCitus(workers ?? 0, durable),
    (started) => started.stop(),
  );
  const [coordinator, ...others] = cluster.nodes;
  const postgresUrl = coordinator!.url;
  await Promise.all(cluster.nodes.map((node) => node.query(`CREATE ROLE ${owner} LOGIN CREATEROLE`)));
  const watch = await stops.keep(
    () =>
      ClusterWatch.open(
        postgresUrl,
        others.map(({ url }) => url),
      ),
    (opened) => opened.close(),
  );

  const created = new Set<string>();
  const encryptionKey = randomBytes(32);

  async function createDatabase(database: string): Promise<void> {
    if (created.has(database)) return;
    created.add(database);
    if (workers === undefined) return void (await coordinator!.query(`CREATE DATABASE ${database} OWNER ${owner}`));
    await cluster.createDatabase(database, owner);
    const property = `citus_set_node_property('127.0.0.1', ${coordinator!.port}, 'shouldhaveshards', true)`;
    if (workers === 0) await coordinator!.query(`SELECT ${property}`, database);
  }

  return {
    name,
    watch,
    postgresUrl,
    receiver,
    async deploy(database, roles) {
      await createDatabase(database);
      const databaseUrl = Object.assign(new URL(databaseOf(postgresUrl, database)), { username: owner }).href;
      return deploy({ databaseUrl, encryptionKey, checkout: thisCheckout, roles, receiver, stops });
    },
  };
}
