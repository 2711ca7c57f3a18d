import type { ProblemRegistry } from '../../spec/generate/problems.ts';
import { type Contract, type EventObject, type Parameter, pageName } from './contract.ts';
import { memberTable, table } from './members.ts';
import { formerSections, type FormerContract } from './releases.ts';
import { firstSentence, type GeneratedPage, json } from './operation-page.ts';

interface NamedExample {
  readonly value: unknown;
}

/** Every example of a problem that a listener's contract has, by slug. */
function problemExamples(...contracts: readonly Contract[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const contract of contracts) {
    for (const { responses } of contract.operations) {
      for (const { content } of responses) {
        for (const [slug, example] of Object.entries(content?.['application/problem+json']?.examples ?? {})) {
          found.set(slug, contract.resolve<NamedExample>(example).value);
        }
      }
    }
  }
  return found;
}

/** A page for every problem: cause, example, remedy, and the operations that return it. */
export function problemPages({ problems }: ProblemRegistry, contract: Contract, operators: Contract): GeneratedPage[] {
  const examples = problemExamples(operators, contract);
  return Object.entries(problems).map(([slug, { status, title, description, remedy, reserved }]) => {
    const returning = contract.operations.filter(({ responses }) =>
      responses.some(({ content }) => Object.hasOwn(content?.['application/problem+json']?.examples ?? {}, slug)),
    );
    const isEverywhere = returning.length > contract.operations.length / 2;
    const links = returning.map(({ operationId, summary }) => `- [${summary}](../reference/${pageName(operationId)}.md)`);
    const example = examples.get(slug);
    return {
      path: `problems/${slug}`,
      title,
      description: firstSentence(description),
      markdown: [
        `\`${slug}\` · HTTP ${status}${reserved ? ' · reserved, never returned' : ''}`,
        '## Cause',
        description.trim(),
        ...(example === undefined ? [] : ['## Example', json(example)]),
        '## Remedy',
        remedy.trim(),
        '## Where it occurs',
        isEverywhere
          ? 'Nearly every operation can return it.'
          : links.length > 0
            ? links.join('\n')
            : 'Operations of the operator API return it.',
        '[Errors and retries](../errors-and-retries.md) explains how to handle problems in a program.',
      ].join('\n\n'),
    };
  });
}

export function problemIndex({ problems }: ProblemRegistry): string {
  const rows = Object.entries(problems).map(([slug, { status, title }]) => [`[\`${slug}\`](problems/${slug}.md)`, String(status), title]);
  return table(['kind', 'status', 'title'], rows);
}

function headersOf(contract: Contract, { parameters }: EventObject): Parameter[] {
  return parameters
    .map((parameter) => contract.resolve<Parameter>(parameter))
    .filter(({ in: place, deprecated }) => place === 'header' && !deprecated);
}

/** A delivery as a receiver gets it: the headers for its verification, and the body. */
export function deliveryExample(contract: Contract): string {
  const { post } = contract.document.webhooks!['order.created']!;
  const headers = headersOf(contract, post).filter(({ name, required }) => required && /^Service-(?:Signature|Event)/.test(name));
  return [
    'POST /service HTTP/1.1',
    ...headers.map(({ name, example, schema }) => `${name}: ${String(example ?? schema.examples?.[0])}`),
    '',
    JSON.stringify(contract.exampleOf(post.requestBody.content['application/json']!), null, 2),
  ].join('\n');
}

/** A page for every event: when it is sent, an example, its members and the headers of its delivery. */
export function eventPages(contract: Contract, formers: readonly FormerContract[]): GeneratedPage[] {
  return Object.entries(contract.document.webhooks ?? {}).map(([type, { post }]) => {
    const media = post.requestBody.content['application/json']!;
    const mediaOf = (of: Contract) => of.document.webhooks![type]!.post.requestBody.content['application/json']!;
    const members = (of: Contract) => memberTable(of, mediaOf(of).schema, false);
    const former = formerSections(members(contract), formers, members, (name, of) =>
      [`## In ${name}`, `Endpoints that are pinned to ${name} receive:`, json(of.exampleOf(mediaOf(of))), members(of)].join('\n\n'),
    );
    return {
      path: `events/${type}`,
      title: type,
      description: firstSentence(post.description),
      markdown: [
        post.description.trim(),
        '## Example',
        json(contract.exampleOf(media)),
        '## Members',
        members(contract),
        ...former,
        '## Headers of the delivery',
        table(
          ['header', 'meaning'],
          headersOf(contract, post).map(({ name, description }) => [`\`${name}\``, description]),
        ),
        'Each `Service-` header is also sent as `{former_brand}-`, with the same value.',
        '[Webhooks](../webhooks.md) explains how to receive it, and [Verify a delivery](../verify.md) how to check its sender.',
      ].join('\n\n'),
    };
  });
}

export function eventIndex(contract: Contract): string {
  const rows = Object.entries(contract.document.webhooks ?? {}).map(([type, { post }]) => [
    `[\`${type}\`](events/${type}.md)`,
    post.description,
  ]);
  return table(['type', 'sent when'], rows);
}
