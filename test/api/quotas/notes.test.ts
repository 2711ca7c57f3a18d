import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insightHistory } from '../../../server/entities/insight.ts';
import { trimInsightHistory } from '../../../server/retention/insight-history.ts';
import { fan } from '../../records/records.ts';
import { useService, type Agency } from '../agency.ts';
import { allow, quotasOf } from './quotas.ts';

const pathOf = (fanId: string, account = 'account-c1') => `/v1/accounts/${account}/fans/${fanId}/insight`;
const fanIds = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);

async function edit(agency: Agency, fanId: string, note: string, { account = 'account-c1', key = agency.key } = {}): Promise<void> {
  const { etag } = (await agency.get(pathOf(fanId, account), { key })).body;
  const answer = await agency.call('PATCH', pathOf(fanId, account), { key, body: { note, etag } });
  expect(answer.status, answer.text).toBe(200);
}

/** A note of 20,000 characters that nothing compresses much. */
const long = () => randomBytes(10_000).toString('hex');

const stored = async (agency: Agency) =>
  (
    await agency.rows<{ bytes: number; count: number; recorded: number }>(
      `SELECT coalesce(sum(insight_edit_bytes(e.previous_note)), 0)::bigint AS bytes, count(e.id) AS count,
              (SELECT insight_history_bytes_used FROM agency_quotas WHERE agency_id = $1) AS recorded
         FROM insight_edits e WHERE e.agency_id = $1`,
    )
  )[0]!;

