import { isMembers, itemsOf, type Members, membersOf } from './members.ts';
import { moved, referenceTo, type SourceFiles } from './source-files.ts';
import type { SourceFile } from './source-file.ts';

/** The members of `frame.yaml` for every delivery, and its path. */
export interface DeliveryFrame {
  readonly path: string;
  readonly tags: readonly string[];
  readonly responses: Members;
}

/** The name of a delivery's schema, its summary and its `x-event`. */
interface DeclaredEvent {
  readonly name: string;
  readonly summary: string;
  readonly event: Members;
}

const eventsFile = 'schemas/events.yaml';

/** The events, in the order of the union of all deliveries. */
function declaredEvents(files: SourceFiles): DeclaredEvent[] {
  const file = files.named(eventsFile);
  return itemsOf(membersOf(file.content['WebhookEvent'])['oneOf']).flatMap((branch) => {
    const reference = String(membersOf(branch)['$ref']);
    const schema = membersOf(files.follow(file, reference)?.node);
    const event = schema['x-event'];
    if (!isMembers(event)) return [];
    return [{ name: reference.split('/').at(-1)!, summary: String(schema['description']).trim().replace(/\.$/, ''), event }];
  });
}

/** The types of all events, or of the subscribable ones. */
export function eventTypes(files: SourceFiles, which: unknown): unknown[] {
  return declaredEvents(files)
    .filter(({ event }) => which === 'all' || event['subscribable'] === true)
    .map(({ event }) => event['type']);
}

/** The webhooks of the document `entry`: one per event, with the headers and responses of every delivery. */
export function expandWebhooks(frame: DeliveryFrame, files: SourceFiles, entry: SourceFile): Members {
  const headers = files.named('delivery-headers.yaml');
  const schemas = files.named(eventsFile);
  return Object.fromEntries(
    declaredEvents(files).map(({ name, summary, event }): [string, unknown] => [
      String(event['type']),
      {
        post: {
          operationId: `on${name.replace(/Event$/, '')}`,
          tags: frame.tags,
          summary,
          description: event['sent'],
          security: [],
          parameters: Object.keys(headers.content).map((header) => referenceTo(entry.path, headers.path, header)),
          requestBody: { required: true, content: { 'application/json': { schema: referenceTo(entry.path, schemas.path, name) } } },
          responses: moved(frame.responses, frame.path, entry.path),
        },
      },
    ]),
  );
}
