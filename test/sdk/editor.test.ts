import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operatorOperations } from '../../sdk/src/generated/operator-operations.ts';
import { methods, operations } from '../../sdk/src/index.ts';
import { operatorMethods } from '../../sdk/src/generated/methods.ts';
import { Editor } from './editor.ts';

const editor = new Editor();

const setup = `
import { createClient, isProblem, isProblemOf, ServiceError, verifyWebhook, type Order, type WebhookEvent } from '@agency-service/sdk';
import { createOperatorClient } from '@agency-service/sdk/operator';
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'svc_live_x' });
const operator = createOperatorClient({ operatorUrl: 'http://127.0.0.1:8081', operatorToken: 't' });
declare const event: WebhookEvent;
declare const error: unknown;
void [isProblem, isProblemOf, ServiceError, verifyWebhook, client, operator, event, error];
`;

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Table = Readonly<Record<string, { readonly paged: boolean }>>;

/** Every method of a client, those for whole lists too, with the names of its groups. */
function expressionsOf(client: string, names: Names, table: Table): string[] {
  return Object.entries(names).flatMap(([group, members]) => [
    `${client}.${group}`,
    ...Object.entries(members).flatMap(([name, id]) => {
      const all = table[id]!.paged ? [`${client}.${group}.${name.replace(/^list/, 'listAll')}`] : [];
      return [`${client}.${group}.${name}`, ...all];
    }),
  ]);
}

const ofMethods = [...expressionsOf('client', methods, operations), ...expressionsOf('operator', operatorMethods, operatorOperations)];
const described = [
  ...ofMethods,
  'client.request',
  'client.insights.edit',
  'operator.request',
  ...['id', 'type', 'created_at', 'api_version', 'data'].map((member) => `event.${member}`),
];
const values = `
const page = await client.orders.list();
const [first] = page.data;
void client.orders.list({ order_types: ['tip'] });
void first?.id;
`;
const program = editor.add(`${setup}${values}${[...described, 'page', 'first'].map((expression) => `void (${expression});`).join('\n')}\n`);

describe('an editor shows a text over', () => {
  test('every method, and every member of an event', () => {
    expect(program.complaints()).toEqual([]);
    expect(described.filter((expression) => program.hover(expression).length < 10)).toEqual([]);
  });

  test('the type of an event, in words of the contract', () => {
    expect(program.hover('event.type')).toMatch(/^Type of the event\b/);
  });
});

