import { afterAll, beforeAll, expect, test } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import { sharedService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

test('an operation reads from a replica only if the contract says that it may lag', async () => {
  const reach = new TenantScope('00000000-0000-7000-8000-000000000000', []);
  const statements = new ScopedStatements();
  const statement = { text: 'SELECT t.* FROM {tags} t' };
  const ofPrimary = new ScopedModels(service.database, statements, reach);
  await expect(ofPrimary.queryReplica(statement)).rejects.toThrow('the contract does not allow this operation to read from a replica');
  expect(await ofPrimary.query(statement)).toEqual([]);
  expect(await new ScopedModels(service.database, statements, reach, { lastWrite: null, now: 0 }).queryReplica(statement)).toEqual([]);
});
