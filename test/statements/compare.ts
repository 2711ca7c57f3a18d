import type { Column } from './describe.ts';
import type { Noted } from './notes.ts';
import type { Property } from './row-types.ts';

const listed = (names: readonly string[]) => names.join(', ') || 'none';

const leftOut = (words: readonly string[], all: readonly string[]) => all.filter((word) => !words.includes(word));

function isOfType({ forms }: Property, { form }: Column): boolean {
  // The contents of JSON are unknown; a value read from it is not a plain value.
  return form === 'JSON' ? forms.every((other) => other.endsWith('[]')) : forms.includes(form);
}

/** What the columns of a statement and the type of its rows do not have in common. */
export function differencesOf(row: readonly Property[], columns: readonly Column[]): string[] {
  const named = new Map(columns.map((column) => [column.name, column]));
  const twice = columns.filter((column) => named.get(column.name) !== column);
  const unread = [...named.keys()].filter((name) => !row.some((property) => property.name === name));
  const found = row.flatMap((property) => {
    const { name, isOptional, admitsNull, words, type } = property;
    const column = named.get(name);
    if (!column) return isOptional ? [] : [`"${name}" is not among the columns of the statement: ${listed([...named.keys()])}`];
    return [
      ...(isOfType(property, column) ? [] : [`"${name}" is a ${type}, and the driver reads its ${column.type} as ${column.form}`]),
      ...(column.source?.isNullable && !admitsNull ? [`"${name}" is a ${type}, and ${column.source.name} may be null`] : []),
      ...(words && column.source?.words ? leftOut(words, column.source.words) : []).map(
        (word) => `"${name}" is a ${type}, and ${column.source!.name} may be '${word}'`,
      ),
    ];
  });
  return [
    ...twice.map(({ name }) => `the statement has "${name}" twice, and the driver keeps the last`),
    ...found,
    ...unread.map((name) => `the statement's "${name}" is not among the properties of the row: ${listed(row.map((each) => each.name))}`),
  ];
}

/** What rows as tests have seen them and their type do not have in common. */
export function surprisesOf(row: readonly Property[], { nullColumns }: Noted): string[] {
  return row
    .filter(({ name, admitsNull }) => nullColumns.has(name) && !admitsNull)
    .map(({ name, type }) => `"${name}" is a ${type}, and came as null in a test`);
}
