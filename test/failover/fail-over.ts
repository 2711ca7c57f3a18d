import { setTimeout as sleep } from 'node:timers/promises';
import { bringIn, createAgency, createEndpoint } from '../process/http.ts';
import { waitUntil, type ServiceProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReplicatedDatabase, type ReplicatedDatabase, type Server } from '../replica/replicated-database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** A primary and a standby, with what lies between them. */
export interface Pair extends ReplicatedDatabase {
  readonly replication: TcpProxy;
}

export async function startPair(isSynchronous: boolean): Promise<Pair> {
  let replication: TcpProxy | undefined;
  const database = await startReplicatedDatabase({
    replicateFrom: async (url) => {
      replication = await startTcpProxy(url);
      return replication.url;
    },
  });
  if (isSynchronous) {
    await database.catchUp();
    await database.primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await database.primary.query('SELECT pg_reload_conf()');
    const isKept = async () => (await database.primary.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).length === 1;
    await waitUntil(isKept, 'the synchronous standby');
  }
  return {
    ...database,
    replication: replication!,
    async close() {
      await database.close();
      await replication!.close();
    },
  };
}

/** Ends the primary as a crash does, and makes the standby the primary, with no standby of its own. Answers with the time of the crash. */
export async function promote({ primary, standby, replication }: Pair): Promise<number> {
  const crashedAt = performance.now();
  await primary.end('SIGQUIT');
  replication.set('down');
  await standby.query(`ALTER SYSTEM SET synchronous_standby_names = ''`);
  await standby.query('SELECT pg_promote()');
  const accepts = async () => (await standby.query('SELECT pg_is_in_recovery() AS no'))[0]!.no === false;
  await waitUntil(accepts, 'the promotion');
  return crashedAt;
}

interface Acknowledged {
  readonly id: string;
  readonly at: number;
}

/** Programs that post new orders all the time, and the receiver of their events. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  readonly receiver: Receiver;
  readonly statuses = new Map<number, number>();
  readonly #loops: Promise<void>[];
  #isStopping = false;

  constructor(service: ServiceProcess, agencyId: string, receiver: Receiver) {
    this.receiver = receiver;
    this.#loops = Array.from({ length: 6 }, (_, loop) => this.#run(service, agencyId, loop));
  }

  /** With an agency of its own, whose receiver takes a moment for each event. */
  static async start(service: ServiceProcess): Promise<Load> {
    const [agency, receiver] = [await createAgency(service), await startReceiver()];
    receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end('ok'), 50);
    await createEndpoint(service, agency.key, receiver.url);
    return new Load(service, agency.id, receiver);
  }

  async #run(service: ServiceProcess, agencyId: string, loop: number): Promise<void> {
    for (let count = 0; !this.#isStopping; count += 1) {
      const id = `o${loop}-${count}`;
      const { status } = await bringIn(service, agencyId, [order(id, 'c1')]).catch(() => ({ status: 0 }));
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status === 200) this.acknowledged.push({ id, at: performance.now() });
      await sleep(status === 200 ? 5 : 50);
    }
  }

  /** Waits until so many more are acknowledged. Answers with the time of the first of them. */
  async more(count: number, timeoutMs = 30_000): Promise<number> {
    const before = this.acknowledged.length;
    await waitUntil(() => this.acknowledged.length >= before + count, `${count} more acknowledged orders`, timeoutMs);
    return this.acknowledged[before]!.at;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#loops);
  }

  /** Ids of the orders whose event the receiver has. */
  received(): Set<string> {
    return new Set(this.receiver.received.map(({ event }) => String(event.data.id)));
  }

  /** Waits until the server has nothing pending. Answers with the acknowledged orders that it does not have. */
  async settled(server: Server): Promise<string[]> {
    const isDone = async () => (await server.query('SELECT FROM delivery_queue')).length === 0;
    await waitUntil(isDone, 'the end of all deliveries', 100_000).catch(async (error: Error) => {
      const [pending, leases] = [await server.query('SELECT * FROM delivery_queue'), await server.query('SELECT * FROM delivery_leases')];
      throw new Error(`${error.message}: ${JSON.stringify({ pending, leases, statuses: [...this.statuses] })}`);
    });
    const stored = new Set((await server.query<{ id: string }>('SELECT id FROM orders')).map(({ id }) => id));
    return this.acknowledged.map(({ id }) => id).filter((id) => !stored.has(id));
  }
}
