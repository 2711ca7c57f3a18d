import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Contract, type Operation } from '../../docs/site/contract.ts';
import { isStream, sampleRequest } from '../../docs/site/request-samples.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { ApiKeyFormat } from '../../server/access/keys/api-keys.ts';
import { openDemoAgency } from '../../server/demo/demo-agency.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let apiKey: string;
beforeAll(async () => {
  const encryptionKey = randomBytes(32);
  service = await startService({ encryptionKey, delivers: false });
  const keeper = { demoKey: undefined, storeDemoKey: () => undefined };
  const demo = await openDemoAgency(service.database, new ApiKeyFormat('Legacy'), keeper);
  apiKey = demo.apiKey;
  const sealer = new Keyring(encryptionKey);
  const refreshProjections = async () => void (await service.operator('POST', '/operator/v1/projections/refresh'));
  await seedDemo({ database: service.database, agencyId: demo.agencyId, sealer, refreshProjections, days: 20 });
}, 120_000);
afterAll(() => service.close());

/** What the service removes after a while, so that the demo agency cannot have it by a fixed id, and what belongs to no agency. */
const passing = /\{(delivery_id|event_id|failure_id|group_id|recovery_id|listener_id|export_id|erasure_id|token_id)\}/;

/** Reads come first, then changes, and what removes the agency or a part of it comes last. */
const order = ({ method, operationId }: Operation) =>
  operationId.startsWith('erase') ? 4 : /^(contain|release)/.test(operationId) ? 3 : method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1;

test('every request of the reference finds what it names in the demo agency', async () => {
  const documents = [
    { contract: await Contract.read('generated/openapi.json'), isOperators: false },
    { contract: await Contract.read('generated/openapi.operator.json'), isOperators: true },
  ];
  const requests = documents.flatMap(({ contract, isOperators }) =>
    contract.operations.map((operation) => ({ operation, isOperators, ...sampleRequest(contract, operation, isOperators) })),
  );
  const sent = requests.filter(({ operation }) => !isStream(operation) && !passing.test(operation.path));
  expect(sent.length).toBeGreaterThan(80);
  const missing: string[] = [];
  await service.database.query({ text: 'CREATE TABLE kept_endpoints AS SELECT * FROM webhook_endpoints' });
  for (const { operation, isOperators, path, body } of sent.toSorted((one, other) => order(one.operation) - order(other.operation))) {
    const { method, operationId } = operation;
    // A sample before has deleted it too.
    if (operationId === 'removeWebhookEndpoint')
      await service.database.query({ text: 'INSERT INTO webhook_endpoints SELECT * FROM kept_endpoints ON CONFLICT DO NOTHING' });
    const { status, text } = isOperators
      ? await service.operator(method, path, body)
      : await service.request(method, path, { key: apiKey, body });
    if (status === 404 || status >= 500) missing.push(`${operationId}: ${status} ${text}`);
  }
  expect(missing).toEqual([]);
});
