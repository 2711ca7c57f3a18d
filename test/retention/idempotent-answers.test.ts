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
    `INSERT INTO idempotent_answers (agency_id, key_hash, creator_ids, created_at, answer)
     SELECT $1, uuid_send(uuidv7()), '{}', now() - make_interval(mins => age), '' FROM unnest($2::int[]) AS age`,
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

test('responses are removed after 24 hours, and the oldest of an agency that has too many', async () => {
  const [one, two] = [(await service.createAgency()).id, (await service.createAgency()).id];
  const day = 24 * 60;
  await add(one, [0, 1, 2, 3, day - 5, day + 1]);
  await add(two, [5, day + 60]);
  await add(null, [0, 1, 2, 3, 4, day + 2]);
  await trimIdempotentAnswers(service.database, new AbortController().signal, 3);
  expect(await agesOf(one)).toEqual([0, 1, 2]);
  expect(await agesOf(two)).toEqual([5]);
  expect(await agesOf(null)).toEqual([0, 1, 2, 3, 4]);
});
