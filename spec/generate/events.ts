import { type ContractDocument, jsonSchema, resolve, type Schema } from './contract.ts';
import { literal, type Output } from './output.ts';

interface EventSchema extends Schema {
  /** The scope that reads the same elsewhere. */
  'x-event-scope'?: string | null;
}

/** Writes the types of events, what they carry in the contract's examples, and the types of what they carry. */
export async function generateEvents(document: ContractDocument, output: Output): Promise<void> {
  await output.module('generated/events.ts', [payloadsText(document), eventTypesText(document), eventExamplesText(document)].join('\n'));
}

/** When each type of event is sent, in the words of its summary. */
export function eventSummaries(document: ContractDocument): Record<string, string> {
  return Object.fromEntries(Object.entries(document.webhooks ?? {}).map(([type, { post }]) => [type, post.summary]));
}

/** By the type of each event, the scope that reads elsewhere what it carries; null for what nothing else shows. */
export function eventScopes(document: ContractDocument): Record<string, string | null> {
  const entries = Object.entries(document.webhooks ?? {}).map(([type, { post }]): [string, string | null] => {
    const schema = resolve<EventSchema>(document, jsonSchema(post.requestBody?.content) ?? {});
    return [type, schema['x-event-scope'] ?? null];
  });
  return Object.fromEntries(entries);
}

function eventTypesText(document: ContractDocument): string {
  return `
/** Every type of event that is delivered, in the contract's order. */
export const deliveryEventTypes: readonly DeliveryEventType[] = ${literal(Object.keys(document.webhooks ?? {}))};

/** The scope that reads elsewhere what an event of the type carries; null for what nothing else shows. */
export const eventScopes: Readonly<Record<DeliveryEventType, Scope | null>> = ${literal(eventScopes(document))};
`;
}

/** The model of what an event carries. */
function modelOf(document: ContractDocument, type: string): string {
  const { post } = document.webhooks![type]!;
  const schema = resolve<EventSchema>(document, jsonSchema(post.requestBody?.content) ?? {});
  const model = schema.properties?.['data']?.$ref?.split('/').at(-1);
  if (model === undefined) throw new Error(`The data of the event ${type} must be a schema of its own`);
  return model;
}

/** By the type of each event, its example. */
export function eventExamples(document: ContractDocument): Record<string, { readonly data: object }> {
  const entries = Object.entries(document.webhooks ?? {}).map(([type, { post }]): [string, { readonly data: object }] => {
    const schema = resolve<EventSchema>(document, jsonSchema(post.requestBody?.content) ?? {});
    const [example] = (schema['examples'] ?? []) as { readonly data: object }[];
    if (!example) throw new Error(`The event ${type} has no example`);
    return [type, example];
  });
  return Object.fromEntries(entries);
}

function eventExamplesText(document: ContractDocument): string {
  const examples = Object.entries(eventExamples(document)).map(([type, { data }]) => `${literal(type)}: ${literal(data)},`);
  return `
/** What events carry in the contract's examples, in the newest release. */
export const eventExamples: CurrentPayloads = {
${examples.join('\n')}
};
`;
}

function payloadsText(document: ContractDocument): string {
  const types = Object.keys(document.webhooks ?? {});
  const models = types.map((type) => modelOf(document, type));
  return `
import type { ${[...new Set(['DeliveryEventType', 'Scope', ...models])].sort().join(', ')} } from './models.ts';

/** What every event carries in the newest release, by its type. */
export interface CurrentPayloads {
${types.map((type, index) => `${literal(type)}: ${models[index]};`).join('\n')}
}

export type EventType = keyof CurrentPayloads;
`;
}
