import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../../server/access/keys/api-keys.ts';
import { invalid, problem, useService, type Agency } from '../agency.ts';
import { fanPath, withFan } from '../fan.ts';

const path = `${fanPath}/insight`;

describe('PATCH /v1/accounts/{account_id}/fans/{fan_id}/insight', () => {
  const newAgency = useService();
  const etagOf = async (agency: Agency) => (await agency.get(path)).body.etag as string;
  const history = (agency: Agency) =>
    agency.rows('SELECT note, previous_note FROM insight_history WHERE agency_id = $1 ORDER BY edited_at, id');

  it('writes the note with the token of the one that was read, and answers with the new token', async () => {
    const agency = await withFan(await newAgency());
    const first = await etagOf(agency);
    const { status, headers, body } = await agency.call('PATCH', path, { body: { note: 'one', etag: first } });
    expect({ status, note: body.note }).toEqual({ status: 200, note: 'one' });
    expect(body.etag).not.toBe(first);
    expect(headers.get('etag')).toBe(`"${body.etag}"`);
    expect(await agency.call('PATCH', path, { body: { note: '', etag: body.etag } })).toMatchObject({ status: 200, body: { note: '' } });
    expect(await history(agency)).toEqual([
      { note: 'one', previous_note: '' },
      { note: '', previous_note: 'one' },
    ]);
  });

  it('keeps author, text and time of each edit, in order', async () => {
    const agency = await withFan(await newAgency());
    const second = await agency.createKey();
    let { etag } = (await agency.get(path)).body;
    const clock = async () => (await agency.rows<{ now: Date }>('SELECT now() FROM agencies WHERE id = $1'))[0]!.now.getTime();
    const times = [await clock()];
    for (const [key, note] of [
      [agency.key, 'one'],
      [second, 'two'],
      [agency.key, 'three'],
    ] as const) {
      ({ etag } = (await agency.call('PATCH', path, { key, body: { note, etag } })).body);
      times.push(await clock());
    }
    const edits = await agency.rows<{
      edited_at: Date;
      previous_note: string;
      note: string;
      key_hash: Buffer;
      account_id: string;
      fan_id: string;
    }>(
      `SELECT i.*, k.key_hash FROM insight_history i JOIN api_keys k ON k.id = i.key_id WHERE i.agency_id = $1 ORDER BY i.edited_at, i.id`,
    );
    const hash = (key: string) => hashApiKey(key).toString('hex');
    expect(
      edits.map(({ key_hash, previous_note, note, account_id, fan_id }) => [
        key_hash.toString('hex'),
        previous_note,
        note,
        account_id,
        fan_id,
      ]),
    ).toEqual([
      [hash(agency.key), '', 'one', 'account-c1', 'f1'],
      [hash(second), 'one', 'two', 'account-c1', 'f1'],
      [hash(agency.key), 'two', 'three', 'account-c1', 'f1'],
    ]);
    edits.forEach(({ edited_at }, index) => {
      expect(edited_at.getTime()).toBeGreaterThanOrEqual(times[index]!);
      expect(edited_at.getTime()).toBeLessThanOrEqual(times[index + 1]!);
    });
  });

  const forms: readonly [string, (token: string) => string][] = [
    ['quoted', (token) => `"${token}"`],
    ['bare', (token) => token],
    ['weak', (token) => `W/"${token}"`],
    ['in a list', (token) => `"other", W/"${token}"`],
    ['in a list of bare ones', (token) => `${token},other`],
    ...['gzip', 'br', 'deflate', 'zstd'].flatMap((coding): [string, (token: string) => string][] => [
      [`with -${coding} of a proxy`, (token) => `"${token}-${coding}"`],
      [`weak, with ;${coding} of a proxy`, (token) => `W/"${token};${coding}"`],
    ]),
    ['with a coding behind its quotes', (token) => `"${token}"-gzip`],
    ['with a coding after two hyphens', (token) => `"${token}--gzip"`],
  ];

  it.each(forms)('takes the token from If-Match and from the body, %s', async (_, form) => {
    const agency = await withFan(await newAgency());
    const headers = { 'if-match': form(await etagOf(agency)) };
    expect(await agency.call('PATCH', path, { headers, body: { note: 'one' } })).toMatchObject({ status: 200, body: { note: 'one' } });
    const etag = form(await etagOf(agency));
    expect(await agency.call('PATCH', path, { body: { note: 'two', etag } })).toMatchObject({ status: 200, body: { note: 'two' } });
  });

  it.each([
    ['"*"', () => '"*"'],
    ['W/"*"', () => 'W/"*"'],
    ['a list of other tokens', (token: string) => `"other", "${token}x", *`],
    ['a list in one pair of quotes', (token: string) => `"other, ${token}"`],
    ['a suffix of no coding', (token: string) => `"${token}-x"`],
    ['two suffixes', (token: string) => `"${token}-gzip-gzip"`],
    ['half a quote', (token: string) => `"${token}`],
    ['a weak bare token', (token: string) => `W/${token}`],
    ['another case', (token: string) => token.toUpperCase().replace(/^/, 'X')],
  ])('overwrites nothing by %s, in header or body, whether there is a note or not', async (_, form) => {
    const agency = await withFan(await newAgency());
    for (const note of ['', 'existing']) {
      if (note !== '') await agency.call('PATCH', path, { body: { note, etag: await etagOf(agency) } });
      const current = await etagOf(agency);
      const refused = problem(412, 'precondition_failed', { current_etag: current });
      const token = form(current);
      for (const body of [{ note: 'blind' }, {}]) {
        expect(await agency.call('PATCH', path, { headers: { 'if-match': token }, body })).toMatchObject(refused);
        expect(await agency.call('PATCH', path, { body: { ...body, etag: token } })).toMatchObject(refused);
      }
      expect((await agency.get(path)).body).toEqual({ note, etag: current });
    }
    expect(await history(agency)).toHaveLength(1);
  });

  it('takes the token from several lines of If-Match', async () => {
    const agency = await withFan(await newAgency());
    const headers = {
      'service-version': 'Amethyste',
      authorization: `Bearer ${agency.key}`,
      'content-type': 'application/json',
      'if-match': ['"other"', `"${await etagOf(agency)}"`] as unknown as string,
    };
    const sent = request(agency.service.baseUrl + path, { method: 'PATCH', headers });
    const status = new Promise((resolve) => sent.on('response', (response) => resolve(response.resume().statusCode)));
    sent.end(JSON.stringify({ note: 'one' }));
    expect(await status).toBe(200);
    expect((await agency.get(path)).body.note).toBe('one');
  });

  it('answers 428 to *, which does not name the note that was read, and writes nothing', async () => {
    const agency = await withFan(await newAgency());
    for (const note of ['', 'existing']) {
      if (note !== '') await agency.call('PATCH', path, { body: { note, etag: await etagOf(agency) } });
      for (const any of ['*', ' * ', '*, *']) {
        for (const given of [{ headers: { 'if-match': any }, body: { note: 'blind' } }, { body: { note: 'blind', etag: any } }]) {
          const refused = await agency.call('PATCH', path, given);
          expect(refused).toMatchObject(problem(428, 'precondition_required'));
          expect(refused.body.detail).toMatch(/^\* stands for any note/);
        }
      }
      expect((await agency.get(path)).body.note).toBe(note);
      const etag = await etagOf(agency);
      const proven = { headers: { 'if-match': '*' }, body: { note, etag } };
      expect(await agency.call('PATCH', path, proven)).toMatchObject({ status: 200, body: { note } });
    }
    const unknown = { headers: { 'if-match': '*' }, body: { note: 'blind' } };
    expect(await agency.call('PATCH', path.replace(/fans\/[^/]+/, 'fans/unknown'), unknown)).toMatchObject(problem(404, 'unknown_fan'));
  });

  it('accepts the same token in header and body, and refuses different ones without a list of errors', async () => {
    const agency = await withFan(await newAgency());
    const etag = await etagOf(agency);
    const headers = { 'if-match': `"${etag}"` };
    const refused = await agency.call('PATCH', path, { headers, body: { note: 'one', etag: 'other' } });
    expect(refused).toMatchObject(problem(400, 'validation_failed'));
    expect(refused.body.errors).toBeUndefined();
    expect(await agency.call('PATCH', path, { headers, body: { note: 'one', etag: `W/"${etag}"` } })).toMatchObject({ status: 200 });
  });

  it('answers 428 without a token, and 412 with the current one for a token that is not current', async () => {
    const agency = await withFan(await newAgency());
    const first = await etagOf(agency);
    expect(await agency.call('PATCH', path, { body: { note: 'one' } })).toMatchObject(problem(428, 'precondition_required'));
    const current = (await agency.call('PATCH', path, { body: { note: 'one', etag: first } })).body.etag;
    for (const etag of [first, 'never-issued', current.toUpperCase() + 'x']) {
      const answer = await agency.call('PATCH', path, { body: { note: 'two', etag } });
      expect(answer).toMatchObject(problem(412, 'precondition_failed', { current_etag: current }));
    }
    expect((await agency.get(path)).body.note).toBe('one');
  });

  it('changes nothing without a note, or with the same one, and keeps no history of it', async () => {
    const agency = await withFan(await newAgency());
    const first = await etagOf(agency);
    expect(await agency.call('PATCH', path, { body: { etag: first } })).toMatchObject({ status: 200, body: { note: '', etag: first } });
    expect(await agency.call('PATCH', path, { body: { note: '', etag: first } })).toMatchObject({
      status: 200,
      body: { note: '', etag: first },
    });
    expect(await agency.call('PATCH', path, { body: {} })).toMatchObject(problem(428, 'precondition_required'));
    const { etag } = (await agency.call('PATCH', path, { body: { note: 'one', etag: first } })).body;
    expect(await agency.call('PATCH', path, { body: { note: 'one', etag } })).toMatchObject({ status: 200, body: { note: 'one', etag } });
    expect(await history(agency)).toHaveLength(1);
  });

  it.each(['first', 'later'])('lets one of thirty parallel writers through, for the %s note', async (which) => {
    const agency = await withFan(await newAgency());
    if (which === 'later') await agency.call('PATCH', path, { body: { note: 'before', etag: await etagOf(agency) } });
    const etag = await etagOf(agency);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => agency.call('PATCH', path, { body: { note: `writer ${index}`, etag } })),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(29);
    expect((await agency.get(path)).body).toEqual(winners[0]!.body);
    expect(await history(agency)).toHaveLength(which === 'later' ? 2 : 1);
  });

  it('accepts a note of 20,000 characters and refuses a longer one', async () => {
    const agency = await withFan(await newAgency());
    const note = '😀'.repeat(20_000);
    expect(await agency.call('PATCH', path, { body: { note, etag: await etagOf(agency) } })).toMatchObject({ status: 200, body: { note } });
    expect(await agency.call('PATCH', path, { body: { note: `${note}!`, etag: 'x' } })).toMatchObject(invalid('note'));
    expect(await agency.call('PATCH', path, { body: { note: 5, etag: 'x' } })).toMatchObject(invalid('note'));
  });
});
