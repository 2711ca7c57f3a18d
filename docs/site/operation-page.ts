import { limitTable } from '../../spec/generate/expand/scopes-and-limits.ts';
import { type Contract, type Operation, type Parameter, pageName, type ResponseObject } from './contract.ts';
import { boundsOf, memberTable, table, typeOf } from './members.ts';
import { formerSections, type FormerContract, jsonMembers } from './releases.ts';
import { keyPlaceholder, requestSamples } from './request-samples.ts';

export interface GeneratedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  /** The tag of an operation. */
  readonly group?: string;
  /** The layout, where it differs from that of a guide. */
  readonly kind?: 'operation';
  /** The scripts of the page, in `assets`. */
  readonly scripts?: readonly string[];
  /** The request that readers can send from the page. */
  readonly tried?: object;
}

export const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
export const json = (value: unknown) => fenced('json', JSON.stringify(value, null, 2));
export const firstSentence = (text: string) => /^.*?[.](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text;

const slugsOf = ({ content }: ResponseObject) => Object.keys(content?.['application/problem+json']?.examples ?? {});

export function meaningOf(contract: Contract, { description, schema }: Parameter, isRequired: boolean): string {
  return [isRequired ? '**Required.**' : '', description, boundsOf(contract.resolve(schema))].filter(Boolean).join(' ');
}

function parameterTable(contract: Contract, { parameters }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) => {
    const { name, in: place, required, schema } = parameter;
    return [`\`${name}\``, `${place}, ${typeOf(contract, schema)}`, meaningOf(contract, parameter, required === true && place !== 'path')];
  });
  return `## Parameters\n\n${table(['name', 'where and type', 'meaning'], rows)}`;
}

function bodySection(contract: Contract, { requestBody }: Operation): string {
  const media = requestBody?.content['application/json'];
  if (!media) return '';
  const intro = requestBody?.required ? '' : 'The body may be omitted.\n\n';
  return `## Body\n\n${intro}${memberTable(contract, media.schema, true)}`;
}

/** The successful responses, in a former release if `release` names one. */
function responseSections(contract: Contract, operation: Operation, release?: string): string {
  const good = operation.responses.filter(({ status }) => /^[23]/.test(status));
  const shown = good.map((response) => {
    const media = response.content?.['application/json'];
    const other = Object.keys(response.content ?? {}).filter((type) => type !== 'application/json');
    const types = media && other.length > 0 ? ` Also as ${other.map((type) => `\`${type}\``).join(', ')}.` : '';
    const example = media && contract.exampleOf(media);
    return [
      `## Response ${response.status}${release === undefined ? '' : ` in ${release}`}`,
      `${response.description}${types}`,
      example === undefined || release === undefined ? '' : json(example),
      media ? memberTable(contract, media.schema, false) : '',
    ]
      .filter(Boolean)
      .join('\n\n');
  });
  return shown.join('\n\n');
}

/** The responses in former releases, where their members differ. */
function formerResponses(contract: Contract, operation: Operation, formers: readonly FormerContract[]): string {
  const operationOf = (of: Contract) => of.operations.find(({ operationId }) => operationId === operation.operationId)!;
  const members = (of: Contract) =>
    operationOf(of)
      .responses.map((response) => jsonMembers(of, response))
      .join('\n');
  return formerSections(members(contract), formers, members, (name, former) => responseSections(former, operationOf(former), name)).join(
    '\n\n',
  );
}

function problemSection({ responses }: Operation): string {
  const rows = responses.flatMap((response) => slugsOf(response).map((slug) => [response.status, `[\`${slug}\`](../problems/${slug}.md)`]));
  return `## Problems\n\n${table(['status', 'kind'], rows)}`;
}

