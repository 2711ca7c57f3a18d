import { methods, operatorMethods } from '../../sdk/src/generated/methods.ts';
import { snakeCase } from '../../spec/generate/python.ts';
import type { Contract, Operation, Parameter } from './contract.ts';

/** Placeholder for the reader's own key. */
export const keyPlaceholder = 'svc_live_YOUR_KEY';
const operatorToken = 'YOUR_OPERATOR_TOKEN';

interface Sample {
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

/** A request of an operation, with the examples of the contract. */
interface SampleRequest {
  readonly operation: Operation;
  readonly isOperators: boolean;
  readonly isOpen: boolean;
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Commands that are not made from the table of operations that read. */
const commands: Readonly<Record<string, (request: SampleRequest) => string>> = {
  deleteWebhookEndpoint: ({ pathValues }) => `svc webhooks delete ${pathValues['endpoint_id']} --yes`,
  pingWebhookEndpoint: ({ pathValues }) => `svc webhooks ping ${pathValues['endpoint_id']}`,
  rotateWebhookSecret: ({ pathValues }) => `svc webhooks rotate-secret ${pathValues['endpoint_id']} --previous-expires-in 86400 --yes`,
  listWebhookFailures: ({ pathValues }) => `svc failures list ${pathValues['endpoint_id']}`,
  listWebhookDeliveries: ({ pathValues }) => `svc deliveries list ${pathValues['endpoint_id']}`,
  resendWebhookDelivery: ({ pathValues }) => `svc deliveries resend ${pathValues['endpoint_id']} ${pathValues['delivery_id']}`,
  resendWebhookDeliveries: ({ pathValues }) => `svc deliveries resend ${pathValues['endpoint_id']} --since 24h --statuses delivered --yes`,
  recoverWebhookEvents: ({ pathValues }) => `svc webhooks recover ${pathValues['endpoint_id']} --since 24h --yes`,
  replayWebhookFailure: ({ pathValues }) => `svc failures replay ${pathValues['endpoint_id']} ${pathValues['failure_id']}`,
  eraseAgency: ({ pathValues, body }) =>
    `svc agencies erase ${pathValues['agency_id']} --name "${(body as { agency_name: string }).agency_name}" --yes --no-wait`,
  exportAgency: ({ pathValues }) => `svc agencies export ${pathValues['agency_id']} agency.ndjson`,
  exportFan: ({ pathValues, body }) => `svc fans export ${pathValues['agency_id']} ${(body as { fan_id: string }).fan_id} fan.ndjson`,
  listExportedRows: ({ pathValues }) => `svc api GET /operator/v1/exports/${pathValues['export_id']}/rows`,
  eraseFan: ({ pathValues, body }) => `svc fans erase ${pathValues['agency_id']} ${(body as { fan_id: string }).fan_id} --yes --no-wait`,
  listAuditEntries: () => 'svc audit --own',
  listAuditLog: ({ query }) => `svc audit${typeof query['agency_id'] === 'string' ? ` --agency ${query['agency_id']}` : ''}`,
  updateAgencyQuotas: ({ pathValues, body }) =>
    `svc agencies set-quotas ${pathValues['agency_id']} ${Object.entries(body as object)
      .map(([name, allowed]) => `${name}=${allowed ?? 'default'}`)
      .join(' ')}`,
  getDiagnostics: () => 'svc doctor --server',
  getEncryptionStatus: () => 'svc operator encryption status',
  listOperatorTokens: () => 'svc operator tokens list',
  listAgencyWebhookEndpoints: ({ pathValues }) => `svc operator webhooks list ${pathValues['agency_id']}`,
  findWebhookEndpoints: ({ query }) => `svc operator webhooks find --search ${String(query['search'])}`,
  sendTestWebhookEvent: ({ pathValues }) => `svc webhooks test ${pathValues['endpoint_id']} --event-type order.created`,
  watchWebhooks: () => 'svc webhooks watch',
  replayWebhookFailures: ({ pathValues }) => `svc failures replay ${pathValues['endpoint_id']} --all --yes`,
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

/** The group and the method of the SDK that call an operation. */
function methodOf(operationId: string, isOperators: boolean): readonly [group: string, method: string] {
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = isOperators ? operatorMethods : methods;
  for (const [group, names] of Object.entries(groups)) {
    for (const [method, called] of Object.entries(names)) if (called === operationId) return [group, method];
  }
  throw new Error(`${operationId} is no method of the SDK`);
}

const quoted = (text: string) => (/^[\w:./@,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
const textOf = (value: unknown) => [value].flat().join(',');

/** As JavaScript is written: names without quotes, texts in single ones. */
function typescript(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map((item) => typescript(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${typescript(member, `${indent}  `)}`,
  );
  const short = `{ ${members.join(', ')} }`;
  return short.length <= 80 ? short : `{\n${members.map((member) => `${indent}  ${member},\n`).join('')}${indent}}`;
}

function python(value: unknown, indent = '    '): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((item) => python(item, indent)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]: [string, unknown]) => `${JSON.stringify(name)}: ${python(member, `${indent}    `)}`,
  );
  const short = `{${members.join(', ')}}`;
  return short.length <= 80 ? short : `{\n${members.map((member) => `${indent}    ${member},\n`).join('')}${indent}}`;
}

/** The query of a sample: what is required, else one filter that shows how to write one. */
function sampleQuery(parameters: readonly Parameter[]): Record<string, unknown> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
  const required = inQuery.filter((parameter) => parameter.required);
  const shown = required.length > 0 ? required : inQuery.filter(({ schema }) => schema.type === 'array').slice(-1);
  return Object.fromEntries(shown.map(({ name, example }) => [name, example]));
}

function requestOf(contract: Contract, operation: Operation, isOperators: boolean): SampleRequest {
  const media = operation.requestBody?.content['application/json'];
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const pathValues = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)]));
  return {
    operation,
    isOperators,
    isOpen: operation.security?.length === 0,
    path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValues[name] ?? '')),
    pathValues,
    query: sampleQuery(operation.parameters),
    body: media && contract.exampleOf(media),
  };
}

function urlOf({ isOperators, path, query }: SampleRequest): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(textOf(value)).replaceAll('%2C', ',')}`);
  return `${isOperators ? '{operator_url}' : '{base_url}'}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

function headersOf({ isOperators, isOpen, body }: SampleRequest): [string, string][] {
  const access: [string, string][] = isOpen
    ? []
    : isOperators
      ? [['Authorization', `Bearer ${operatorToken}`]]
      : [
          ['Service-Version', 'Amethyste'],
          ['Authorization', `Bearer ${keyPlaceholder}`],
        ];
  return body === undefined ? access : [...access, ['Content-Type', 'application/json']];
}

export const isStream = ({ responses }: Operation) => responses.some(({ content }) => content?.['text/event-stream']);

function curl(request: SampleRequest): string {
  const { method } = request.operation;
  const lines = [
    `curl${isStream(request.operation) ? ' --no-buffer' : ''}${method === 'GET' ? '' : ` -X ${method}`} '${urlOf(request)}'`,
    ...headersOf(request).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(request.body === undefined ? [] : [`-d '${JSON.stringify(request.body).replaceAll("'", `'\\''`)}'`]),
  ];
  return lines.join(' \\\n  ');
}

function callOf({ operation, isOperators, pathValues, query, body }: SampleRequest): string {
  const [group, method] = methodOf(operation.operationId, isOperators);
  const given = { ...pathValues, ...query, ...(body as object | undefined) };
  return `client.${group}.${method}(${Object.keys(given).length > 0 ? typescript(given) : ''})`;
}

/** The call of an operation by the SDK, with the examples of the contract. */
export function sdkCall(contract: Contract, operation: Operation, isOperators: boolean): string {
  return callOf(requestOf(contract, operation, isOperators));
}

function sdk(request: SampleRequest): string {
  const { operation, isOperators } = request;
  const call = callOf(request);
  const made = isOperators
    ? `import { createOperatorClient } from '@agency-service/sdk/operator';\n\nconst client = createOperatorClient({ operatorUrl: '{operator_url}', operatorToken: '${operatorToken}' });`
    : `import { createClient } from '@agency-service/sdk';\n\nconst client = createClient({ baseUrl: '{base_url}', apiKey: '${keyPlaceholder}' });`;
  if (isStream(operation)) return `${made}\nfor await (const { event, data } of ${call}) console.log(event, data);`;
  const hasBody = operation.responses.some(({ status, content }) => status.startsWith('2') && content);
  return `${made}\n${hasBody ? `console.log(await ${call});` : `await ${call};`}`;
}

function svc(request: SampleRequest): string {
  const { operation, isOperators, path, pathValues, query, body } = request;
  const [group, method] = methodOf(operation.operationId, isOperators);
  const own = commands[operation.operationId];
  const access = isOperators
    ? `SVC_OPERATOR_URL={operator_url} SVC_OPERATOR_TOKEN=${operatorToken} \\\n  `
    : `SVC_BASE_URL={base_url} SVC_API_KEY=${keyPlaceholder} \\\n  `;
  if (own) return access + own(request);
  const isRead =
    operation.method === 'GET' && operation.responses.some(({ status, content }) => status === '200' && content?.['application/json']);
  if (!isRead) {
    const data = body === undefined ? '' : ` \\\n  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
    return `${access}svc api ${operation.method} ${quoted(path)}${data}`;
  }
  const names = group === 'meta' ? (isOperators ? 'operator ' : '') : `${group === 'sentMessages' ? 'messages' : kebab(group)} `;
  const options = Object.entries(query).map(([name, value]) => `--${kebab(name)} ${quoted(textOf(value))}`);
  return `${access}svc ${[`${names}${kebab(method)}`, ...Object.values(pathValues).map(quoted), ...options].join(' ')}`;
}

function pythonSdk({ operation, isOperators, pathValues, query, body }: SampleRequest): string {
  const [group, method] = methodOf(operation.operationId, isOperators);
  const given = Object.entries({ ...pathValues, ...query, ...(body as object | undefined) }).map(
    ([name, value]) => `${name}=${python(value)}`,
  );
  const name = `client.${snakeCase(group)}.${snakeCase(method)}`;
  const short = `${name}(${given.join(', ')})`;
  const isShort = short.length <= 88;
  const [client, address, secret] = isOperators
    ? ['OperatorClient', '{operator_url}', operatorToken]
    : ['Client', '{base_url}', keyPlaceholder];
  const made = `from agency_service import ${client}\n\nclient = ${client}("${address}", "${secret}")\n`;
  const long = `${name}(\n${given.map((each) => `    ${each},\n`).join('')})`;
  const hasResult = operation.responses.some(({ status, content }) => status.startsWith('2') && content);
  if (!hasResult) return made + (isShort ? short : long);
  const start = isShort ? made : `${made}result = ${long}\n`;
  const result = isShort ? short : 'result';
  if (isStream(operation)) return `${start}for event in ${result}:\n    print(event.event, event.data)`;
  return `${start}${operation.parameters.some((parameter) => parameter.name === 'cursor') ? `for item in ${result}:\n    print(item)` : `print(${result})`}`;
}

/** The request that the samples of an operation send, with its address below that of its listener. */
export function sampleRequest(contract: Contract, operation: Operation, isOperators: boolean): { path: string; body: unknown } {
  const request = requestOf(contract, operation, isOperators);
  return { path: urlOf(request).replace(/^\{\w+\}/, ''), body: request.body };
}

/** A request of an operation in every language that the reference shows. */
export function requestSamples(contract: Contract, operation: Operation, isOperators: boolean): Sample[] {
  const request = requestOf(contract, operation, isOperators);
  return [
    { title: 'curl', language: 'sh', text: curl(request) },
    { title: 'TypeScript', language: 'ts', text: sdk(request) },
    { title: 'svc', language: 'sh', text: svc(request) },
    { title: 'Python', language: 'python', text: pythonSdk(request) },
  ];
}