describe('an editor shows the names of types over', () => {
  const signatures = {
    'client.orders.list': /params\?: ListOrdersParams, .*=> CallPromise<Page<Order>>$/,
    'client.orders.listAll': /params\?: ListOrdersParams, .*=> PagedList<Order>$/,
    'client.orders.get': /\(params: GetOrderParams, options\?: CallOptions\) => CallPromise<Order>$/,
    'client.fans.list': /params: ListFansParams.*=> CallPromise<Page<FanRelation>>$/,
    'client.insights.update': /params: UpdateInsightParams.*=> CallPromise<Insight>$/,
    'client.webhooks.create': /params: CreateWebhookEndpointParams.*=> CallPromise<WebhookEndpointWithSecret>$/,
    'client.meta.me': /params\?: NoArguments.*=> CallPromise<Me>$/,
    'operator.agencies.list': /=> CallPromise<AgencyList>$/,
    'operator.records.ingest': /params: IngestRecordsParams.*=> CallPromise<IngestResult>$/,
    page: /const page: Page<Order>$/,
    first: /const first: Order \| undefined$/,
  };

  test.each(Object.entries(signatures))('%s', (expression, type) => {
    expect(program.type(expression)).toMatch(type);
  });

  test('every method that takes arguments, none of which it shows as an object', () => {
    const unnamed = ofMethods
      .filter((expression) => expression.split('.').length === 3)
      .map((expression) => program.type(expression))
      .filter((type) => !/\(params\??: (\w+Params|NoArguments)\b/.test(type));
    expect(unnamed).toEqual([]);
  });
});

describe('an editor opens', () => {
  test('the declaration of each method and group, with its docstring and its types by name', () => {
    const opened = ofMethods.map((expression) => ({ expression, ...program.definition(expression) }));
    expect(new Set(opened.map(({ file }) => file))).toEqual(new Set(['dist/generated/groups.d.ts', 'dist/generated/operator-groups.d.ts']));
    const unreadable = opened.filter(
      ({ expression, text }) =>
        !new RegExp(`^/\\*\\*[^]{10,}\\*/\\s+readonly ${expression.split('.').at(-1)}: (\\w+Group|\\(params[^]*\\) => .*);$`).test(text),
    );
    expect(unreadable).toEqual([]);
  });

  test('the list of orders', () => {
    expect(program.definition('client.orders.list').text).toMatch(
      /^\/\*\* List orders\. .*\*\/\s+readonly list: \(params\?: ListOrdersParams, options\?: CallOptions\) => CallPromise<Page<Order>>;$/,
    );
    expect(program.definition('client.insights.edit').text).toMatch(/edit\(fan: FanOfNote, edit: EditNote, options\?: EditOptions\)/);
  });
});

test('an editor suggests the methods, the arguments, the known values and the members of items', () => {
  expect(program.suggestions('void (client.orders.').toSorted()).toEqual(['get', 'list', 'listAll']);
  expect(program.suggestions('client.orders.list({ ')).toEqual(expect.arrayContaining(['creator_ids', 'cursor', 'order_types', 'start']));
  expect(program.suggestions("order_types: ['")).toEqual(expect.arrayContaining(['tip', 'subscription']));
  expect(program.suggestions('first?.')).toEqual(expect.arrayContaining(['amount_cents', 'order_type']));
});

/** Where the served contract has a list of values that may grow, as expressions of the package's types. */
function openPlaces(document: string, schemas: string): string[] {
  const served = JSON.parse(readFileSync(document, 'utf8')) as { components: { schemas: Record<string, Node> } };
  interface Node {
    readonly 'x-extensible-enum'?: readonly string[];
    readonly properties?: Readonly<Record<string, Node>>;
    readonly items?: Node;
  }
  const within = (node: Node, place: string): string[] => [
    ...(node['x-extensible-enum'] ? [place] : []),
    ...(node.items ? within(node.items, `NonNullable<${place}>[number]`) : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, member]) => within(member, `${place}['${name}']`)),
  ];
  return Object.entries(served.components.schemas)
    .filter(([name]) => !/^Problem\d|Input$/.test(name))
    .flatMap(([name, schema]) => within(schema, `${schemas}['${name}']`));
}

const places = [...openPlaces('generated/openapi.json', 'Schemas'), ...openPlaces('generated/openapi.operator.json', 'OperatorSchemas')];
const openSets = editor.add(`
  import type { Schemas } from '@agency-service/sdk';
  import type { OperatorSchemas } from '@agency-service/sdk/operator';
  type Open<T> = string extends NonNullable<T> ? true : false;
  ${places.map((place, index) => `export const open${index}: Open<${place}> = true;`).join('\n')}`);

test('every set of values that may grow accepts other texts, and a switch over it needs a default', () => {
  expect(places.length).toBeGreaterThan(60);
  expect(places).toEqual(expect.arrayContaining([`Schemas['Order']['order_type']`, `Schemas['Media']['type']`]));
  expect(openSets.complaints()).toEqual([]);
});

const namesIn = (module: string) =>
  [...readFileSync(`sdk/src/generated/${module}.ts`, 'utf8').matchAll(/^export type (\w+) =/gm)].map(([, name]) => name!);
const [publicNames, operatorNames] = [namesIn('schemas'), namesIn('operator-schemas')];
const sameByName = (name: string, schemas: string) =>
  `export const ${schemas}${name}: Same<${schemas}.${name}, ${schemas}.${schemas === 'own' ? '' : 'Operator'}Schemas['${name.replace(/^Contract/, '')}']> = true;`;
