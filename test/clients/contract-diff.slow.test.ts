import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { beforeAll, describe, expect, test, type TestContext } from 'vitest';
import served from '../../generated/openapi.json' with { type: 'json' };
import servedToOperators from '../../generated/openapi.operator.json' with { type: 'json' };
import { breakingChanges } from '../../spec/diff/breaking-changes.ts';
import { NotPrepared, prepareOasdiff } from '../../spec/diff/oasdiff.ts';
import type { ContractDocument, Parameter, Schema } from '../../spec/generate/contract.ts';
import { isComplete, leaveOut, unlessComplete } from './tools.ts';

const released = served as unknown as ContractDocument;
type Change = (document: any, schemas: Record<string, Schema & { properties: Record<string, Schema> }>) => void;

let missing: string | undefined;
beforeAll(() => {
  try {
    if (isComplete) prepareOasdiff();
  } catch (error) {
    if (!(error instanceof NotPrepared)) throw error;
    missing = error.message;
  }
}, 600_000);

/** What a change of the served contract breaks. */
async function brokenBy(change: Change, context: TestContext): Promise<string[]> {
  if (missing !== undefined) leaveOut(context, missing);
  const document = structuredClone(released);
  change(document, document.components!['schemas'] as never);
  return breakingChanges(released, document);
}

const orders = '/v1/orders';
const dropMember = (schema: Schema, name: string) => {
  delete schema.properties![name];
  schema.required = schema.required?.filter((each) => each !== name) ?? [];
};

