import { describe, expect, it } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { insightHistory } from '../../../server/entities/insight.ts';
import { useService, type Agency } from '../agency.ts';
import { fanPath, withFan } from '../fan.ts';

const path = `${fanPath}/insight`;

/** Edits of one fan, one after the other. */
async function edit(agency: Agency, notes: readonly string[], at = path): Promise<void> {
  let { etag } = (await agency.get(at)).body;
  for (const note of notes) {
    const answer = await agency.call('PATCH', at, { body: { note, etag } });
    expect(answer.status, answer.text).toBe(200);
    ({ etag } = answer.body);
  }
}

const numbered = (count: number, text = '') => Array.from({ length: count }, (_, index) => `${index + 1}${text}`);

describe('the history of insight edits', () => {
  const newAgency = useService();

  const history = (agency: Agency, accountId = 'account-c1') =>
    agency.rows<{ note: string; previous_note: string }>(
      'SELECT note, previous_note FROM insight_history WHERE agency_id = $1 AND account_id = $2 ORDER BY edited_at, id',
      accountId,
    );
  const bytesHeld = async (agency: Agency) =>
    (await agency.rows<{ bytes: number }>('SELECT sum(octet_length(previous_note)) AS bytes FROM insight_edits WHERE agency_id = $1'))[0]!
      .bytes;

  it('holds one row for each of the latest 100 edits of a fan, whichever key made them, and leaves other fans alone', async () => {
    const agency = await withFan(await newAgency());
    await edit(agency, ['kept'], '/v1/accounts/account-c2/fans/f1/insight');
    await edit(agency, numbered(100));
    expect((await history(agency)).map(({ previous_note }) => previous_note)).toEqual(['', ...numbered(99)]);
    await edit(agency, numbered(7, 'x'));
    const notes = [...numbered(100), ...numbered(7, 'x')];
    expect(await history(agency)).toEqual(notes.slice(7).map((note, index) => ({ previous_note: notes[index + 6], note })));
    expect(await history(agency, 'account-c2')).toEqual([{ previous_note: '', note: 'kept' }]);
  });

  it('holds one text for each edit, and no more than a million bytes of a fan', async () => {
    const agency = await withFan(await newAgency());
    const long = (letter: number) => String.fromCodePoint(0x1f600 + letter).repeat(20_000);
    const notes = Array.from({ length: 16 }, (_, index) => long(index));
    await edit(agency, notes);
    expect(await bytesHeld(agency)).toBe(12 * 80_000);
    expect((await history(agency)).map(({ previous_note }) => previous_note)).toEqual(notes.slice(3, 15));
  });

  it('shrinks to its limits by edits that each remove some of the oldest ones', async () => {
    const agency = await withFan(await newAgency());
    await edit(agency, ['first']);
    await agency.rows(
      `INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id, edited_at)
       SELECT agency_id, account_id, fan_id, 'old ' || n, key_id, edited_at - interval '1 second' * n
         FROM insight_edits, generate_series(1, 450) n WHERE agency_id = $1 RETURNING 1`,
    );
    const counts: number[] = [];
    for (const note of ['a', 'b', 'c']) {
      await edit(agency, [note]);
      counts.push((await history(agency)).length);
    }
    expect(counts).toEqual([252, 100, 100]);
    const texts = (await history(agency)).map(({ previous_note }) => previous_note);
    expect(texts.slice(-5)).toEqual(['old 1', '', 'first', 'a', 'b']);
    expect(texts[0]).toBe('old 96');
  });

  it('has the limits of the contract', () => {
    const { description } = document.paths['/v1/accounts/{account_id}/fans/{fan_id}/insight'].patch;
    const text = (value: number) => value.toLocaleString('en-US');
    for (const part of [
      `latest ${text(insightHistory.editsOfFan)} edits of a fan`,
      `${text(insightHistory.bytesOfFan)} bytes`,
      `latest ${text(insightHistory.editsOfAgency)} edits of an agency`,
      `${insightHistory.days} days`,
    ]) {
      expect(description.replace(/\s+/g, ' ')).toContain(part);
    }
  });
});
