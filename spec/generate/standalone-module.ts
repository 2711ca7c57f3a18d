import { createHash } from 'node:crypto';
import type { AnyValidateFunction } from 'ajv/dist/types/index.js';

/** What the validators' runtime offers, by what Ajv asks for. */
const runtimeNames: Readonly<Record<string, string>> = {
  './runtime.ts.answerFormats': 'answerFormats',
  './runtime.ts.formats': 'formats',
  'ajv/dist/runtime/ucs2length.default': 'characterCount',
};

const numbered = /\b(?:validate|schema|func|formats|pattern)\d+\b/g;

/**
 * Ajv's standalone code as an ES module of its own: `require` becomes an import of the validators' runtime, and each function
 * stops at so many mismatches, which Ajv itself cannot do with `allErrors`: nobody reads more, and each costs memory. Ajv numbers what it declares in the order in
 * which it meets it. Here it is named by its schema (`names`) or by what it holds, and stands in the order of the names, each on
 * a line of its own, so that what is added to the contract adds lines and changes no others.
 */
export function standaloneModule(code: string, names: ReadonlyMap<string, string>, mostMismatches: number): string {
  const imports = new Set<string>();
  const linked = code.replace(/require\("([^"]+)"\)(\.\w+)?/g, (_match, path: string, member: string | undefined) => {
    const name = runtimeNames[`${path}${member ?? ''}`];
    if (name === undefined) throw new Error(`The validators need ${path}${member ?? ''}, which their runtime does not offer`);
    imports.add(name);
    return name;
  });
  const statements = linked
    .replace(/^"use strict";/, '')
    .split(/(?<=[;}])(?=export |function validate\d+\(|validate\d+\.evaluated = |const (?:schema|func|formats|pattern)\d+ )/)
    .filter((statement) => !statement.startsWith('export '));
  const constants = new Map(statements.flatMap((statement) => constantOf(statement)));
  const nameOf = (name: string): string => {
    const value = constants.get(name);
    const known = names.get(name) ?? (value !== undefined && /^\w+$/.test(value) ? value : undefined);
    if (known === undefined && value === undefined) throw new Error(`The validators call ${name}, which has no name of its own`);
    return known ?? `${name.replace(/\d+$/, '')}_${digest(value!)}`;
  };
  const functions = statements
    .filter((statement) => constantOf(statement).length === 0)
    .map((statement) => stoppingAt(mostMismatches, statement));
  const used = new Set(functions.flatMap((statement) => statement.match(numbered) ?? []));
  const declared = [...constants].filter(([name, value]) => used.has(name) && nameOf(name) !== value);
  // Ajv compiles what is asked for and what is referred to apart from each other, also where both are one schema.
  const lines = new Set([
    ...declared.map(([name, value]) => `const ${nameOf(name)} = ${value};`),
    ...functions.map((statement) => statement.replace(numbered, nameOf).trim()),
  ]);
  const imported = [...imports].sort().join(', ');
  return `${imported === '' ? '' : `import { ${imported} } from './runtime.ts';\n`}${[...lines].sort().join('\n')}`;
}

function constantOf(statement: string): [string, string][] {
  const [, name, value] = /^const (\w+) = (.*);\s*$/s.exec(statement) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function stoppingAt(mostMismatches: number, source: string): string {
  const name = /^function (validate\d+)\(/.exec(source)?.[1];
  if (name === undefined) return source;
  const stop = `if(errors >= ${mostMismatches}){${name}.errors = vErrors;return false;}`;
  return source.replaceAll('errors++;', `errors++;${stop}`).replaceAll('errors = vErrors.length;', `errors = vErrors.length;${stop}`);
}

/** The names of the functions and schemas that validators declare, by the numbered ones that Ajv gives them. */
export function stableNames(
  validators: readonly AnyValidateFunction[],
  nameOf: (schema: unknown) => string | undefined,
): Map<string, string> {
  const names = new Map<string, string>();
  const waiting = [...validators];
  for (let validator = waiting.pop(); validator !== undefined; validator = waiting.pop()) {
    const { source } = validator;
    if (source === undefined || names.has(source.validateName.str)) continue;
    const name = nameOf(validator.schema);
    if (name !== undefined) names.set(source.validateName.str, `validate_${name}`);
    for (const { str, value } of source.scopeValues['schema'] ?? []) {
      const held = nameOf(value?.ref);
      if (held !== undefined) names.set(str, `schema_${held}`);
    }
    for (const { value } of source.scopeValues['validate'] ?? []) {
      if (typeof value?.ref === 'function') waiting.push(value.ref as AnyValidateFunction);
    }
  }
  return names;
}
