import type { FormPlace, Forms } from '../../generated/versions.ts';

/** What a release changed of a schema, as functions between its two forms. */
interface FormChange<Former, Own> {
  /** Makes the form of the release before. */
  readonly toFormer: (own: Own) => Former;
}

/** Events are recorded in the form of the first release, so what they carry is converted in both directions. */
interface EventFormChange<Former, Own> extends FormChange<Former, Own> {
  readonly fromFormer: (former: Former) => Own;
}

/** The functions that a table of changes requires, by release and schema. */
export type FormChanges<Table> = {
  readonly [Release in keyof Table]: {
    readonly [Schema in keyof Table[Release]]: Table[Release][Schema] extends Forms<infer Former, infer Own, infer InEvents>
      ? InEvents extends true
        ? EventFormChange<Former, Own>
        : FormChange<Former, Own>
      : never;
  };
};

/** A release of the API, as the version header and `api_version` name it. */
interface Release {
  readonly name: string;
  readonly date: string;
}

type Places = Readonly<Partial<Record<string, readonly FormPlace[]>>>;
type Conversion = (form: never) => unknown;
type AnyChange = { readonly toFormer: Conversion; readonly fromFormer?: Conversion };
/** Converts a whole answer or payload, of which it changes nothing. */
export type Convert = (value: object) => object;

export interface FormTables {
  /** Newest first. */
  readonly releases: readonly Release[];
  readonly changes: Readonly<Partial<Record<string, Readonly<Record<string, AnyChange>>>>>;
  readonly answerPlaces: Places;
  readonly eventPlaces: Places;
}

/** A copy of a value in which the members at the path are converted. Members that are null or absent stay so. */
function convertedAt(value: unknown, path: readonly string[], convert: Conversion, depth = 0): unknown {
  if (value === null || value === undefined) return value;
  const name = path[depth];
  if (name === undefined) return convert(value as never);
  const next = (member: unknown) => convertedAt(member, path, convert, depth + 1);
  if (Array.isArray(value)) return value.map(next);
  const members = value as Record<string, unknown>;
  if (name === '*') return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, next(member)]));
  return name in members ? { ...members, [name]: next(members[name]) } : members;
}

/** Converts step by step at the places of the schemas that each step changes; undefined where none of them is. */
function conversionOf(
  places: readonly FormPlace[] | undefined,
  steps: readonly Readonly<Record<string, Conversion | undefined>>[],
): Convert | undefined {
  const found = steps.flatMap((step) =>
    (places ?? []).flatMap(({ schema, path }) => {
      const convert = step[schema];
      return convert ? [(value: unknown) => (path.length === 0 ? convert(value as never) : convertedAt(value, path, convert))] : [];
    }),
  );
  return found.length === 0 ? undefined : (value) => found.reduce<unknown>((form, convert) => convert(form), value) as object;
}

const inDirection = (changes: Readonly<Record<string, AnyChange>> = {}, direction: 'toFormer' | 'fromFormer') =>
  Object.fromEntries(Object.entries(changes).map(([schema, change]) => [schema, change[direction]]));

/** A function of its key that computes each value once. The keys are those of the contract, so they are few. */
function remembered<Value>(compute: (release: string, of: string) => Value): (release: string, of: string) => Value {
  const known = new Map<string, Map<string, Value>>();
  return (release, of) => {
    let values = known.get(release);
    if (!values) known.set(release, (values = new Map<string, Value>()));
    if (!values.has(of)) values.set(of, compute(release, of));
    return values.get(of)!;
  };
}

/**
 * The forms of the releases. Handlers answer in the newest form, from which that of the caller's release is made, change by change.
 * Events are recorded in the form of the first release, so that a release that changes one changes no stored payload, and processes of
 * the last release deliver what this one records.
 */
export function formsOf({ releases, changes, answerPlaces, eventPlaces }: FormTables) {
  const [newest] = releases;
  const isKnown = new Set(releases.map(({ date }) => date));
  const laterThan = (name: string) =>
    releases.slice(
      0,
      releases.findIndex((release) => release.name === name),
    );
  const upTo = (date: string) => releases.filter((release) => release.date <= date).toReversed();

  const ofAnswer = remembered((release, operationId) =>
    conversionOf(
      answerPlaces[operationId],
      laterThan(release).map(({ name }) => inDirection(changes[name], 'toFormer')),
    ),
  );
  const ofRecorded = remembered((_newest, type) =>
    conversionOf(
      eventPlaces[type],
      releases.map(({ name }) => inDirection(changes[name], 'toFormer')),
    ),
  );
  const ofPayload = remembered((date, type) =>
    conversionOf(
      eventPlaces[type],
      upTo(date).map(({ name }) => inDirection(changes[name], 'fromFormer')),
    ),
  );

  return {
    /** Whether this process knows the release of the date. */
    isKnown: (date: string): boolean => isKnown.has(date),
    /** What makes a caller's form of an operation's answer; undefined where the answer has it. */
    answer: (operationId: string, { name }: Release): Convert | undefined =>
      name === newest!.name ? undefined : ofAnswer(name, operationId),
    /** What makes the recorded form of what an event carries; undefined where it has it. */
    recorded: (type: string): Convert | undefined => ofRecorded(newest!.name, type),
    /** What makes the form of the release of the date from the recorded form; undefined where that is the same. */
    payload: (type: string, date: string): Convert | undefined => ofPayload(date, type),
  };
}
