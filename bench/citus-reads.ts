import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterWatch } from './cluster.ts';
import { makeAgency, operate, orderOf, type BenchAgency } from './neighbours-agency.ts';
import { cpuSecondsOf } from './processes.ts';
import type { RunningService } from './service.ts';

/** CPU seconds per 1,000 requests. */
export interface ReadCost {
  readonly serviceCpu: number;
  readonly databaseCpu: number;
  readonly cpu: number;
}

const inFlight = 8;
const yearMinutes = 365 * 24 * 60;
const holding = { creators: 20, fans: 500, orders: 0, keys: 40 };
const dayMs = 86_400_000;

export interface Reader {
  readonly agency: BenchAgency;
  readonly orderId: string;
}

/** Makes an agency with orders of a year, whose analytics are up to date. */
export async function makeReader(service: RunningService, orderCount: number): Promise<Reader> {
  const agency = await makeAgency(service, 'Reader', holding);
  const orders = Array.from({ length: orderCount }, (_, n) => ({
    ...orderOf(n, holding),
    id: `read-${n}`,
    created_at: new Date(Date.now() - Math.floor((n * yearMinutes) / orderCount) * 60_000).toISOString(),
  }));
  for (let from = 0; from < orders.length; from += 1_000) {
    await operate(service, `/operator/v1/agencies/${agency.id}/records`, { records: orders.slice(from, from + 1_000) });
  }
  await operate(service, '/operator/v1/projections/refresh', {});
  return { agency, orderId: 'read-7' };
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

export const readsOf = ({ orderId }: Reader): Readonly<Record<string, string>> => ({
  'an order': `/v1/orders/${orderId}`,
  'a page of 50 orders': '/v1/orders?limit=50',
  'revenue of a year': `/v1/analytics/revenue?start=${day(360)}&end=${day(0)}&timezone=UTC`,
});

async function get({ url }: RunningService, path: string, key: string): Promise<void> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}`, 'service-version': 'Amethyste' } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

/** Reads a path with the keys of the agency in turn. */
export async function measureReads(
  { services, watch }: { readonly services: readonly RunningService[]; readonly watch: ClusterWatch },
  { agency }: Reader,
  path: string,
  requests: number,
): Promise<ReadCost> {
  const [service] = services;
  const read = async (count: number) => {
    let next = 0;
    const client = async () => {
      while (next < count) await get(service!, path, agency.keys[next++ % agency.keys.length]!);
    };
    await Promise.all(Array.from({ length: inFlight }, client));
  };
  // The first ones compile and fill caches.
  await read(requests / 5);
  const seconds = () => ({ service: services.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0), database: watch.cpuSeconds() });
  const before = seconds();
  await read(requests);
  // Sessions report what they have used.
  await sleep(200);
  const after = seconds();
  const per = (value: number) => (value / requests) * 1_000;
  const [serviceCpu, databaseCpu] = [per(after.service - before.service), per(after.database - before.database)];
  return { serviceCpu, databaseCpu, cpu: serviceCpu + databaseCpu };
}
