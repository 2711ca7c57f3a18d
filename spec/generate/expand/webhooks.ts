import { type Members, membersOf } from './members.ts';
import { moved, referenceTo } from './references.ts';
import type { SourceFile } from './source-file.ts';

/** What `frame.yaml` says of every delivery, with its path. */
export interface DeliveryFrame {
  readonly path: string;
  readonly tags: readonly string[];
  readonly responses: Members;
}

/** A webhook: what its author says of it, with the headers and answers that all deliveries have. */
export function expandedWebhook(frame: DeliveryFrame, headers: SourceFile, file: SourceFile): Members {
  const { operationId, summary, description, requestBody, ...rest } = membersOf(file.content['post']);
  return {
    post: {
      operationId,
      tags: frame.tags,
      summary,
      description,
      security: [],
      parameters: Object.keys(headers.content).map((name) => referenceTo(file.path, headers.path, name)),
      requestBody: { required: true, ...membersOf(requestBody) },
      responses: moved(frame.responses, frame.path, file.path),
      ...rest,
    },
  };
}