const breaking: Record<string, readonly [Change, RegExp]> = {
  'an operation goes': [(d) => delete d.paths['/v1/tags'], /^GET \/v1\/tags: .*removed/],
  'an operation gets another path': [
    (d) => {
      d.paths['/v1/purchases'] = d.paths[orders];
      delete d.paths[orders];
    },
    /^GET \/v1\/orders: .*removed/,
  ],
  'an operation gets another id': [(d) => (d.paths[orders].get.operationId = 'fetchOrders'), /^GET \/v1\/orders: .*listOrders/],
  'an operation gets another tag': [(d) => (d.paths[orders].get.tags = ['Sales']), /^GET \/v1\/orders: .*Orders/],
  'an operation needs another scope': [(d) => (d.paths[orders].get['x-scope'] = 'read:sales'), /^GET \/v1\/orders: needs the scope/],
  'an operation takes fewer requests': [(d) => (d.paths[orders].get['x-rate-limit'].requests = 10), /^GET \/v1\/orders: takes 10/],
  'an operation may not be repeated': [(d) => (d.paths[orders].get['x-retry'] = 'never'), /^GET \/v1\/orders: may not be repeated/],
  'requests need another credential': [
    (d) => {
      d.components.securitySchemes.seal = { type: 'apiKey', in: 'header', name: 'Seal' };
      d.security[0].seal = [];
    },
    /^\d+ operations: needs apiKey and serviceVersion and seal, and apiKey and serviceVersion did$/,
  ],
  'an open operation needs a credential': [
    (d) => delete d.paths['/v1/_health'].get.security,
    /^GET \/v1\/_health: needs apiKey .* nothing did$/,
  ],
  'a member of answers goes': [(_, s) => dropMember(s['Order']!, 'fan_username'), /fan_username/],
  'an optional member of answers goes': [(_, s) => dropMember(s['Problem400']!, 'errors'), /^\d+ operations: .*errors/],
  'a member of answers may be missing': [
    (_, s) => (s['Order']!.required = s['Order']!.required!.filter((name) => name !== 'amount_cents')),
    /amount_cents.*optional/,
  ],
  'a member of answers may be null': [
    (_, s) => (s['Order']!.properties['amount_cents']!.type = ['integer', 'null']),
    /amount_cents.*nullable/,
  ],
  'a member of answers gets another type': [(_, s) => (s['Order']!.properties['id']!.type = 'integer'), /id.*type/],
  'a number of answers outgrows 32 bits': [
    (_, s) => Object.assign(s['Order']!.properties['amount_cents']!, { format: 'int64', maximum: 2 ** 53 - 1 }),
    /amount_cents.*int64/,
  ],
  'a text of answers gets another form': [(_, s) => (s['Order']!.properties['created_at']!.format = 'date'), /created_at.*date/],
  'a set of answers is closed': [
    (_, s) => {
      const set = s['Order']!.properties['order_type']!;
      set.enum = set['x-extensible-enum'] as unknown[];
    },
    /enum value.*order_type/,
  ],
  'an object of answers is closed': [(_, s) => (s['Order']!.additionalProperties = false), /^Order: is closed/],
  'a schema gets another name': [
    (d, s) => {
      s['Purchase'] = s['Order']!;
      delete s['Order'];
      Object.assign(d, JSON.parse(JSON.stringify(d).replaceAll('schemas/Order"', 'schemas/Purchase"')));
    },
    /^removed the schema `Order`/,
  ],
  'a success gets another status': [
    (d) => {
      const { responses } = d.paths['/v1/webhooks'].post;
      responses['200'] = responses['201'];
      delete responses['201'];
    },
    /^POST \/v1\/webhooks: .*201/,
  ],
  'an answer gets another media type': [
    (d) => {
      const { content } = d.paths[orders].get.responses['200'];
      content['application/vnd.api+json'] = content['application/json'];
      delete content['application/json'];
    },
    /^GET \/v1\/orders: .*media type/,
  ],
  'a problem’s status goes': [
    (d) => delete d.paths['/v1/orders/{order_id}'].get.responses['404'],
    /^GET \/v1\/orders\/\{order_id\}: .*404/,
  ],
  'a member of requests becomes required': [(_, s) => s['WebhookEndpointCreate']!.required!.push('label'), /^POST \/v1\/webhooks: .*label/],
  'a body becomes required': [
    (d) => (d.paths['/v1/webhooks/{endpoint_id}/secret/rotation'].post.requestBody.required = true),
    /rotation: request body became required/,
  ],
  'a parameter comes that is required': [
    (d) => d.paths[orders].get.parameters.push({ name: 'zone', in: 'query', required: true, schema: { type: 'string' } }),
    /^GET \/v1\/orders: .*zone/,
  ],
  'a parameter goes': [
    (d) => {
      const { get } = d.paths[orders];
      get.parameters = get.parameters.filter(({ name }: Parameter) => name !== 'order_types');
    },
    /^GET \/v1\/orders: .*order_types/,
  ],
  'a value of requests goes': [(_, s) => s['OrderType']!.enum!.splice(1, 1), /^GET \/v1\/orders: .*push/],
  'a list of requests gets shorter': [
    (d) => (d.components.parameters.CreatorIds.schema.maxItems = 10),
    /^\d+ operations: .*creator_ids.*50.*10/,
  ],
  'a page gets smaller': [(d) => (d.components.parameters.Limit.schema.maximum = 100), /limit.*200.*100/],
  'what is left out means something else': [(d) => (d.components.parameters.Limit.schema.default = 10), /limit.*50.*10/],
  'an event goes': [(d) => delete d.webhooks.ping, /^event ping: .*removed/],
  'a member of an event goes': [(_, s) => dropMember(s['AssignmentUpdated']!, 'fan_id'), /^event assignment.updated: .*fan_id/],
  'a member of an event may be null': [
    (_, s) => (s['AssignmentUpdated']!.properties['fan_id']!.type = ['string', 'null']),
    /^event assignment.updated: .*fan_id.*nullable/,
  ],
};

