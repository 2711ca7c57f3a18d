import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractDocument, operationsOf } from '../../spec/generate/contract.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

interface Filled {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example: unknown;
  readonly schema: { readonly default?: unknown };
}

let service: TestService;
let agency: TestAgency;
let document: ContractDocument;
beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  document = (await (await fetch(`${service.baseUrl}/docs/requests.openapi.json`)).json()) as ContractDocument;
});
afterAll(() => service.close());

const text = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value));

test('every request that reads, as a program fills it in from the document for single requests, is none that the contract refuses', async () => {
  const reads = operationsOf(document).filter(
    ({ method, id }) => method === 'get' && id !== 'watchWebhooks' && id !== 'streamWebhookListener',
  );
  expect(reads.length).toBeGreaterThan(25);
  expect(document['servers']).toEqual([{ url: service.baseUrl }]);
  for (const { id, path, object } of reads) {
    const shared = document.paths[path]!.parameters ?? [];
    const parameters = [...shared, ...(object.parameters ?? [])] as unknown as Filled[];
    const url = new URL(
      service.baseUrl + path.replace(/\{(\w+)\}/g, (_whole, name: string) => text(parameters.find((of) => of.name === name)!.example)),
    );
    for (const { name, schema } of parameters.filter((of) => of.in === 'query')) url.searchParams.set(name, text(schema.default));
    const headers = new Headers(
      parameters.filter((of) => of.in === 'header').map(({ name, schema }): [string, string] => [name, text(schema.default)]),
    );
    if (object.security?.length !== 0) {
      expect(headers.get('service-version'), id).toBe('Amethyste');
      headers.set('authorization', `Bearer ${agency.key}`);
    }
    const answer = await fetch(url, { headers });
    expect([200, 304, 404], `${id}: ${await answer.text()}`).toContain(answer.status);
  }
});
