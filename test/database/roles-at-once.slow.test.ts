import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { createEmptyDatabase } from '../support/database.ts';

test('concurrent migrations of several databases of one server create the roles once', async () => {
  const administrator = new pg.Client({ connectionString: inject('postgresUrl') });
  await administrator.connect();
  const user = `many_${randomBytes(4).toString('hex')}`;
  await administrator.query(`CREATE ROLE ${user} LOGIN CREATEROLE PASSWORD 'many'`);
  const databases = await Promise.all(Array.from({ length: 2 }, () => createEmptyDatabase()));
  for (const { url } of databases) await administrator.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${user}`);
  const urls = databases.map(({ url }) => Object.assign(new URL(url), { username: user, password: 'many' }).href);
  await Promise.all(urls.map((url) => prepareDatabase(url)));
  const { rows } = await administrator.query('SELECT count(*)::int AS count FROM pg_roles WHERE rolname LIKE $1', [`${user}\\_%`]);
  expect(rows).toEqual([{ count: 4 }]);
  await Promise.all(databases.map((each) => each.drop()));
  await administrator.query(['_api', '_api_limited', '_worker', '_operator', ''].map((suffix) => `DROP ROLE ${user}${suffix}`).join('; '));
  await administrator.end();
});
