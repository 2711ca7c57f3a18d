import { type ContractDocument, jsonSchema, resolve, type Schema } from './contract.ts';
import { literal, type Output } from './output.ts';

interface EventSchema extends Schema {
  'x-event-scope'?: string | null;
  examples?: { readonly data: object }[];
}

interface EventDefinition {
  readonly type: string;
  readonly summary: string;
  /** The scope that reads its data elsewhere; null if no operation returns it. */
  readonly scope: string | null;
  /** The name of the schema of its data. */
  readonly model: string;
  readonly example: { readonly data: object };
}

/** Every event of the contract. */
export function eventsOf(document: ContractDocument): EventDefinition[] {
  return Object.entries(document.webhooks ?? {}).map(([type, { post }]) => {
    const schema = resolve<EventSchema>(document, jsonSchema(post.requestBody?.content) ?? {});
    const model = schema.properties?.['data']?.$ref?.split('/').at(-1);
    const example = schema.examples?.[0];
    if (model === undefined) throw new Error(`The data of the event ${type} must be a schema of its own`);
    if (example === undefined) throw new Error(`The event ${type} has no example`);
    return { type, summary: post.summary, scope: schema['x-event-scope'] ?? null, model, example };
  });
}

/** Writes the types of events and of their data, with the contract's examples. */
export async function generateEvents(document: ContractDocument, output: Output): Promise<void> {
  const events = eventsOf(document);
  const imported = [...new Set(['DeliveryEventType', 'Scope', ...events.map(({ model }) => model)])].sort();
  await output.module(
    'generated/events.ts',
    `
import type { ${imported.join(', ')} } from './models.ts';

/** The data of every event in the newest release, by the event's type. */
export interface CurrentPayloads {
${events.map(({ type, model }) => `${literal(type)}: ${model};`).join('\n')}
}

export type EventType = keyof CurrentPayloads;

/** The type of every event, in the contract's order. */
export const deliveryEventTypes: readonly DeliveryEventType[] = ${literal(events.map(({ type }) => type))};

/** The scope that reads an event's data elsewhere; null if no operation returns it. */
export const eventScopes: Readonly<Record<DeliveryEventType, Scope | null>> = ${literal(Object.fromEntries(events.map(({ type, scope }) => [type, scope])))};

/** The data of events in the contract's examples, in the newest release. */
export const eventExamples: CurrentPayloads = {
${events.map(({ type, example }) => `${literal(type)}: ${literal(example.data)},`).join('\n')}
};
`,
  );
}
