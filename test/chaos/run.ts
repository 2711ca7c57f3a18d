import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../process/service-process.ts';
import { account, type Account } from './accounting.ts';
import { attack, databaseDeck, processDeck } from './attack.ts';
import { ChaosDatabase, type Absence } from './database.ts';
import type { EndpointLife } from './endpoint-life.ts';
import { FaultLog, type Fault } from './faults.ts';
import { Fleet, type Role } from './fleet.ts';
import { Market } from './market.ts';
import { Random } from './random.ts';
import { Receivers } from './receivers.ts';
import { startPostgres, type ChaosServers } from './servers.ts';
import { readFinalState } from './final-state.ts';
import { Workload } from './workload.ts';

export interface ChaosOptions {
  readonly seed: number;
  /** How long facts arrive and faults happen. */
  readonly forMs: number;
  /** Between one fault and the next, at least and at most. */
  readonly pausesMs: { readonly database: readonly [number, number]; readonly processes: readonly [number, number] };
  /** The longest outage of the database. */
  readonly longestOutageMs: number;
  /** Whether deliveries are refused up to four times, which takes six minutes to settle, and processes are paused for longer than their lease. */
  readonly isDeep: boolean;
  /** Starts the PostgreSQL: one server unless given. */
  readonly startServers?: () => Promise<ChaosServers>;
  readonly onFault?: (fault: Fault) => void;
  readonly onProgress?: (text: string) => void;
}

export interface Chaos {
  readonly account: Account;
  /** Keeps what every process said. */
  keepLogs(directory: string): void;
}

/** First each half of the service in processes of its own, then both halves in each. */
const phases: readonly Readonly<Record<string, Role>>[] = [
  { api: 'api', 'worker-1': 'worker', 'worker-2': 'worker' },
  { 'all-1': 'all', 'all-2': 'all' },
];

/** Deliveries that begin in this share of the time may be refused four times: their last attempts end about when it is over. */
const deepShare = 0.4;

/** From the last fault on: attempts and the longest wait between them, and time to find the dead. */
const settlesWithinMs = 420_000;

/** Holds the service to its promises while everything goes wrong, and accounts for every request. */
export async function runChaos(options: ChaosOptions): Promise<Chaos> {
  const { seed, forMs, pausesMs, longestOutageMs, isDeep, onProgress = () => undefined } = options;
  const random = new Random(seed);
  const faults = new FaultLog(options.onFault);
  const [database, receivers] = await Promise.all([
    ChaosDatabase.start(faults, options.startServers ?? startPostgres),
    Receivers.start(seed),
  ]);
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: randomBytes(24).toString('base64url'),
  };
  const fleet = new Fleet(env, faults);
  const market = new Market(fleet, receivers);
  try {
    await fleet.open(phases[0]!);
    await market.open();
    receivers.setMood(isDeep ? 'deep' : 'shallow');
    const shallow = setTimeout(() => receivers.setMood('shallow'), forMs * deepShare);
    const workload = new Workload(market, random.apart());
    const longest = random.shuffled<Absence>(['mute', 'refusing']);
    for (const [index, phase] of phases.entries()) {
      if (index > 0) {
        await fleet.retire();
        await fleet.open(phase);
      }
      const [ofDatabase, ofProcesses] = [random.apart(), random.apart()];
      const phaseMs = forMs / phases.length;
      await Promise.all([
        attack(databaseDeck(database, ofDatabase, longestOutageMs, longest[index]!), ofDatabase, phaseMs, pausesMs.database),
        attack(processDeck(fleet, ofProcesses, isDeep), ofProcesses, phaseMs, pausesMs.processes),
      ]);
      await fleet.allReady();
    }
    clearTimeout(shallow);
    await workload.end();
    receivers.setMood('calm');
    await settle(database, fleet, market, onProgress);
    const finalState = await readFinalState(database, market);
    await fleet.retire();
    const openLeases = await database.query('SELECT FROM delivery_leases WHERE ended_at IS NULL');
    const { batches, endpoints, replays, answers } = market;
    const { lives } = fleet;
    const requests = await receivers.requests();
    return {
      account: account({
        batches,
        endpoints,
        replays,
        answers,
        requests,
        faults: faults.faults,
        lives,
        finalState,
        openLeases: openLeases.length,
      }),
      keepLogs: (directory) => fleet.keepLogs(directory),
    };
  } finally {
    await fleet.retire();
    receivers.close();
    await database.close();
  }
}

/** Waits for the end of every delivery, replays whatever failed, and waits again. What does not end is found by the account. */
async function settle(database: ChaosDatabase, fleet: Fleet, market: Market, tell: (text: string) => void): Promise<void> {
  for (const slot of fleet.slots) await slot.stepClock(0);
  for (const agency of market.agencies) await market.adoptEndpoints(agency);
  const living = market.endpoints.filter(({ state }) => state !== 'deleted');
  await enable(market, living);
  await untilNothingIsPending(database, tell);
  // The last failures may have opened a breaker.
  await enable(market, living);
  for (const endpoint of living) await retried(`the replay of what failed at ${endpoint.name}`, () => market.replayAll(endpoint));
  await untilNothingIsPending(database, tell);
  await retried('the end of transactions between the two phases of a commit', async () => (await database.countPrepared()) === 0);
  await retried('the refresh of the projections', () => market.refreshProjections());
}

async function enable(market: Market, endpoints: readonly EndpointLife[]): Promise<void> {
  for (const endpoint of endpoints) await retried(`the enabling of ${endpoint.name}`, () => market.setStatus(endpoint, 'active'));
}

function retried(what: string, isDone: () => Promise<boolean>): Promise<void> {
  return waitUntil(isDone, what, 60_000);
}

async function untilNothingIsPending(database: ChaosDatabase, tell: (text: string) => void): Promise<void> {
  const tellEveryMs = 15_000;
  let toldAt = Date.now();
  for (const until = Date.now() + settlesWithinMs; Date.now() < until; await sleep(300)) {
    const [left] = await database.query<{ deliveries: number; orders: number }>(
      'SELECT (SELECT count(*) FROM delivery_queue)::int AS deliveries, (SELECT count(*) FROM replay_orders)::int AS orders',
    );
    if (left!.deliveries === 0 && left!.orders === 0) return;
    if (Date.now() - toldAt < tellEveryMs) continue;
    toldAt = Date.now();
    tell(`${left!.deliveries} deliveries and ${left!.orders} orders of replays are pending`);
  }
  tell('what is pending does not end');
}
