import { beforeAll, describe, expect, test } from 'vitest';
import { type ContractDocument, type ContractOperation, operationsOf, resolve, type Schema } from '../../spec/generate/contract.ts';
import { type ProblemRegistry, problemsOf, readProblems } from '../../spec/generate/problems.ts';
import { bundledContract } from '../support/bundled-contract.ts';

let document: ContractDocument;
let operations: ContractOperation[];
let registry: ProblemRegistry;

beforeAll(async () => {
  document = await bundledContract();
  operations = operationsOf(document);
  registry = await readProblems('spec/problems.yaml');
});

/** The slugs of the problems that an operation's error answers may hold. */
function answeredProblems(operation: ContractOperation): { slug: string; status: string }[] {
  return Object.entries(operation.responses).flatMap(([status, reply]) => {
    const schema = reply.content?.['application/problem+json']?.schema;
    // A page of a problem explains one with 200.
    if (schema === undefined || status < '400') return [];
    const branches = schema.oneOf ?? [schema];
    return branches.map((branch) => ({ slug: String(resolve<Schema>(document, branch)['x-slug']), status }));
  });
}

describe('the contract', () => {
  test('answers exactly the problems that each operation declares', () => {
    for (const operation of operations) {
      const answered = answeredProblems(operation).map(({ slug }) => slug);
      expect(answered.toSorted(), operation.id).toEqual(problemsOf(registry, operation.object).toSorted());
    }
  });

  test('answers each problem with the status of the registry', () => {
    for (const operation of operations) {
      for (const { slug, status } of answeredProblems(operation)) {
        expect(registry.problems[slug]?.status, `${operation.id} ${slug}`).toBe(Number(status));
      }
    }
  });

  test('answers every problem of the registry somewhere', () => {
    const answered = new Set(operations.flatMap((operation) => answeredProblems(operation).map(({ slug }) => slug)));
    expect([...answered].toSorted()).toEqual(Object.keys(registry.problems).toSorted());
  });

  test('says of each operation who may call it, how often, and whether it may be repeated', () => {
    for (const { id, object, path, method, parameters } of operations) {
      const access = object['x-access'];
      expect(['key', 'open', 'operator'], id).toContain(access);
      expect(object['x-rate-limit'] !== undefined, `${id}: only operations with a key are limited`).toBe(access === 'key');
      expect(object['x-scope'] === null, id).toBe(access !== 'key' || id === 'getMe');
      const isInternal = object['x-internal'] === true;
      expect(isInternal ? ['operator', 'open'] : ['key', 'open'], id).toContain(access);
      expect(path.startsWith('/operator/') || path === '/metrics', id).toBe(isInternal);
      expect(['safe', 'never'], id).toContain(object['x-retry']);
      if (method !== 'post') expect(object['x-retry'], id).toBe('safe');
      const takesQuery = parameters.some((parameter) => parameter.in === 'query');
      expect(object['x-unknown-parameters'], id).toBe(takesQuery ? undefined : 'ignore');
      expect(object.description, id).toBeTruthy();
    }
  });

  test('carries the request id on every response and the limit on every success of a limited operation', () => {
    for (const operation of operations) {
      for (const [status, reply] of Object.entries(operation.responses)) {
        const headers = Object.keys((reply as { headers?: object }).headers ?? {});
        expect(headers, `${operation.id} ${status}`).toContain('x-request-id');
        if (operation.object['x-access'] === 'key' && status.startsWith('2')) {
          expect(headers, operation.id).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy']));
        }
      }
    }
  });

  test('takes lists of values with commas, 1 to 50 of them', () => {
    for (const { id, parameters } of operations) {
      for (const { name, schema, style, explode } of parameters.filter((parameter) => parameter.schema.type === 'array')) {
        expect({ style, explode, ...schema }, `${id} ${name}`).toMatchObject({ style: 'form', explode: false, minItems: 1, maxItems: 50 });
      }
    }
  });

  test('describes every member, parameter and operation', () => {
    const bare: string[] = [];
    for (const [name, schema] of Object.entries(document.components?.['schemas'] ?? {}) as [string, Schema][]) {
      if (name.endsWith('Problem') || name.endsWith('Members')) continue;
      if (!schema['description']) bare.push(name);
      for (const [member, property] of Object.entries(schema.properties ?? {})) {
        if (member !== 'type' && !property['description'] && !property.$ref) bare.push(`${name}.${member}`);
      }
    }
    for (const { id, parameters } of operations) {
      for (const { name, description } of parameters) if (!description) bare.push(`${id} ${name}`);
    }
    expect(bare).toEqual([]);
  });

  test('introduces every scope and every rate limit', () => {
    const introduction = String(document.info['description']);
    const scopes = (document.components?.['schemas']?.['Scope'] as Schema).enum;
    expect(scopes?.filter((scope) => !introduction.includes(`\`${String(scope)}\``))).toEqual([]);
    const limits = operations.flatMap(({ method, path, object: { 'x-rate-limit': limit } }) =>
      limit && limit.requests !== 600 ? [`| \`${method.toUpperCase()} ${path}\` | ${limit.requests} |`] : [],
    );
    expect(limits.filter((line) => !introduction.includes(line))).toEqual([]);
    expect(introduction).toContain('| every other | 600 |');
  });

  test('declares the types of events as webhooks', () => {
    const events = Object.keys(document.webhooks ?? {});
    expect(events.toSorted()).toEqual([
      'assignment.updated',
      'conversation.ai_control_requested',
      'endpoint.disabled',
      'endpoint.failing',
      'endpoint.recovered',
      'order.created',
      'order.refunded',
      'ping',
    ]);
  });
});
