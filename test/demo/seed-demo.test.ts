import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeyFormat } from '../../server/access/keys/api-keys.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { openDemoAgency, type DemoKeyStore } from '../../server/demo/demo-agency.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { startService, type TestService } from '../support/service.ts';
import { examples } from '../../server/demo/examples.ts';

const days = 130;

let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false });
});
afterAll(() => service.close());

class Keeper implements DemoKeyStore {
  demoKey: string | undefined;
  storeDemoKey(apiKey: string): void {
    this.demoKey = apiKey;
  }
}

const format = new ApiKeyFormat('Legacy');
const sealer = new Keyring(randomBytes(32));
const refreshProjections = async () => void (await service.operator('POST', '/operator/v1/projections/refresh'));
const keeper = new Keeper();

async function countsOf(agencyId: string): Promise<Record<string, number>> {
  const tables = [
    'creators',
    'employees',
    'tags',
    'fans',
    'fan_spends',
    'sends',
    'orders',
    'ai_requests',
    'insights',
    'publications',
    'webhook_endpoints',
    'webhook_events',
    'delivery_queue',
    'delivery_history',
    'delivery_failures',
  ];
  const counts = await Promise.all(
    tables.map((table) =>
      service.database.query<{ count: number }>({ text: `SELECT count(*) FROM ${table} WHERE agency_id = $1`, values: [agencyId] }),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]![0]!.count]));
}

/** What a worker would send: nothing is pending, no endpoint is active, and no wake-up was left for one. */
const unsent = () =>
  service.database.query({
    text: `
      SELECT 'delivery' FROM all_deliveries WHERE status = 'pending'
      UNION ALL SELECT 'endpoint' FROM webhook_endpoints WHERE status = 'active' OR drained_generation < generation
      UNION ALL SELECT 'job' FROM graphile_worker.jobs WHERE task_identifier IN ('deliver', 'replay_failures')`,
  });

describe('the demo agency', () => {
  it('is made once, with a key that is stored; a lost key is replaced', async () => {
    const [first, again] = await Promise.all([
      openDemoAgency(service.database, format, keeper),
      openDemoAgency(service.database, format, new Keeper()),
    ]);
    expect(again.agencyId).toBe(first.agencyId);
    expect(await openDemoAgency(service.database, format, keeper)).toEqual(first);
    const lost = new Keeper();
    const replaced = await openDemoAgency(service.database, format, lost);
    expect(lost.demoKey).toBe(replaced.apiKey);
    for (const key of [first.apiKey, replaced.apiKey]) {
      expect(await service.request('GET', '/v1/me', { key })).toMatchObject({ status: 200, body: { agency: { id: first.agencyId } } });
    }
  });

  it('is filled to the same rows when it is interrupted, and leaves nothing to send', async () => {
    const { agencyId, apiKey } = await openDemoAgency(service.database, format, keeper);
    const shares: number[] = [];
    for (let interruptions = 0; interruptions < 3; interruptions += 1) {
      const interruption = new AbortController();
      const onProgress = (share: number) => {
        shares.push(share);
        interruption.abort();
      };
      expect(
        await seedDemo({
          database: service.database,
          agencyId,
          sealer,
          refreshProjections,
          onProgress,
          signal: interruption.signal,
          days,
        }),
      ).toBe(false);
    }
    // Two processes that fill at the same time write each chapter once.
    const fill = () =>
      seedDemo({ database: service.database, agencyId, sealer, refreshProjections, onProgress: (share) => shares.push(share), days });
    expect(await Promise.all([fill(), fill()])).toEqual([true, true]);
    expect(shares.at(-1)).toBe(1);
    const counts = await countsOf(agencyId);
    expect(counts).toMatchObject({ creators: 6, employees: 24, tags: 8, webhook_endpoints: 1 });
    expect(await unsent()).toEqual([]);
    expect(counts.sends).toBeGreaterThan(days * 50);
    expect(await fill()).toBe(true);
    expect(await countsOf(agencyId)).toEqual(counts);

    const spends = await service.database.query({
      text: `
        SELECT s.fan_id FROM fan_spends s
         WHERE s.agency_id = $1 AND s.spend_cents <> (
           SELECT coalesce(sum(o.amount_cents), 0) FROM orders o
            WHERE o.agency_id = s.agency_id AND o.account_id = s.account_id AND o.fan_id = s.fan_id
              AND o.order_type <> 'subscription' AND o.refunded_at IS NULL)`,
      values: [agencyId],
    });
    expect(spends).toEqual([]);
    const [wrong] = await service.database.query({
      text: `
        SELECT count(*) FILTER (WHERE o.created_at >= a.created_at OR o.refunded_at >= a.created_at) AS to_come,
               count(*) FILTER (WHERE o.created_at < f.related_at) AS early, count(*) FILTER (WHERE f.fan_id IS NULL) AS of_nobody
          FROM orders o JOIN agencies a ON a.id = o.agency_id LEFT JOIN fans f USING (agency_id, account_id, fan_id) WHERE o.agency_id = $1`,
      values: [agencyId],
    });
    expect(wrong).toEqual({ to_come: 0, early: 0, of_nobody: 0 });
    // Each purchased media is sold once, evenings are busier than the time before dawn, and every day has facts.
    const [sends] = await service.database.query({
      text: `
        SELECT count(*) FILTER (WHERE sale_status = 'purchased') - (SELECT count(*) FROM orders WHERE agency_id = $1 AND order_type = 'private_media') AS unsold,
               count(*) FILTER (WHERE extract(hour FROM sent_at) = 21) > 8 * count(*) FILTER (WHERE extract(hour FROM sent_at) = 4) AS late,
               count(DISTINCT sent_at::date) >= $2 AS daily
          FROM sends WHERE agency_id = $1`,
      values: [agencyId, days - 1],
    });
    expect(sends).toEqual({ unsold: 0, late: true, daily: true });
    expect(agencyId).toBe(examples.agencyId);
    for (const path of ['/v1/sent-messages', '/v1/orders', '/v1/publications', '/v1/employees', '/v1/tags']) {
      expect((await service.request('GET', path, { key: apiKey })).body.data.length).toBeGreaterThan(5);
    }
  });
});
