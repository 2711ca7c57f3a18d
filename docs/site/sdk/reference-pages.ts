import type { Contract, Operation } from '../contract.ts';
import { pageName } from '../contract.ts';
import { fenced, firstSentence, type GeneratedPage, meaningOf } from '../operation-page.ts';
import { memberTable, table, typeOf } from '../members.ts';
import { isStream, sdkCall } from '../request-samples.ts';
import type { Declaration, MethodGroup, SdkSources } from './declarations.ts';

const root = 'sdk-reference';

interface ExportPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The text before the exports. */
  readonly intro?: (contract: Contract) => string;
  /** The entry points whose exports it has, with their names for an import. */
  readonly entries: readonly (readonly [entry: string, name: string])[];
  /** Whether it has the exports of a file. */
  readonly includes: (file: string) => boolean;
}

const index = ['index', '@agency-service/sdk'] as const;
const isOfErrors = (file: string): boolean => ['errors', 'service-error', 'problem'].includes(file);
const isOfContract = (file: string): boolean => file === 'schemas' || (file.startsWith('generated/') && file !== 'generated/instants');

const typesIntro = (contract: Contract): string =>
  [
    '## Order',
    'Each schema of the contract is a type with its name. The pages of the operations list the members of the others.',
    fenced('ts', "import type { Order } from '@agency-service/sdk';\n\nconst euros = ({ amount_cents }: Order) => amount_cents / 100;"),
    memberTable(contract, { $ref: '#/components/schemas/Order' }, false),
  ].join('\n\n');

const pages: readonly ExportPage[] = [
  {
    path: `${root}/client`,
    title: 'SDK: client',
    description: '`createClient`, its settings, the settings of a call, pages, hooks and helpers.',
    entries: [index],
    includes: (file) => !isOfErrors(file) && !isOfContract(file) && file !== 'verify-webhook',
  },
  {
    path: `${root}/types`,
    title: 'SDK: types of the contract',
    description: '`Order` and the other types of the contract, and the lists of values.',
    intro: typesIntro,
    entries: [index],
    includes: isOfContract,
  },
  {
    path: `${root}/errors`,
    title: 'SDK: errors',
    description: 'The classes of errors with which calls reject, and the functions that distinguish them.',
    entries: [index],
    includes: isOfErrors,
  },
  {
    path: `${root}/webhooks`,
    title: 'SDK: webhooks',
    description: 'Verification of deliveries, handlers for web frameworks, stores of handled events, and test deliveries.',
    entries: [
      ['webhooks', '@agency-service/sdk/webhooks'],
      ['webhooks/stores', '@agency-service/sdk/webhooks/stores'],
      ['webhooks/testing', '@agency-service/sdk/webhooks/testing'],
    ],
    includes: () => true,
  },
];

const pageForOperators: ExportPage = {
  path: `operator/${root}/exports`,
  title: 'SDK: exports for operators',
  description: 'Creating a client of the operator API, its settings and its types.',
  entries: [['operator', '@agency-service/sdk/operator']],
  includes: () => true,
};

/** Code that is not a program: `ts` marks those that compile. The examples of docstrings have the variables of their sentences. */
const declared = (code: string) => fenced('typescript', code);

const kinds = ['function', 'class', 'interface', 'type', 'constant'] as const;

