import { afterAll, beforeAll, expect, test } from 'vitest';
import { Reach } from '../../server/access/scope/reach.ts';
import { ReachStatements } from '../../server/access/scope/reach-sql.ts';
import { ReachModels } from '../../server/access/scope/reach-models.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false });
});
afterAll(() => service.close());

test('an operation reads from a replica only if the contract says that it may lag', async () => {
  const reach = new Reach('00000000-0000-7000-8000-000000000000', []);
  const statements = new ReachStatements();
  const statement = { text: 'SELECT t.* FROM {tags} t' };
  const ofPrimary = new ReachModels(service.database, statements, reach);
  await expect(ofPrimary.queryReplica(statement)).rejects.toThrow('the contract does not say');
  expect(await ofPrimary.query(statement)).toEqual([]);
  expect(await new ReachModels(service.database, statements, reach, { lastWrite: null, now: 0 }).queryReplica(statement)).toEqual([]);
});
