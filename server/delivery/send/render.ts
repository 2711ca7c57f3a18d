import type { EventType } from '../../../generated/events.ts';
import { payloadTextIn } from '../../versions/current-forms.ts';

export interface RenderedEvent {
  readonly id: string;
  readonly type: EventType;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** JSON text of the payload as it is recorded. */
  readonly data: string;
}

/** The body of a delivery: the envelope around the payload, in the form of the release that the endpoint is pinned to, by the release's date. */
export function render({ id, type, occurredAt, data }: RenderedEvent, apiVersion: string): string {
  const createdAt = new Date(occurredAt).toISOString();
  const payload = payloadTextIn(type, apiVersion, data);
  return `{"id":"${id}","type":"${type}","created_at":"${createdAt}","api_version":"${apiVersion}","data":${payload}}`;
}