describe('the quota of histories of notes', () => {
  const newAgency = useService();

  const withFans = async (count: number) => {
    const agency = await newAgency();
    await agency.ingest(...fanIds(count).flatMap((id) => [fan('account-c1', id), fan('account-c2', id)]));
    return agency;
  };
  const edits = (agency: Agency) =>
    agency.rows<{ fan_id: string; previous_note: string }>(
      'SELECT fan_id, previous_note FROM insight_edits WHERE agency_id = $1 ORDER BY edited_at, id',
    );

  it('is never exceeded, however many fans are edited at the same time, and no edit is refused', { timeout: 60_000 }, async () => {
    const agency = await withFans(12);
    const allowed = 100_000;
    await allow(agency, { insight_history_bytes: allowed });
    let isOver = false;
    const seen: { bytes: number; recorded: number }[] = [];
    const watching = (async () => {
      while (!isOver) seen.push(await stored(agency));
    })();
    // The worker limits histories too, here to few edits of the agency, so that it removes some at the same time.
    const bounding = (async () => {
      const bounds = { ...insightHistory, editsOfAgency: 4 };
      while (!isOver) await trimInsightHistory(agency.service.database, new AbortController().signal, bounds);
    })();
    await Promise.all(
      fanIds(12).map(async (id) => {
        for (let n = 0; n < 4; n++) await edit(agency, id, long());
      }),
    );
    isOver = true;
    await Promise.all([watching, bounding]);
    expect(Math.max(...seen.map(({ bytes }) => bytes))).toBeLessThanOrEqual(allowed);
    expect(seen.filter(({ bytes, recorded }) => bytes !== recorded)).toEqual([]);
    const left = await stored(agency);
    expect(left.bytes).toBe(left.recorded);
    expect(left.bytes).toBeGreaterThan(0);
    expect((await quotasOf(agency)).insight_history_bytes).toEqual({ used: left.bytes, allowed });
  });

  it('removes the oldest edits of the agency, from any key, and keeps every note', async () => {
    const agency = await withFans(3);
    for (const id of fanIds(3)) await edit(agency, id, `${id} 1`);
    for (const id of fanIds(3)) await edit(agency, id, `${id} 2`);
    const each = 256 + 4;
    expect((await quotasOf(agency)).insight_history_bytes.used).toBe(3 * 256 + 3 * each);
    await allow(agency, { insight_history_bytes: 3 * each });
    await edit(agency, 'f0', 'f0 3', { key: agency.restrictedKey });
    expect(await edits(agency)).toEqual([
      { fan_id: 'f1', previous_note: 'f1 1' },
      { fan_id: 'f2', previous_note: 'f2 1' },
      { fan_id: 'f0', previous_note: 'f0 2' },
    ]);
    expect((await agency.get(pathOf('f2'))).body.note).toBe('f2 2');
    // A key for one creator makes room as any other does, and sees nothing of what the others have.
    await edit(agency, 'f0', 'of c2', { account: 'account-c2' });
    for (let n = 4; n < 7; n++) await edit(agency, 'f0', `f0 ${n}`, { key: agency.restrictedKey });
    expect((await edits(agency)).map(({ previous_note }) => previous_note)).toEqual(['f0 3', 'f0 4', 'f0 5']);
    expect((await quotasOf(agency, agency.restrictedKey)).insight_history_bytes).toEqual({ used: null, allowed: 3 * each });
  });

  it('is that of one agency', async () => {
    const [agency, other] = [await withFans(1), await withFans(1)];
    for (const note of ['first', 'second']) await edit(other, 'f0', note);
    await allow(agency, { insight_history_bytes: 300 });
    for (const note of ['first', 'second', 'third']) await edit(agency, 'f0', note);
    expect((await edits(agency)).map(({ previous_note }) => previous_note)).toEqual(['second']);
    expect((await edits(other)).map(({ previous_note }) => previous_note)).toEqual(['', 'first']);
    expect((await quotasOf(other)).insight_history_bytes).toEqual({ used: 2 * 256 + 5, allowed: 1_000_000_000 });
  });

  it('makes room for the longest edit among the shortest ones', async () => {
    const agency = await withFans(1);
    await edit(agency, 'f0', String.fromCodePoint(0x1f600).repeat(20_000));
    await agency.rows(
      `INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id, edited_at)
       SELECT agency_id, account_id, fan_id, '', key_id, edited_at - interval '1 second' * n
         FROM insight_edits, generate_series(1, 99) n WHERE agency_id = $1 RETURNING 1`,
    );
    await agency.ingest(...fanIds(40).map((id) => fan('account-c2', id)));
    await agency.rows(
      `INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id, edited_at)
       SELECT e.agency_id, 'account-c2', 'f' || n % 40, '', e.key_id, e.edited_at - interval '1 hour' - interval '1 second' * n
         FROM (SELECT * FROM insight_edits WHERE agency_id = $1 ORDER BY edited_at DESC LIMIT 1) e, generate_series(1, 900) n RETURNING 1`,
    );
    const allowed = 1_000 * 256;
    await allow(agency, { insight_history_bytes: allowed });
    expect((await stored(agency)).bytes).toBe(allowed);
    await edit(agency, 'f0', 'short');
    const { bytes, count } = await stored(agency);
    expect(bytes).toBeLessThanOrEqual(allowed);
    expect(bytes).toBeGreaterThan(allowed - 256);
    expect(count).toBeGreaterThan(600);
  });

  it('is lowered below the use of the agency: the excess goes with edits and by the clock; and nothing is stored under a limit of 0', async () => {
    const agency = await withFans(10);
    await edit(agency, 'f0', 'first');
    await agency.rows(
      `INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id, edited_at)
       SELECT agency_id, account_id, 'f' || n % 10, '', key_id, edited_at - interval '1 second' * n
         FROM insight_edits, generate_series(1, 900) n WHERE agency_id = $1 RETURNING 1`,
    );
    await allow(agency, { insight_history_bytes: 10 * 256 });
    const before = await stored(agency);
    await edit(agency, 'f1', 'then');
    expect((await stored(agency)).bytes).toBe(before.bytes + 256 - 400 * 256);
    await trimInsightHistory(agency.service.database, new AbortController().signal);
    expect(await stored(agency)).toEqual({ bytes: 10 * 256, recorded: 10 * 256, count: 10 });
    await allow(agency, { insight_history_bytes: 0 });
    await edit(agency, 'f1', 'and then');
    expect(await stored(agency)).toEqual({ bytes: 0, recorded: 0, count: 0 });
    expect((await agency.get(pathOf('f1'))).body.note).toBe('and then');
    await allow(agency, { insight_history_bytes: null });
    await edit(agency, 'f1', 'kept again');
    expect((await edits(agency)).map(({ previous_note }) => previous_note)).toEqual(['and then']);
  });

  it('takes no more of the disk, however long notes are edited, once what is dead is vacuumed', { timeout: 60_000 }, async () => {
    const agency = await withFans(4);
    await allow(agency, { insight_history_bytes: 100_000 });
    const vacuum = async (how = '') => {
      for (const table of ['insights', 'insight_edits']) await agency.service.database.query({ text: `VACUUM ${how} ${table}` });
    };
    // PostgreSQL may copy a dead note whose long text autovacuum has removed meanwhile: "missing chunk number 0". The next run no longer copies it.
    await vacuum('FULL').catch(() => vacuum('FULL'));
    const round = async () => {
      for (let n = 0; n < 6; n++) await Promise.all(fanIds(4).map((id) => edit(agency, id, long())));
      await vacuum();
      const [size] = await agency.rows<{ bytes: number }>(
        `SELECT (pg_total_relation_size('insight_edits') + pg_total_relation_size('insights'))::bigint AS bytes WHERE $1::uuid IS NOT NULL`,
      );
      return size!.bytes;
    };
    const sizes: number[] = [];
    for (let n = 0; n < 6; n++) sizes.push(await round());
    // A vacuum may find rows that a job still sees; what stays for good grows with every round.
    expect(Math.min(...sizes.slice(2)), `after rounds of ${sizes.join(', ')} bytes`).toBeLessThan(1.4 * Math.max(...sizes.slice(0, 2)));
  });
});
