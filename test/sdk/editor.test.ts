import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations } from '../../sdk/src/generated/operator-operations.ts';
import { methods, operations } from '../../sdk/src/index.ts';
import { operatorMethods } from '../../sdk/src/methods.ts';
import { openEditor, type OpenProgram } from './editor.ts';

beforeAll(() => void execFileSync('node_modules/.bin/tsc', ['-b', 'sdk', 'sdk/commonjs']), 120_000);

const setup = `
import { createClient, isProblem, isProblemOf, ServiceError, verifyWebhook, type WebhookEvent } from '@agency-service/sdk';
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

describe('an editor shows a text over', () => {
  const expressions = [
    ...expressionsOf('client', methods, operations),
    ...expressionsOf('operator', operatorMethods, operatorOperations),
    'client.request',
    'client.insights.edit',
    'operator.request',
    ...['id', 'type', 'created_at', 'api_version', 'data'].map((member) => `event.${member}`),
  ];
  let program: OpenProgram;
  beforeAll(() => {
    [program] = openEditor([`${setup}${expressions.map((expression) => `void (${expression});`).join('\n')}\n`]) as [OpenProgram];
  });

  test('every method, and every member of an event', () => {
    expect(program.complaints()).toEqual([]);
    expect(expressions.filter((expression) => program.hover(expression).length < 10)).toEqual([]);
  });

  test('the type of an event, in words of the contract', () => {
    expect(program.hover('event.type')).toMatch(/^Type of the event\b/);
  });
});

test('the examples in the comments compile', async () => {
  const sources = (await readdir('sdk/src')).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(sources.map((name) => readFile(`sdk/src/${name}`, 'utf8')));
  const examples = texts.flatMap((text) =>
    [...text.matchAll(/@example\n((?: \* .*\n)+)/g)].map(([, lines]) => lines!.replace(/^ \* /gm, '').trimEnd()),
  );
  expect(examples.length).toBeGreaterThanOrEqual(4);
  const programs = examples.map((example) =>
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
  );
  expect(openEditor(programs).map((program) => program.complaints())).toEqual(programs.map(() => []));
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
  ['an operator’s method on the public client', 'void client.agencies;', /does not exist/],
];

describe('the compiler', () => {
  let complaints: string[][];
  beforeAll(() => {
    const programs = [...accepted, ...refused].map(([, text]) => `${setup}${text}\n`);
    complaints = openEditor(programs).map((program) => program.complaints());
  });

  test.each(accepted.map(([what], index) => [what, index] as const))('accepts %s', (_what, index) => {
    expect(complaints[index]).toEqual([]);
  });

  test.each(refused.map(([what, , complaint], index) => [what, complaint, index] as const))('refuses %s', (_what, complaint, index) => {
    expect(complaints[accepted.length + index]).toEqual([expect.stringMatching(complaint)]);
  });
});
