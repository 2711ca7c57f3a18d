import { describe, expect, it } from 'vitest';
import { useService } from '../agency.ts';
import { fanPath, withFan } from '../fan.ts';

const path = `${fanPath}/insight`;

describe('GET /v1/accounts/{account_id}/fans/{fan_id}/insight', () => {
  const newAgency = useService();
  it('returns an empty note with a steady token for a fan without one: bare in the body, quoted in the header', async () => {
    const agency = await withFan(await newAgency());
    const { status, headers, body } = await agency.get(path);
    expect({ status, note: body.note }).toEqual({ status: 200, note: '' });
    expect(body.etag).toMatch(/^[\w-]+$/);
    expect(headers.get('etag')).toBe(`"${body.etag}"`);
    expect((await agency.get(path)).body).toEqual(body);
    expect((await agency.get('/v1/accounts/account-c2/fans/f1/insight')).body.etag).not.toBe(body.etag);
  });

  it('returns the note as it was written last', async () => {
    const agency = await withFan(await newAgency());
    const { etag } = (await agency.get(path)).body;
    const written = await agency.call('PATCH', path, { body: { note: 'Café ☕', etag } });
    expect((await agency.get(path)).body).toEqual(written.body);
  });
});
