import { afterAll, beforeAll, expect, test } from 'vitest';
import { trimIdempotentAnswers } from '../../server/retention/idempotent-answers.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false });
});
afterAll(() => service.close());

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });

/** Responses of an age in minutes. */
const add = (agencyId: string | null, minutes: readonly number[]) =>
  rows(
    `INSERT INTO idempotent_answers (agency_id, key_hash, caller, creator_ids, created_at, answer)
     SELECT $1, uuid_send(uuidv7()), '', '{}', now() - make_interval(mins => age), '' FROM unnest($2::int[]) AS age`,
    agencyId,
    minutes,
  );
const agesOf = async (agencyId: string | null) => {
  const found = await rows<{ age: number }>(
    `SELECT round(extract(epoch FROM now() - created_at) / 60)::int AS age FROM idempotent_answers WHERE agency_id IS NOT DISTINCT FROM $1 ORDER BY 1`,
    agencyId,
  );
  return found.map(({ age }) => age);
};

const keyHeader = 'service-idempotency-key';
const signal = new AbortController().signal;
const room = { answers: 1_000, bytes: 1_000_000, bytesOfCaller: 1_000_000 };

test('responses are removed after 24 hours, and the oldest of an agency that has too many', async () => {
  const [one, two] = [(await service.createAgency()).id, (await service.createAgency()).id];
  const day = 24 * 60;
  await add(one, [0, 1, 2, 3, day - 5, day + 1]);
  await add(two, [5, day + 60]);
  await add(null, [0, 1, 2, 3, 4, day + 2]);
  await trimIdempotentAnswers(service.database, signal, { ...room, answers: 3 });
  expect(await agesOf(one)).toEqual([0, 1, 2]);
  expect(await agesOf(two)).toEqual([5]);
  expect(await agesOf(null)).toEqual([0, 1, 2, 3, 4]);
});

test('a key with too many bytes loses its oldest responses, which displaces no response of others, and then the agency loses its oldest', async () => {
  const agency = await service.createAgency();
  await agency.ingest([{ type: 'creator', id: 'c1', name: 'c1', account: { external_id: 'a-c1', username: null } }]);
  const other = await agency.createKey();
  const create = async (key: string, name: string, length: number) => {
    const body = { creator_id: 'c1', text: 'x'.repeat(length) };
    const answer = await service.request('POST', '/v1/publications', { key, body, headers: { [keyHeader]: name } });
    expect(answer.status).toBe(201);
    return answer.headers.get('idempotent-replayed') === 'true';
  };
  await create(other, 'small', 10);
  for (const name of ['one', 'two', 'three']) await create(agency.key, name, 5_000);
  const stored = () =>
    rows<{ bytes: number }>('SELECT octet_length(answer) AS bytes FROM idempotent_answers WHERE agency_id = $1', agency.id);
  const bytes = async () => (await stored()).reduce((sum, row) => sum + row.bytes, 0);
  await trimIdempotentAnswers(service.database, signal, { ...room, bytes: await bytes(), bytesOfCaller: 12_000 });
  expect(await stored()).toHaveLength(3);
  expect(await create(agency.key, 'three', 5_000)).toBe(true);
  expect(await create(other, 'small', 10)).toBe(true);
  await trimIdempotentAnswers(service.database, signal, { ...room, bytes: (await bytes()) - 1 });
  expect(await stored()).toHaveLength(2);
  expect(await create(agency.key, 'three', 5_000)).toBe(true);
  expect(await create(other, 'small', 10)).toBe(false);
});
