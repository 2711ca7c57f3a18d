import { isMembers, itemsOf, type Members, membersOf } from './members.ts';

/** Parameters, of which those that are lists in the query are comma lists of a bounded number of values. */
export function expandedParameters(parameters: unknown, mostValues: number): unknown[] {
  return itemsOf(parameters).map((parameter) => (isMembers(parameter) ? expandedParameter(parameter, mostValues) : parameter));
}

export function expandedParameter(parameter: Members, mostValues: number): Members {
  const { type, ...bounds } = membersOf(parameter['schema']);
  if (parameter['in'] !== 'query' || type !== 'array') return parameter;
  const schema = { type, minItems: 1, maxItems: mostValues, ...bounds };
  const entries = Object.entries(parameter).flatMap(([name, member]): [string, unknown][] =>
    name === 'schema'
      ? [
          ['style', 'form'],
          ['explode', false],
          ['schema', schema],
        ]
      : [[name, member]],
  );
  return Object.fromEntries(entries);
}
