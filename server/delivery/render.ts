/** What a release changed in the payload of an event. */
export interface PayloadChange {
  /** Date of the release that made it: endpoints pinned before that date get the former form. */
  readonly releaseDate: string;
  readonly eventType: string;
  readonly toFormer: (data: Record<string, unknown>) => Record<string, unknown>;
}

/** Every change of a payload since the first release, newest first. There is one release so far. */
export const payloadChanges: readonly PayloadChange[] = [];

export interface RenderedEvent {
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** JSON text of the payload in the current version. */
  readonly data: string;
}

/**
 * The body of a delivery: the envelope around the payload, in the form of the release that the endpoint is pinned to.
 * Payloads that no later release changed go out as they were recorded.
 */
export function render(event: RenderedEvent, apiVersion: string, changes: readonly PayloadChange[] = payloadChanges): string {
  const undone = changes.filter(({ releaseDate, eventType }) => eventType === event.type && releaseDate > apiVersion);
  const data =
    undone.length === 0
      ? event.data
      : JSON.stringify(undone.reduce((payload, { toFormer }) => toFormer(payload), JSON.parse(event.data) as Record<string, unknown>));
  const createdAt = new Date(event.occurredAt).toISOString();
  return `{"id":"${event.id}","type":"${event.type}","created_at":"${createdAt}","api_version":"${apiVersion}","data":${data}}`;
}