const named = editor.add(`
  import type * as own from '@agency-service/sdk';
  import type * as operators from '@agency-service/sdk/operator';
  type Same<A, B> = [A, B] extends [B, A] ? true : false;
  ${[...publicNames.map((name) => sameByName(name, 'own')), ...operatorNames.map((name) => sameByName(name, 'operators'))].join('\n')}`);

test('every schema can be imported by its name', () => {
  expect(publicNames).toEqual(expect.arrayContaining(['Order', 'WebhookEndpointWithSecret']));
  expect(named.complaints()).toEqual([]);
});

const library = editor.add(`
  import { createClient, isProblemOf, verifyWebhook } from '@agency-service/sdk';
  import { createOperatorClient } from '@agency-service/sdk/operator';
  const client = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'k' });
  const operator = createOperatorClient();
  export const orders = () => client.orders.list();
  export const endpoint = async (url: string) => ({ made: await client.webhooks.create({ url, label: 'x', event_types: [] } as never) });
  export const detail = (ids: { endpoint_id: string; delivery_id: string }) => client.webhooks.getDelivery(ids);
  export const event = (body: string, headers: Headers) => verifyWebhook(body, headers, 's');
  export const watched = () => client.webhooks.watch();
  export const agencies = async () => (await operator.agencies.list()).data;
  export const problem = (error: unknown) => (isProblemOf(error, 'getOrder') ? error : undefined);`);