/** A value in a query. A list has commas between its items. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(',') : typeof value === 'string' ? value : JSON.stringify(value);

/** The request that readers can send from the page: its path, and its parameters with their examples. */
function requestOf(contract: Contract, { path, parameters }: Operation) {
  return {
    path,
    parameters: parameters
      .filter(({ in: place }) => place !== 'header')
      .map(({ name, in: place, required, schema, example }) => {
        const resolved = contract.resolve(schema);
        return {
          name,
          in: place,
          isRequired: required === true,
          example: textOf(example ?? resolved.examples?.[0] ?? resolved.default ?? ''),
        };
      }),
  };
}

/** The example of the first successful response. */
function responseExample(contract: Contract, { responses }: Operation): string[] {
  for (const { status, content } of responses) {
    const media = content?.['application/json'];
    const example = media && /^2/.test(status) ? contract.exampleOf(media) : undefined;
    if (example !== undefined) return [fenced(`json title="Response ${status}" kind="figure"`, JSON.stringify(example, null, 2))];
  }
  return [];
}

/** The example of a page of orders, with the first order alone. */
export function ordersExample(contract: Contract): string {
  const operation = contract.operations.find(({ operationId }) => operationId === 'listOrders')!;
  const media = operation.responses.find(({ status }) => status === '200')!.content!['application/json']!;
  const page = contract.exampleOf(media) as { readonly data: readonly object[] };
  return JSON.stringify({ ...page, data: page.data.slice(0, 1) }, null, 2);
}

/** The page of an operation: samples, parameters, body, responses and problems. */
export function operationPage(
  contract: Contract,
  operation: Operation,
  isOperators: boolean,
  formers: readonly FormerContract[] = [],
): GeneratedPage {
  const samples = [
    ...requestSamples(contract, operation, isOperators).map(({ title, language, text }) => fenced(`${language} title="${title}"`, text)),
    ...responseExample(contract, operation),
  ].join('\n\n');
  const { method, path, operationId, summary, description } = operation;
  // A stream has no end to show.
  const isTried = !isOperators && method === 'GET' && responseExample(contract, operation).length > 0;
  return {
    path: `${isOperators ? 'operator' : 'reference'}/${pageName(operationId)}`,
    title: summary,
    group: operation.tags[0]!,
    kind: 'operation',
    scripts: [...(samples.includes(keyPlaceholder) ? ['fill-key.js'] : []), ...(isTried ? ['try-it.js'] : [])],
    ...(isTried ? { tried: requestOf(contract, operation) } : {}),
    description: firstSentence(description),
    markdown: [
      `\`${method} ${path}\``,
      description.trim(),
      operation['x-retry'] === 'never'
        ? 'Each call takes effect again: repeat it only if you know that the first call failed.'
        : 'It may be repeated.',
      '## Request',
      samples,
      parameterTable(contract, operation),
      bodySection(contract, operation),
      responseSections(contract, operation),
      formerResponses(contract, operation, formers),
      problemSection(operation),
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}

/** The operations of one listener by subject, in the order of the contract. */
export function referenceIndex(contract: Contract, isOperators: boolean): string {
  const sections = contract.document.tags
    .map((tag) => ({ tag, own: contract.operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ tag, own }) => {
      const rows = own.map(({ method, path, operationId, summary }) => [
        `[${summary}](${isOperators ? 'operator' : 'reference'}/${pageName(operationId)}.md)`,
        `\`${method} ${path}\``,
      ]);
      return [`## ${tag['x-displayName'] ?? tag.name}`, tag.description.trim(), table(['operation', 'request'], rows)].join('\n\n');
    });
  return sections.join('\n\n');
}

/** The limits of all operations. */
export function rateLimitTable(contract: Contract): string {
  const limited = contract.operations.flatMap(({ method, path, 'x-rate-limit': limit }) =>
    limit ? [{ name: `\`${method} ${path}\``, requests: limit.requests, windowSeconds: limit.window_seconds }] : [],
  );
  return limitTable(limited, Math.max(...limited.map(({ requests }) => requests)), limited[0]!.windowSeconds);
}
