import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Status } from '../../generated/models.ts';
import { readHistory, recordMinute, recordStatus } from '../../server/status/history.ts';
import { startService, type TestService } from '../support/service.ts';

const fresh = { ageSeconds: 1, oldestChangeSeconds: null };

let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false });
});
afterAll(() => service.close());
beforeEach(() => service.database.query({ text: 'DELETE FROM status_days' }));

type Parts = Status['components'];
const part = (name: string, status: Parts[number]['status']): Parts[number] => ({ name, status, detail: '' });
const record = (...parts: Parts) => recordMinute(service.database, parts);
const minuteLater = () => service.database.query({ text: `UPDATE status_days SET counted_at = counted_at - interval '1 minute'` });
const today = () => new Date().toISOString().slice(0, 10);

describe('the history of the status', () => {
  test('counts each minute once, whichever processes look', async () => {
    await Promise.all([record(part('API', 'operational')), record(part('API', 'operational'))]);
    await record(part('API', 'down'));
    expect(await readHistory(service.database)).toEqual([
      { name: 'API', days: [{ date: today(), operational_minutes: 1, degraded_minutes: 0, down_minutes: 0 }] },
    ]);
  });

  test('counts each part by its state', async () => {
    await record(part('API', 'operational'), part('Workers', 'down'));
    await minuteLater();
    await record(part('API', 'degraded'), part('Workers', 'down'));
    expect(await readHistory(service.database)).toEqual([
      { name: 'API', days: [{ date: today(), operational_minutes: 1, degraded_minutes: 1, down_minutes: 0 }] },
      { name: 'Workers', days: [{ date: today(), operational_minutes: 0, degraded_minutes: 0, down_minutes: 2 }] },
    ]);
  });

  test('is retained for 90 days', async () => {
    await service.database.query({
      text: `INSERT INTO status_days (day, part, operational_minutes, degraded_minutes, down_minutes, counted_at)
             SELECT (now() AT TIME ZONE 'UTC')::date - age, 'API', 1440, 0, 0, now() - interval '1 day' FROM generate_series(1, 100) AS age`,
    });
    await record(part('API', 'operational'));
    const [{ days }] = (await readHistory(service.database)) as [Status['history'][number]];
    expect(days).toHaveLength(90);
    expect(days.at(-1)!.date).toBe(today());
    const [{ count }] = (await service.database.query<{ count: string }>({ text: 'SELECT count(*) FROM status_days' })) as [
      { count: string },
    ];
    expect(Number(count)).toBe(90);
  });

  test('is written by a process that checks itself', async () => {
    await recordStatus(service.database, {
      database: async () => ({ value: { answerMs: 1 }, measuredAt: new Date() }),
      replicas: async () => ({ value: null, measuredAt: new Date() }),
      signingSecrets: async () => ({ value: null, measuredAt: new Date() }),
      behind: async () => ({ value: null, measuredAt: new Date() }),
      oldestDueSeconds: async () => ({ value: 90, measuredAt: new Date() }),
      unclaimedPublicationSeconds: async () => ({ value: 0, measuredAt: new Date() }),
      workers: async () => ({ value: { seenSecondsAgo: 1, waitSeconds: 90 }, measuredAt: new Date() }),
      projections: async () => ({ value: { sentMessages: fresh, analytics: fresh }, measuredAt: new Date() }),
    });
    const late = (await readHistory(service.database)).filter(({ days }) => days[0]!.degraded_minutes === 1);
    expect(late.map(({ name }) => name)).toEqual(['Webhook deliveries']);
  });

  test('is shown by the status, as JSON and as a page', async () => {
    await record(part('Workers', 'down'), part('API', 'operational'));
    const { body } = await service.request('GET', '/status', { key: null, version: null });
    expect(body.history.map(({ name }: { name: string }) => name)).toEqual(['API', 'Workers']);
    const { text } = await service.request('GET', '/status', { key: null, version: null, headers: { accept: 'text/html' } });
    expect(text).toContain(`<span class="down" title="${today()}: down, 0 min degraded, 1 min down"></span>`);
    expect(text.match(/<span class="unknown"/g)).toHaveLength(2 * 89);
    expect(text.match(/Days with incidents: 1<.*/g)).toEqual([
      `Days with incidents: 1</summary><ul><li><time datetime="${today()}">${today()}</time>: 0 min degraded, 1 min down</li></ul></details>`,
    ]);
    expect(text).toContain('Degraded or down: ');
  });
});
