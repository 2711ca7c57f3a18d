import type { CurrentPayloads, EventType } from '../../generated/events.ts';
import { releases } from '../../generated/releases.ts';
import { answerPlaces, eventPlaces } from '../../generated/versions.ts';
import { changes } from './changes.ts';
import { formsOf } from './forms.ts';

const forms = formsOf({ releases, changes, answerPlaces, eventPlaces });

export const { isKnown: isKnownRelease, answer: responseForm } = forms;

/** The payload of an event in the form in which it is stored. */
export function recordedPayload<Type extends EventType>(type: Type, data: CurrentPayloads[Type]): object {
  return forms.recorded(type)?.(data) ?? data;
}

/** A stored payload in the form of the release of a date. */
export function payloadIn<Data extends object | null>(type: EventType, date: string, recorded: Data): Data | object {
  return (recorded && forms.payload(type, date)?.(recorded)) ?? recorded;
}

/** The same for JSON text. */
export function payloadTextIn(type: EventType, date: string, recorded: string): string {
  const convert = forms.payload(type, date);
  return convert ? JSON.stringify(convert(JSON.parse(recorded) as object)) : recorded;
}
