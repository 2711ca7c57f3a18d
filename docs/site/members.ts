import type { Contract, Schema } from './contract.ts';

/** Text for a cell of a Markdown table. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** A Markdown table. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heading), `|${heading.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** The type of a value in words: `string (date-time) or null`. */
export function typeOf(contract: Contract, given: Schema): string {
  const schema = contract.resolve<Schema>(given);
  if (schema.oneOf) return 'one of several objects';
  const types = [schema.type ?? 'any'].flat();
  const named = types
    .filter((type) => type !== 'null')
    .map((type) => {
      if (type === 'array' && schema.items) return `list of ${plural(typeOf(contract, schema.items))}`;
      return schema.format && !schema.format.startsWith('int') ? `${type} (${schema.format})` : type;
    });
  return [...named, ...(types.includes('null') ? ['null'] : [])].join(' or ');
}

function plural(type: string): string {
  return /^(string|integer|number|boolean|object)\b/.test(type) ? type.replace(/^\w+/, (word) => `${word}s`) : type;
}

/** The constraints of a value other than its type. */
export function boundsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: otherwise, ...schema }: Schema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return [
    values && `One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`,
    range(minimum, maximum, ''),
    range(minLength === 1 ? undefined : minLength, maxLength, ' characters'),
    range(minItems === 1 && maxItems === undefined ? undefined : minItems, maxItems, ' items'),
    otherwise === undefined ? undefined : `Default \`${JSON.stringify(otherwise)}\`.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (most !== undefined && most >= 2 ** 31 - 1) return least ? `At least ${least}${unit}.` : undefined;
  if (least !== undefined && most !== undefined) return `${least} to ${most.toLocaleString('en')}${unit}.`;
  if (most !== undefined) return `At most ${most.toLocaleString('en')}${unit}.`;
  return least ? `At least ${least}${unit}.` : undefined;
}

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** All members of an object; those of nested objects are named by their path. The contract has no recursive schema. */
function membersOf(contract: Contract, given: Schema, prefix = ''): Member[] {
  const schema = contract.resolve<Schema>(given);
  if (schema.oneOf) return schema.oneOf.flatMap((each) => membersOf(contract, each, prefix));
  if (schema.type === 'array' && schema.items) return membersOf(contract, schema.items, `${prefix}[].`.replace('.[]', '[]'));
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const resolved = contract.resolve<Schema>(inner);
    const path = `${prefix}${name}`;
    const isList = [resolved.type].flat().includes('array') && resolved.items;
    const deeper = isList ? resolved.items : resolved;
    const inside = contract.resolve<Schema>(deeper);
    const nested = inside.properties || inside.oneOf ? membersOf(contract, inside, `${path}${isList ? '[]' : ''}.`) : [];
    return [{ name: path, schema: resolved, required: schema.required?.includes(name) ?? false }, ...nested];
  });
}

/** The members of an object, each with its type and meaning. Those of a request body mark the required ones. */
export function memberRows(
  contract: Contract,
  schema: Schema,
  isSent: boolean,
): (readonly [name: string, type: string, meaning: string])[] {
  const seen = new Set<string>();
  return membersOf(contract, schema)
    .filter(({ name, schema: of }) => {
      const key = `${name} ${of.description ?? ''}`;
      return !seen.has(key) && seen.add(key);
    })
    .map(({ name, schema: of, required }) => {
      const inner = of.items ? boundsOf(contract.resolve<Schema>(of.items)) : '';
      const text = [isSent && required ? '**Required.**' : '', of.description ?? '', boundsOf(of), inner].filter(Boolean).join(' ');
      return [name, typeOf(contract, of), text] as const;
    });
}

/** The members of an object as a Markdown table. */
export function memberTable(contract: Contract, schema: Schema, isSent: boolean): string {
  const rows = memberRows(contract, schema, isSent).map(([name, type, meaning]) => [`\`${name}\``, type, meaning]);
  return rows.length === 0 ? '' : table(['member', 'type', 'meaning'], rows);
}
