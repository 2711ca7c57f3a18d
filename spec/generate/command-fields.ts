import { operatorDocument, publicDocument } from './audience.ts';
import { type ContractDocument, type ContractOperation, jsonSchema, operationsOf, resolve, type Schema } from './contract.ts';
import { valuesOf } from './operations.ts';
import { literal, type Output } from './output.ts';

/** Writes the table of request fields, each of which is an option of the command line. */
export async function generateCommandFields(document: ContractDocument, output: Output): Promise<void> {
  const entries = [publicDocument(document), operatorDocument(document)].flatMap((each) =>
    operationsOf(each).flatMap((operation) => {
      const fields = fieldsOf(each, operation);
      return Object.keys(fields).length === 0 ? [] : [[operation.id, fields] as const];
    }),
  );
  await output.raw(
    'cli/src/generated/fields.ts',
    `
/** A member of an operation's body. */
export interface BodyField {
  /** The form of its option: a list has commas, and any other value is JSON. */
  readonly kind: 'string' | 'integer' | 'boolean' | 'list' | 'json';
  readonly required: boolean;
  /** Whether \`null\` is accepted. Its option's text is "default". */
  readonly isNullable: boolean;
  readonly isInstant: boolean;
  /** The accepted texts, or those of a list's items. */
  readonly values?: readonly string[];
  readonly description: string;
}

/** The members of each operation's body, by the operation's id. */
export const bodyFields: Readonly<Record<string, Readonly<Record<string, BodyField>>>> = ${literal(Object.fromEntries(entries))};
`,
  );
}

function fieldsOf(document: ContractDocument, { body }: ContractOperation): object {
  const json = jsonSchema(body?.content);
  const schema = json && resolve<Schema>(document, json);
  return Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, member]) => [
      name,
      fieldOf(document, member, schema?.required?.includes(name) === true),
    ]),
  );
}

function fieldOf(document: ContractDocument, member: Schema, required: boolean): object {
  const schema = resolve<Schema>(document, member);
  const items = schema.items && resolve<Schema>(document, schema.items);
  return {
    kind: kindOf(schema, items),
    required,
    isNullable: Array.isArray(schema.type) && schema.type.includes('null'),
    isInstant: schema.format === 'date-time',
    ...valuesOf(document, schema),
    description: (member.description ?? schema.description ?? '').trim().replace(/\s+/g, ' '),
  };
}

function kindOf(schema: Schema, items: Schema | undefined): 'string' | 'integer' | 'boolean' | 'list' | 'json' {
  const types = [schema.type].flat();
  if (types.includes('array')) return items?.type === 'string' ? 'list' : 'json';
  for (const kind of ['string', 'integer', 'boolean'] as const) if (types.includes(kind)) return kind;
  return 'json';
}
