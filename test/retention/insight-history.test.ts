import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insightHistory } from '../../server/entities/insight.ts';
import { trimInsightHistory } from '../../server/retention/insight-history.ts';
import { creator, fan } from '../records/records.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
let other: TestAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  [agency, other] = [await service.createAgency(), await service.createAgency()];
  for (const each of [agency, other]) await each.ingest([creator('c1'), fan('account-c1', 'f1'), fan('account-c1', 'f2')]);
});
beforeEach(() => service.database.query({ text: 'DELETE FROM insight_edits' }));
afterAll(() => service.close());

/** Edits of a fan, `text` with its number, the first the latest; `step` apart. */
const addEdits = (of: TestAgency, fanId: string, count: number, { text = 'edit', step = '1 minute' } = {}) =>
  service.database.query({
    text: `
      INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id, edited_at)
      SELECT $1, 'account-c1', $2, $3 || ' ' || n, (SELECT id FROM api_keys WHERE agency_id = $1 LIMIT 1), now() - $5::interval * n
        FROM generate_series(1, $4) n`,
    values: [of.id, fanId, text, count, step],
  });

async function left(of: TestAgency, fanId: string): Promise<string[]> {
  const rows = await service.database.query<{ previous_note: string }>({
    text: 'SELECT previous_note FROM insight_edits WHERE agency_id = $1 AND fan_id = $2 ORDER BY edited_at DESC',
    values: [of.id, fanId],
  });
  return rows.map(({ previous_note }) => previous_note);
}

const numbered = (count: number, text = 'edit') => Array.from({ length: count }, (_, index) => `${text} ${index + 1}`);
const bound = (bounds = insightHistory) => trimInsightHistory(service.database, new AbortController().signal, bounds);

describe('the history of insight edits', () => {
  test('loses edits older than 400 days', async () => {
    await addEdits(agency, 'f1', 5, { step: '99 days' });
    await addEdits(other, 'f1', 5, { step: '101 days' });
    await bound();
    expect(await left(agency, 'f1')).toEqual(numbered(4));
    expect(await left(other, 'f1')).toEqual(numbered(3));
  });

  test('keeps the latest edits of an agency up to the limit', async () => {
    await addEdits(agency, 'f1', 1_060, { step: '2 minutes' });
    await addEdits(agency, 'f2', 1_060, { step: '2 minutes', text: 'second' });
    await addEdits(other, 'f1', 40);
    await bound({ ...insightHistory, editsOfAgency: 49 });
    const counts = [(await left(agency, 'f1')).length, (await left(agency, 'f2')).length];
    // Edits of one instant go together, so that the bound may be passed by one.
    expect(counts[0]! + counts[1]!).toBeGreaterThanOrEqual(49);
    expect(counts[0]! + counts[1]!).toBeLessThanOrEqual(50);
    expect(await left(agency, 'f1')).toEqual(numbered(counts[0]!));
    expect(await left(other, 'f1')).toHaveLength(40);
  });

  test('is not changed below its limits, or when the run is stopped', async () => {
    await addEdits(agency, 'f1', 100);
    await bound();
    expect(await left(agency, 'f1')).toHaveLength(100);
    await addEdits(agency, 'f2', 5, { step: '99 days' });
    await expect(trimInsightHistory(service.database, AbortSignal.abort())).rejects.toThrow();
    expect(await left(agency, 'f2')).toHaveLength(5);
  });
});
