import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creator, employee } from '../records/records.ts';
import { createTestDatabaseWith, type TestDatabase } from '../support/database.ts';
import { sharedService, startService, type TestAgency, type TestService } from '../support/service.ts';

/** In the order in which people look for them. */
const names = ['_x', '7 Days', 'amy', 'Amy', 'Ämy', 'Bob', 'Émile', 'emily', 'Emily', 'Łukasz', 'O’Hara', 'Oscar', 'Zed', 'Öz'];
const sorted = ['_x', '7 Days', 'amy', 'Amy', 'Ämy', 'Bob', 'Émile', 'emily', 'Emily', 'Łukasz', 'O’Hara', 'Oscar', 'Öz', 'Zed'];

/** Locales that a server's database may have, besides the one of the bundled PostgreSQL. */
const locales = [
  '',
  `TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`,
  `TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'sv' LOCALE 'C'`,
];

describe.each(locales)('in a database of the locale %j', (locale) => {
  let database: TestDatabase | undefined;
  let service: TestService;
  let agency: TestAgency;
  beforeAll(async () => {
    database = locale === '' ? undefined : await createTestDatabaseWith(locale);
    service = await (database ? startService({ delivers: false, databaseUrl: database.url }) : sharedService());
    agency = await service.createAgency();
    await agency.ingest(names.toReversed().map((name, index) => creator(`c${index}`, { name })));
    await agency.ingest(names.toReversed().map((name, index) => employee(`e${index}`, { name })));
  });
  afterAll(async () => {
    await service.close();
    await database?.drop();
  });

  const list = async (path: string, { key } = agency) =>
    (await service.request('GET', path, { key })).body.data as { id: string; name: string }[];

  test.each(['/v1/creators', '/v1/employees'])('%s has names as people sort them', async (path) => {
    expect((await list(path)).map(({ name }) => name)).toEqual(sorted);
  });

  test('equal names are in the order of their ids', async () => {
    const ids = ['z', 'Z', 'é', 'a', '10', '9', 'A'];
    const other = await service.createAgency();
    await other.ingest(ids.map((id) => employee(id, { name: 'Twin' })));
    const twins = (await list('/v1/employees', other)).map(({ id }) => id);
    expect(twins).toEqual(['10', '9', 'A', 'Z', 'a', 'z', 'é']);
  });
});
