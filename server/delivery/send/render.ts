import type { EventType } from '../../../generated/events.ts';
import { payloadTextIn } from '../../versions/current-forms.ts';

export interface RenderedEvent {
  readonly id: string;
  readonly type: EventType;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** The recorded payload, as JSON text. */
  readonly data: string;
}

/** The body of a delivery: the payload in the form of the endpoint's release, in its envelope. `apiVersion` is the date of the release. */
export function render({ id, type, occurredAt, data }: RenderedEvent, apiVersion: string): string {
  const createdAt = new Date(occurredAt).toISOString();
  const payload = payloadTextIn(type, apiVersion, data);
  return `{"id":"${id}","type":"${type}","created_at":"${createdAt}","api_version":"${apiVersion}","data":${payload}}`;
}
