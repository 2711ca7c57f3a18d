import type { Contract, Operation } from '../contract.ts';
import { boundsOf, memberTable, table, typeOf } from '../members.ts';
import { isStream } from '../request-samples.ts';

export type MethodNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The operation that a method calls; a method for a whole list calls the one of its pages. */
export function operationIdOf(names: MethodNames, group: string, method: string): string | undefined {
  return names[group]?.[method] ?? names[group]?.[method.replace(/^listAll/, 'list')];
}

/** Every argument of a call: those of the path and the query, and the members of the body. */
export function argumentTable(contract: Contract, { parameters, requestBody }: Operation, isWhole: boolean): string {
  const rows = parameters
    .filter(({ name }) => !(isWhole && name === 'cursor'))
    .map(({ name, required, description, schema }) => {
      const text = [required ? '**Required.**' : '', description, boundsOf(contract.resolve(schema))].filter(Boolean).join(' ');
      return [`\`${name}\``, typeOf(contract, schema), text];
    });
  const body = requestBody?.content['application/json'];
  const members = body === undefined ? '' : memberTable(contract, body.schema, true);
  const ofBody = members.split('\n').slice(2);
  if (rows.length + ofBody.length === 0) return '';
  return [table(['argument', 'type', 'meaning'], rows), ...ofBody].join('\n');
}

/** The result of a call, in words. */
export function resultOf(operation: Operation): string {
  if (isStream(operation)) return 'Returns an iterator of the events of the stream';
  const content = operation.answers.find(({ status }) => status.startsWith('2'))?.content;
  if (content === undefined) return 'Resolves with nothing';
  const schema = content['application/json']?.schema;
  if (schema === undefined) return 'Resolves with a string';
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? 'Resolves with an object' : `Resolves with \`Schemas['${name}']\``;
}
