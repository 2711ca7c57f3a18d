import type { CurrentPayloads, EventType } from '../../generated/events.ts';
import type { OperationId } from '../../generated/operations.ts';
import { releases } from '../../generated/releases.ts';
import { answerPlaces, eventPlaces } from '../../generated/versions.ts';
import { changes } from './changes.ts';
import { formsOf, type Convert } from './forms.ts';

const forms = formsOf({ releases, changes, answerPlaces, eventPlaces });

/** Whether this process knows the release of the date. */
export const isKnownRelease = forms.isKnown;

/** What makes the form of the caller's release of an operation's answer; undefined where the answer has it. */
export const answerForm: (operationId: OperationId, release: { readonly name: string; readonly date: string }) => Convert | undefined =
  forms.answer;

/** What an event carries, in the form in which it is recorded. */
export function recordedPayload<Type extends EventType>(type: Type, data: CurrentPayloads[Type]): object {
  return forms.recorded(type)?.(data) ?? data;
}

/** What an event carries, in the form of the release of the date, from the recorded form. */
export function payloadIn<Data extends object | null>(type: EventType, date: string, recorded: Data): Data | object {
  return (recorded && forms.payload(type, date)?.(recorded)) ?? recorded;
}

/** The same of JSON text. A payload that no release changed is the recorded text. */
export function payloadTextIn(type: EventType, date: string, recorded: string): string {
  const convert = forms.payload(type, date);
  return convert ? JSON.stringify(convert(JSON.parse(recorded) as object)) : recorded;
}
