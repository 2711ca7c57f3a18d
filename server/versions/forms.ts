import type { FormPlace, Forms } from '../../generated/versions.ts';

/** The conversion of a changed schema to its form in the previous release. */
interface FormChange<Former, Own> {
  readonly toFormer: (own: Own) => Former;
}

/** Events are stored in the form of the first release, so payloads are converted in both directions. */
interface EventFormChange<Former, Own> extends FormChange<Former, Own> {
  readonly fromFormer: (former: Former) => Own;
}

/** The required conversions, by release and schema. */
export type FormChanges<Table> = {
  readonly [Release in keyof Table]: {
    readonly [Schema in keyof Table[Release]]: Table[Release][Schema] extends Forms<infer Former, infer Own, infer InEvents>
      ? InEvents extends true
        ? EventFormChange<Former, Own>
        : FormChange<Former, Own>
      : never;
  };
};

interface Release {
  readonly name: string;
  readonly date: string;
}

type Places = Readonly<Partial<Record<string, readonly FormPlace[]>>>;
type Conversion = (form: never) => unknown;
type AnyChange = { readonly toFormer: Conversion; readonly fromFormer?: Conversion };
/** Returns a converted copy of a response or payload. */
export type Convert = (value: object) => object;

export interface FormTables {
  /** Newest first. */
  readonly releases: readonly Release[];
  readonly changes: Readonly<Partial<Record<string, Readonly<Record<string, AnyChange>>>>>;
  readonly answerPlaces: Places;
  readonly eventPlaces: Places;
}

/** A copy of a value in which the members at the path are converted, unless they are null or absent. */
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

/** The steps of the releases that change a schema at these places; undefined for none. */
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

/** Caches the results of a function. Its arguments are names of the contract, so they are few. */
function cached<Value>(compute: (release: string, of: string) => Value): (release: string, of: string) => Value {
  const known = new Map<string, Map<string, Value>>();
  return (release, of) => {
    let values = known.get(release);
    if (!values) known.set(release, (values = new Map<string, Value>()));
    if (!values.has(of)) values.set(of, compute(release, of));
    return values.get(of)!;
  };
}

/**
 * Converts between the forms of the releases. Handlers return the newest form, which is converted to the caller's release. Events are stored in the
 * form of the first release. So a new release leaves stored payloads unchanged, and processes of the previous release can deliver its events.
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

  const ofAnswer = cached((release, operationId) =>
    conversionOf(
      answerPlaces[operationId],
      laterThan(release).map(({ name }) => inDirection(changes[name], 'toFormer')),
    ),
  );
  const ofRecorded = cached((_newest, type) =>
    conversionOf(
      eventPlaces[type],
      releases.map(({ name }) => inDirection(changes[name], 'toFormer')),
    ),
  );
  const ofPayload = cached((date, type) =>
    conversionOf(
      eventPlaces[type],
      upTo(date).map(({ name }) => inDirection(changes[name], 'fromFormer')),
    ),
  );

  return {
    /** Whether this process has the release of the date. */
    isKnown: (date: string): boolean => isKnown.has(date),
    /** Converts a response to a release; undefined if it needs no conversion. */
    answer: (operationId: string, { name }: Release): Convert | undefined =>
      name === newest!.name ? undefined : ofAnswer(name, operationId),
    /** Converts a payload to the stored form; undefined if it needs no conversion. */
    recorded: (type: string): Convert | undefined => ofRecorded(newest!.name, type),
    /** Converts a stored payload to the release of the date; undefined if it needs no conversion. */
    payload: (type: string, date: string): Convert | undefined => ofPayload(date, type),
  };
}
