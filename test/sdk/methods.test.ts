import { readFile } from 'node:fs/promises';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createClient, isProblem, methods, operations, type Order } from '../../sdk/src/index.ts';
import { operatorOperations } from '../../sdk/src/generated/operator-operations.ts';
import { operatorMethods } from '../../sdk/src/generated/methods.ts';
import { createOperatorClient } from '../../sdk/src/operator.ts';

function operationIds(groups: Record<string, Record<string, string>>): string[] {
  return Object.values(groups).flatMap((group) => Object.values(group));
}

const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' });

describe('the methods', () => {
  it('cover every operation of the contract once', () => {
    expect(operationIds(methods).sort()).toEqual(Object.keys(operations).sort());
    expect(operationIds(operatorMethods).sort()).toEqual(Object.keys(operatorOperations).sort());
  });

  it.each([
    ['Methods', 'client', methods, operations],
    ['Operator', 'operator’s client', operatorMethods, operatorOperations],
  ] as const)('are listed in the README under %s: every one of the %s', async (heading, _client, names, table) => {
    const readme = await readFile('sdk/README.md', 'utf8');
    const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))!;
    const listed = [...section.matchAll(/^\| `(\w+)` \| ((?:`\w+` ?)+) \|$/gm)].map(([, group, members]) => [
      group,
      [...members!.matchAll(/\w+/g)].map(([name]) => name).sort(),
    ]);
    const paged = (id: string) => (table as Record<string, { paged: boolean }>)[id]!.paged;
    const bound = Object.entries(names as Record<string, Record<string, string>>).map(([group, members]) => [
      group,
      Object.entries(members)
        .flatMap(([name, id]) => (paged(id) ? [name, name.replace('list', 'listAll')] : [name]))
        .sort(),
    ]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(bound));
  });

  it('read all pages exactly where an operation has pages', () => {
    const withAll = Object.entries(client).flatMap(([group, bound]) =>
      Object.keys(bound)
        .filter((name) => name.startsWith('listAll'))
        .map((name) => `${group}.${name}`),
    );
    const paged = Object.entries(methods).flatMap(([group, names]) =>
      Object.entries(names)
        .filter(([, id]) => operations[id].paged)
        .map(([name]) => `${group}.${name.replace('list', 'listAll')}`),
    );
    expect(withAll.sort()).toEqual(paged.sort());
  });

  it('keep the operator apart from the public client', () => {
    expect(Object.keys(client)).not.toContain('agencies');
    const operator = createOperatorClient({ operatorUrl: 'http://127.0.0.1:1', operatorToken: 't' });
    expect(Object.keys(operator).sort()).toEqual([...Object.keys(operatorMethods), 'request'].sort());
  });

  it('are typed from the contract', () => {
    expectTypeOf(client.orders.get).returns.resolves.toEqualTypeOf<Order>();
    expectTypeOf(client.webhooks.delete).returns.resolves.toBeVoid();
    expectTypeOf(client.meta.docs).returns.resolves.toBeString();
    expectTypeOf(client.orders.list).parameter(0).extract<object>().toHaveProperty('order_types');
    // @ts-expect-error -- order_id is required
    void (() => client.orders.get());
    // @ts-expect-error -- an order type that does not exist
    void (() => client.orders.list({ order_types: ['nothing'] }));
    // @ts-expect-error -- endpoints come in one answer
    void (() => client.webhooks.listAll());
    void ((error: unknown) => {
      if (isProblem(error, 'missing_scope')) expectTypeOf(error.problem.required_scope).toBeString();
      // @ts-expect-error -- no such problem
      return isProblem(error, 'nothing');
    });
  });
});