/** A section for an export: its text, its declaration, its members and its examples. */
function sectionOf({ name, text, signature, members, examples }: Declaration): string {
  const rows = members.map((member) => [`\`${member.name}\``, member.type === '' ? '' : `\`${member.type}\``, member.text]);
  return [
    `## ${name}`,
    text,
    signature === '' ? '' : declared(signature),
    rows.length === 0 ? '' : table(['member', 'type', 'meaning'], rows),
    ...examples.map(declared),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function exportPage(
  sources: SdkSources,
  contract: Contract,
  { path, title, description, intro, entries, includes }: ExportPage,
): GeneratedPage {
  const seen = new Set<string>();
  const sections = entries.flatMap(([entry, name]) => {
    const own = sources
      .exportsOf(entry)
      .filter((each) => includes(each.file) && !seen.has(each.name) && seen.add(each.name))
      .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
    return [`Exports of \`${name}\`:`, ...own.map(sectionOf)];
  });
  return { path, title, description, markdown: [description, ...(intro ? [intro(contract)] : []), ...sections].join('\n\n') };
}

interface ClientOfSdk {
  readonly contract: Contract;
  readonly isOperators: boolean;
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly groups: readonly MethodGroup[];
}

const folderOf = ({ isOperators }: ClientOfSdk): string => `${isOperators ? 'operator/' : ''}${root}/methods`;

/** The page of a group of methods. */
function groupPage(client: ClientOfSdk, group: MethodGroup): GeneratedPage {
  const sections = group.methods.map((method) => {
    const expression = `client.${group.name}.${method.name}`;
    const operation = operationOf(client, group.name, method.name);
    if (operation === undefined) {
      return [`## ${expression}`, method.text, declared(method.signature), ...method.examples.map(declared)].join('\n\n');
    }
    const up = client.isOperators ? '../../' : '../../reference/';
    const isWhole = method.name.startsWith('listAll');
    const call = sdkCall(client.contract, operation, client.isOperators);
    return [
      `## ${expression}`,
      method.text,
      fenced('ts', sampleOf(call, operation, isWhole)),
      argumentTable(client.contract, operation, isWhole),
      `${isWhole ? 'Returns a `PagedList` of the items' : resultOf(operation)}. The operation: [${operation.summary}](${up}${pageName(operation.operationId)}.md), with its members and problems.`,
    ]
      .filter(Boolean)
      .join('\n\n');
  });
  return {
    path: `${folderOf(client)}/${pageName(group.name)}`,
    title: `SDK: ${client.isOperators ? 'operator' : 'client'}.${group.name}`,
    description: firstSentence(group.text),
    markdown: [group.text, ...sections].join('\n\n'),
  };
}

function sampleOf(call: string, operation: Operation, isWhole: boolean): string {
  if (isWhole) return `for await (const item of ${call.replace('.list', '.listAll')}) console.log(item);`;
  return isStream(operation) ? `for await (const { event, data } of ${call}) console.log(event, data);` : `await ${call};`;
}

/** The operation that a method calls. `listAll…` calls the operation that lists a page. */
function operationOf({ names, contract }: ClientOfSdk, group: string, method: string): Operation | undefined {
  const id = names[group]?.[method] ?? names[group]?.[method.replace(/^listAll/, 'list')];
  return contract.operations.find(({ operationId }) => operationId === id);
}

/** Every argument of a call: those of the path and the query, and the members of the body. */
function argumentTable(contract: Contract, { parameters, requestBody }: Operation, isWhole: boolean): string {
  const rows = parameters
    .filter(({ name }) => !(isWhole && name === 'cursor'))
    .map((parameter) => {
      const { name, required, schema } = parameter;
      return [`\`${name}\``, typeOf(contract, schema), meaningOf(contract, parameter, required === true)];
    });
  const body = requestBody?.content['application/json'];
  const members = body === undefined ? '' : memberTable(contract, body.schema, true);
  const ofBody = members.split('\n').slice(2);
  if (rows.length + ofBody.length === 0) return '';
  return [table(['argument', 'type', 'meaning'], rows), ...ofBody].join('\n');
}

/** The result of a call, in words. */
function resultOf(operation: Operation): string {
  if (isStream(operation)) return 'Returns an iterator of the events of the stream';
  const content = operation.responses.find(({ status }) => status.startsWith('2'))?.content;
  if (content === undefined) return 'Resolves with nothing';
  const schema = content['application/json']?.schema;
  if (schema === undefined) return 'Resolves with a string';
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? 'Resolves with an object' : `Resolves with \`Schemas['${name}']\``;
}

/** The page that names every other one of a client. */
function indexPage(client: ClientOfSdk): GeneratedPage {
  const rows = client.groups.map(({ name, text, methods }) => [
    `[\`${name}\`](${root}/methods/${pageName(name)}.md)`,
    methods.map((method) => `\`${method.name}\``).join(', '),
    firstSentence(text),
  ]);
  const description = client.isOperators
    ? 'Every method of the client of the operator API.'
    : 'Every method of the client, and every export of the package, from the docstrings of its sources.';
  const others = (client.isOperators ? [pageForOperators] : pages).map(
    (page) => `- [${page.title.replace(/^SDK: /, '')}](${page.path.replace(/^operator\//, '')}.md): ${page.description}`,
  );
  return {
    path: client.isOperators ? `operator/${root}` : root,
    title: client.isOperators ? 'SDK reference for operators' : 'SDK reference',
    description,
    markdown: [
      client.isOperators
        ? 'The client of the operator API comes from `createOperatorClient` of `@agency-service/sdk/operator`. Settings, retries and errors are those of every client.'
        : '[SDK for TypeScript](sdk.md) introduces the package. An editor shows the same texts.',
      others.join('\n'),
      '## Methods',
      table(['group', 'methods', 'about'], rows),
    ].join('\n\n'),
  };
}

/** The reference of the SDK: a page for each group of methods, and pages for all exports. */
export function sdkReferencePages(sources: SdkSources, clients: readonly Omit<ClientOfSdk, 'groups'>[]): GeneratedPage[] {
  const ofClients = clients.flatMap((each) => {
    const groups = sources.groupsOf(each.isOperators ? 'ClientOfOperators' : 'PublicClient');
    const client = { ...each, groups };
    return [indexPage(client), ...groups.map((group) => groupPage(client, group))];
  });
  return [...ofClients, ...[...pages, pageForOperators].map((page) => exportPage(sources, clients[0]!.contract, page))];
}
