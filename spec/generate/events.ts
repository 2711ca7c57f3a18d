import { type ContractDocument, jsonSchema, resolve, type Schema } from './contract.ts';
import { literal, type Output } from './output.ts';
import type { ChangelogFile } from './releases.ts';

/** An event's schema. By the date of a release it names what `data` was from it on, until a later release changed it. */
interface EventSchema extends Schema {
  'x-former-data'?: Record<string, { $ref: string }>;
  /** The scope that reads the same elsewhere. */
  'x-event-scope'?: string | null;
}

/**
 * Writes the types of events, what they carry in the contract's examples, and the types of what they carry: by the release that an endpoint is
 * pinned to, and by their own type.
 */
export async function generateEvents(document: ContractDocument, changelog: ChangelogFile, output: Output): Promise<void> {
  await output.module(
    'generated/events.ts',
    [eventsText(document, changelog), eventTypesText(document), eventExamplesText(document)].join('\n'),
  );
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

const modelOf = ({ $ref }: { $ref?: string }) => $ref?.split('/').at(-1) ?? '';

/** The model that each release has for the payload, oldest release first. */
function formsOf(document: ContractDocument, type: string, dates: readonly string[]): string[] {
  const { post } = document.webhooks![type]!;
  const schema = resolve<EventSchema>(document, jsonSchema(post.requestBody?.content) ?? {});
  const former = schema['x-former-data'] ?? {};
  for (const date of Object.keys(former)) {
    if (!dates.slice(0, -1).includes(date)) throw new Error(`The event ${type} has former data of ${date}, which is no former release`);
  }
  const forms = dates.toReversed().reduce<string[]>((later, date) => {
    const form = former[date] ? modelOf(former[date]) : (later[0] ?? modelOf(schema.properties?.['data'] ?? {}));
    if (form === '') throw new Error(`The data of the event ${type} is no schema of its own`);
    return [form, ...later];
  }, []);
  return forms;
}

function eventExamplesText(document: ContractDocument): string {
  const examples = Object.entries(document.webhooks ?? {}).map(([type, { post }]) => {
    const schema = resolve<EventSchema>(document, jsonSchema(post.requestBody?.content) ?? {});
    const [example] = (schema['examples'] ?? []) as { readonly data: object }[];
    if (!example) throw new Error(`The event ${type} has no example`);
    return `${literal(type)}: ${literal(example.data)},`;
  });
  return `
/** What events carry in the contract's examples, in the newest release. */
export const eventExamples: CurrentPayloads = {
${examples.join('\n')}
};
`;
}

export function eventsText(document: ContractDocument, { releases }: ChangelogFile): string {
  const types = Object.keys(document.webhooks ?? {});
  const dates = releases.map(({ date }) => date).toReversed();
  const forms = new Map(types.map((type) => [type, formsOf(document, type, dates)]));
  const payloads = dates.map((date, index) => {
    const members = types.map((type) => `${literal(type)}: ${forms.get(type)![index]};`);
    return `${literal(date)}: {\n${members.join('\n')}\n};`;
  });
  const before = dates.slice(1).map((date, index) => `${literal(date)}: ${literal(dates[index])};`);
  return `
import type { ${[...new Set(['DeliveryEventType', 'Scope', ...[...forms.values()].flat()])].sort().join(', ')} } from './models.ts';

/** What every event carries: by the date of the release that its endpoint is pinned to, and by its type. */
export interface EventPayloads {
${payloads.join('\n')}
}

/** What events carry in the newest release, in whose form they are recorded. */
export type CurrentPayloads = EventPayloads[${literal(dates.at(-1))}];

export type EventType = keyof CurrentPayloads;

/** The release before each but the first, by their dates. */
export interface ReleaseBefore {
${before.join('\n')}
}
`;
}