test('a library can declare what it returns from the package without naming the package’s own files', () => {
  expect(library.complaints()).toEqual([]);
  const declared = library.declarations();
  expect(declared).toMatch(/Page<.*Order>/);
  expect(declared).not.toMatch(/dist\//);
});

const sources = globSync('sdk/src/*.ts').map((path) => readFileSync(path, 'utf8'));
const examples = sources
  .flatMap((text) => [...text.matchAll(/@example\n((?: \* .*\n)+)/g)].map(([, lines]) => lines!.replace(/^ \* /gm, '').trimEnd()))
  .map((example) =>
    editor.add(
      [
        "import { createClient, isProblem, isProblemOf, reconcile, undeliveredTo, verifyWebhook } from '@agency-service/sdk';",
        "import { createOperatorClient } from '@agency-service/sdk/operator';",
        // What a reader has who comes to the example: a client, a received request, its endpoint's secret.
        ...(example.includes('const client =') ? [] : ["const client = createClient({ baseUrl: '', apiKey: '' });"]),
        'declare const request: Request;',
        'declare const secret: string;',
        'declare const endpointId: string;',
        'declare function takeIn(fact: object): Promise<void>;',
        'declare function writeFile(path: string, text: string): Promise<void>;',
        'void [createClient, createOperatorClient, isProblem, isProblemOf, reconcile, undeliveredTo, verifyWebhook, request, secret, endpointId, takeIn, writeFile];',
        example,
      ].join('\n'),
    ),
  );

test('the examples in the comments compile', () => {
  expect(examples.length).toBeGreaterThanOrEqual(4);
  for (const example of examples) expect(example.complaints()).toEqual([]);
});

const accepted: [what: string, text: string][] = [
  [
    'a default after all known events, which has the event',
    `switch (event.type) {
       case 'order.created': case 'order.refunded': console.log(event.data.amount_cents); break;
       case 'assignment.updated': console.log(event.data.assigned_user_id); break;
       case 'conversation.ai_control_requested': console.log(event.data.action); break;
       case 'endpoint.failing': case 'endpoint.disabled': case 'endpoint.recovered': console.log(event.data.reason); break;
       case 'ping': break;
       default: console.log(event.id, event.type.length, event.created_at, event.data['anything']);
     }`,
  ],
  ['an event that is known by its type', "if (event.type === 'order.created') console.log(event.data.amount_cents.toFixed());"],
  [
    'a comparison of a slug with known and unknown ones',
    "if (isProblem(error)) console.log(error.slug === 'rate_limited', error.slug === 'lease_ended', error.slug === 'later', error.slug.length);",
  ],
  [
    'a problem of the operator’s own, and its members',
    "if (isProblem(error, 'lease_ended')) console.log(error.problem.title, error.slug);",
  ],
  [
    'the slug of one kind',
    "if (isProblem(error, 'unknown_tag')) { const slug: 'unknown_tag' = error.slug; console.log(slug, error.problem.tag_ids); }",
  ],
  [
    'a switch over a set of values with a default',
    `function nameOf(order: Order): string {
       switch (order.order_type) {
         case 'tip': return 'a tip';
         case 'push': case 'private_media': case 'subscription': return 'another';
         default: return order.order_type;
       }
     }
     void nameOf;`,
  ],
  [
    'a value that was added later, in a comparison, in a test’s record and of a new kind of media',
    `declare const order: Order;
     console.log(order.order_type === 'later', { ...order, order_type: 'later' } satisfies Order);
     void client.publications.create({ creator_id: 'c', media: [{ id: 'm', type: 'hologram' }] });`,
  ],
  ['settings in the second argument of a call without arguments', 'void client.meta.me({}, { maxRetries: 0 }); void client.meta.me();'],
  [
    'a default after all known problems of an operation',
    `if (isProblemOf(error, 'getOrder') && error.slug !== 'unknown_order') switch (error.slug) {
       case 'missing_scope': console.log(error.problem.required_scope); break;
       default: console.log(error.slug.length, error.problem.title);
     }`,
  ],
  ['an edit with its token', "void client.insights.update({ account_id: 'a', fan_id: 'f', note: 'n', etag: 't' });"],
  ['an edit with its token as a header', "void client.insights.update({ account_id: 'a', fan_id: 'f', note: 'n', 'If-Match': '\"t\"' });"],
  [
    'a switch over the kinds of errors',
    "if (error instanceof ServiceError) switch (error.kind) { case 'aborted': case 'timeout': break; default: throw error; }",
  ],
];

const refused: [what: string, text: string, complaint: RegExp][] = [
  ['an edit without its token', "void client.insights.update({ account_id: 'a', fan_id: 'f', note: 'n' });", /If-Match|etag/],
  ['a problem that neither contract has', "isProblem(error, 'nothing');", /not assignable|No overload/],
  ['a member of an event whose type is not known', 'console.log(event.data.amount_cents.toFixed());', /amount_cents/],
  ['a kind of error that does not exist', "if (error instanceof ServiceError) console.log(error.kind === 'nothing');", /no overlap/],
  [
    'a switch over all known values without a default',
    `function nameOf(order: Order): string { switch (order.order_type) { case 'tip': case 'push': case 'private_media': case 'subscription': return 'x'; } } void nameOf;`,
    /lacks ending return statement/,
  ],
  [
    'a table of all known values that is read with any',
    'declare const order: Order; const names = { tip: 1, push: 2, private_media: 3, subscription: 4 }; console.log(names[order.order_type]);',
    /can't be used to index/,
  ],
  [
    'a switch over all known problems of an operation as if there were no other',
    "if (isProblemOf(error, 'getErrorPage') && error.slug !== 'not_found') { const none: never = error.slug; void none; }",
    /not assignable to type 'never'/,
  ],
  [
    'a value in a filter that the contract does not have',
    "void client.orders.list({ order_types: ['later'] });",
    /'"later"' is not assignable/,
  ],
  ['settings in the place of arguments', 'void client.meta.me({ maxRetries: 0 });', /Settings of a call are its second argument/],
  ['settings among arguments', 'void client.orders.list({ maxRetries: 0 });', /'maxRetries' does not exist/],
  ['an operator’s method on the public client', 'void client.agencies;', /does not exist/],
];

describe('the compiler', () => {
  const programs = new Map([...accepted, ...refused].map(([what, text]) => [what, editor.add(`${setup}${text}\n`)]));

  test.each(accepted.map(([what]) => what))('accepts %s', (what) => {
    expect(programs.get(what)!.complaints()).toEqual([]);
  });

  test.each(refused.map(([what, , complaint]) => [what, complaint] as const))('refuses %s', (what, complaint) => {
    expect(programs.get(what)!.complaints()).toEqual([expect.stringMatching(complaint)]);
  });
});