const additive: Record<string, Change> = {
  nothing: () => undefined,
  'a description': (d) => (d.paths[orders].get.description = 'Another one.'),
  'an operation': (d) => (d.paths['/v1/sales'] = { get: { ...d.paths[orders].get, operationId: 'listSales' } }),
  'a schema': (_, s) => (s['Later'] = structuredClone(s['Order']!)),
  'a member of answers and events': (_, s) => {
    s['Order']!.properties['currency'] = { type: 'string' };
    s['Order']!.required!.push('currency');
  },
  'a value of answers': (_, s) => (s['Order']!.properties['order_type']!['x-extensible-enum'] as string[]).push('gift'),
  'a value of requests': (_, s) => s['OrderType']!.enum!.push('gift'),
  'a kind of problem': (_, s) => {
    (s['Problem404']!.properties['type']!['x-extensible-enum'] as string[]).push('{errors_base}/unknown_gift');
    s['Problem404']!.properties['gift_id'] = { type: 'string' };
  },
  'a status of problems': (d) => (d.paths['/v1/tags'].get.responses['409'] = d.paths['/v1/tags'].get.responses['403']),
  'a filter': (d) => d.paths[orders].get.parameters.push({ name: 'zone', in: 'query', schema: { type: 'string' } }),
  'an optional member of requests': (_, s) => (s['WebhookEndpointCreate']!.properties['note'] = { type: 'string' }),
  'more requests': (d) => (d.paths[orders].get['x-rate-limit'].requests = 6_000),
  'a larger page': (d) => (d.components.parameters.Limit.schema.maximum = 500),
  'an event': (d, s) => {
    d.webhooks['gift.created'] = { post: { ...d.webhooks.ping.post, operationId: 'onGiftCreated' } };
    s['GiftEvent'] = structuredClone(s['PingEvent']!);
    s['WebhookEvent']!.oneOf!.push({ $ref: '#/components/schemas/GiftEvent' });
  },
};

describe.runIf(isComplete)(`clients break where${unlessComplete}`, () => {
  test.for(Object.entries(breaking))('%s', async ([, [change, expected]], context) => {
    const lines = await brokenBy(change, context);
    expect(lines).toContainEqual(expect.stringMatching(expected));
  });
});

describe.runIf(isComplete)(`clients continue to work where the contract gets${unlessComplete}`, () => {
  test.for(Object.entries(additive))('%s', async ([, change], context) => {
    expect(await brokenBy(change, context)).toEqual([]);
  });
});

test.runIf(isComplete)(`what breaks alike at several places is one line${unlessComplete}`, async (context) => {
  const lines = await brokenBy((_, schemas) => dropMember(schemas['RevenueSummary']!, 'timezone'), context);
  expect(lines).toEqual([expect.stringMatching(/^GET \/v1\/analytics\/revenue: .*timezone/)]);
  const many = await brokenBy((_, schemas) => dropMember(schemas['Problem401']!, 'instance'), context);
  expect(many).toHaveLength(1);
});

describe.runIf(isComplete)(`npm run contract:diff${unlessComplete}`, () => {
  const withoutTags: Change = (document) => delete document.paths['/v1/tags'];

  /** What the command says of a contract that lost its tags, with a changelog of one entry. */
  function diff(breaks: readonly string[]): { status: number | null; lines: string[] } {
    const folder = mkdtempSync(join(tmpdir(), 'contract-diff-test-'));
    try {
      const write = (path: string, text: string) => {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        writeFileSync(join(folder, path), text);
      };
      const changed = structuredClone(released);
      withoutTags(changed, {});
      write('spec/released/openapi.json', JSON.stringify(released));
      write('generated/openapi.json', JSON.stringify(changed));
      for (const place of ['spec/released', 'generated']) write(`${place}/openapi.operator.json`, JSON.stringify(servedToOperators));
      write('spec/changelog.yaml', stringify({ releases: [], changes: [{ title: 'No more tags', description: '…', breaks }] }));
      const command = [resolve('spec/diff/main.ts')];
      const { status, stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
      return { status, lines: stdout.split('\n') };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('refuses a breaking change without an entry in the changelog', async (context) => {
    const [line, ...others] = await brokenBy(withoutTags, context);
    const { status, lines } = diff(['GET /v1/tags: something else', ...others]);
    expect(lines).toContain(`NOT RECORDED ${line}`);
    expect(status).toBe(1);
  });

  test('accepts one with an entry', async (context) => {
    const told = await brokenBy(withoutTags, context);
    const { status, lines } = diff(told);
    for (const line of told) expect(lines).toContain(`recorded     ${line}`);
    expect(status).toBe(0);
  });
});
