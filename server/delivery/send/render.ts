import type { EventPayloads, EventType, ReleaseBefore } from '../../../generated/events.ts';

type IsSame<One, Other> = [One, Other] extends [Other, One] ? true : false;

/**
 * How payloads looked before each release that changed them: by the release's date and by the event's type, what makes the
 * former payload of the release's own. A change that the contract has and that is missing here does not compile.
 */
export type PayloadChanges<Payloads, Before> = {
  readonly [Release in keyof Payloads & keyof Before]: Before[Release] extends keyof Payloads
    ? FormerPayloads<Payloads[Release], Payloads[Before[Release]]>
    : never;
};

type FormerPayloads<Present, Former> = {
  readonly [Type in keyof Present & keyof Former as IsSame<Present[Type], Former[Type]> extends true ? never : Type]: (
    data: Present[Type],
  ) => Former[Type];
};

/** Every change of a payload since the first release. There is one release so far. */
const payloadChanges: PayloadChanges<EventPayloads, ReleaseBefore> = {};

export interface RenderedEvent {
  readonly id: string;
  readonly type: EventType;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** JSON text of the payload in the newest form. */
  readonly data: string;
}

type ToFormer = (data: never) => object;

/**
 * Makes the body of a delivery: the envelope around the payload, in the form of the release that the endpoint is pinned to.
 * Payloads that no later release changed go out as they were recorded.
 */
export function eventRenderer(changes: Readonly<Record<string, Readonly<Partial<Record<EventType, ToFormer>>>>>) {
  const newestFirst = Object.entries(changes).sort(([one], [other]) => (one < other ? 1 : -1));
  return ({ id, type, occurredAt, data }: RenderedEvent, apiVersion: string): string => {
    const undone = newestFirst.flatMap(([release, { [type]: toFormer }]) => (toFormer && release > apiVersion ? [toFormer] : []));
    const payload =
      undone.length === 0 ? data : JSON.stringify(undone.reduce<unknown>((form, toFormer) => toFormer(form as never), JSON.parse(data)));
    const createdAt = new Date(occurredAt).toISOString();
    return `{"id":"${id}","type":"${type}","created_at":"${createdAt}","api_version":"${apiVersion}","data":${payload}}`;
  };
}

/** The body of a delivery for an endpoint that is pinned to a release, by the release's date. */
export const render = eventRenderer(payloadChanges);
