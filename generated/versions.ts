// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryEventType } from './models.ts';
import type { OperationId } from './operations.ts';

/** A schema that a release changed: its form in the release before, its form in this one, and whether events contain it. */
export interface Forms<Former, Own, InEvents extends boolean> {
  readonly former: Former;
  readonly own: Own;
  readonly inEvents: InEvents;
}

/** The changes of each release to the one before, by the release's name, oldest first. */
export interface Changes {}

/** The path of a changed schema in a value; `*` is every item or member. */
export interface FormPlace {
  readonly schema: string;
  readonly path: readonly string[];
}

/** The places in the responses of operations. */
export const answerPlaces: Readonly<Partial<Record<OperationId, readonly FormPlace[]>>> = {};

/** The places in the data of events. */
export const eventPlaces: Readonly<Partial<Record<DeliveryEventType, readonly FormPlace[]>>> = {};
