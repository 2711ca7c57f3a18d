import { _, Name } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { AnyValidateFunction } from 'ajv/dist/types/index.js';
import { createHash } from 'node:crypto';
import { formats } from '../templates/validator-runtime.ts';
import type { ContractDocument, Schema } from './contract.ts';
import { componentsSchema } from './schemas.ts';

function newAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    messages: true,
    formats,
    code: { source: true, esm: true, formats: _`require("./runtime.ts").${new Name('formats')}` },
    ...options,
  });
  ajv.addVocabulary(['components']);
  return ajv;
}

/** The validators of one module, by key. A component has one validator for all its keys. */
export class Validators {
  readonly #ajv: Ajv2020;
  /** Ids of schemas, by key. */
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<unknown, string>();
  readonly #added = new Set<string>();

  constructor(document: ContractDocument, options: Options, change?: (schema: Schema, name: string) => Schema) {
    this.#ajv = newAjv(options);
    const components = componentsSchema(document, change);
    this.#ajv.addSchema(components);
    const { schemas } = components['components'] as { schemas: Record<string, Schema> };
    for (const [name, schema] of Object.entries(schemas)) this.#names.set(schema, name);
  }

  /** Adds a validator of a schema. `name` is the schema's name if it is not a component. */
  add(key: string, name: string, schema: Schema): void {
    const id = schema.$ref ?? name;
    this.#ids.set(key, id);
    if (schema.$ref !== undefined || this.#added.has(id)) return;
    this.#added.add(id);
    const named = { ...schema, $id: id };
    this.#names.set(named, name);
    this.#ajv.addSchema(named);
  }

  get keys(): string[] {
    return [...this.#ids.keys()];
  }

  get(key: string): AnyValidateFunction | undefined {
    const id = this.#ids.get(key);
    return id === undefined ? undefined : this.#ajv.getSchema(id);
  }

  /** The source of a module that exports the validators by key. Each stops at `mostMismatches`. */
  module(name: string, mostMismatches: number): string {
    const validators = new Map([...this.#ids].map(([key, id]) => [key, this.#ajv.getSchema(id)!]));
    const names = stableNames([...validators.values()], (schema) => this.#names.get(schema));
    const code = standalone.default(this.#ajv, Object.fromEntries([...new Set(this.#ids.values())].map((id, index) => [`v${index}`, id])));
    const table = [...validators].map(([key, { source }]) => `  ${JSON.stringify(key)}: ${names.get(source!.validateName.str)},`);
    return `${standaloneModule(code, names, mostMismatches)}\nexport const ${name} = {\n${table.join('\n')}\n};`;
  }
}

/** The exports of the validators' runtime, by the imports in Ajv's code. */
const runtimeNames: Readonly<Record<string, string>> = {
  './runtime.ts.formats': 'formats',
  'ajv/dist/runtime/ucs2length.default': 'characterCount',
};

const numbered = /\b(?:validate|schema|func|formats|pattern)\d+\b/g;

/**
 * Ajv's standalone code as an ES module: `require` becomes an import of the validators' runtime. Each function stops at `mostMismatches`,
 * because each mismatch costs memory and Ajv has no limit with `allErrors`. Ajv numbers its declarations in the order of their use.
 * Here they have the names of their schemas or a digest of their values, and are sorted, so an addition to the contract changes no other line.
 */
function standaloneModule(code: string, names: ReadonlyMap<string, string>, mostMismatches: number): string {
  const imports = new Set<string>();
  const linked = code.replace(/require\("([^"]+)"\)(\.\w+)?/g, (_match, path: string, member: string | undefined) => {
    const name = runtimeNames[`${path}${member ?? ''}`];
    if (name === undefined) throw new Error(`The validators need ${path}${member ?? ''}, which their runtime does not export`);
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
  // A set: Ajv compiles a schema twice if it is both added and referred to.
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

/** The names of the functions and schemas of validators, by Ajv's numbered names. */
function stableNames(validators: readonly AnyValidateFunction[], nameOf: (schema: unknown) => string | undefined): Map<string, string> {
  const names = new Map<string, string>();
  const waiting = [...validators];
  for (let validator = waiting.pop(); validator !== undefined; validator = waiting.pop()) {
    const { source } = validator;
    if (source === undefined || names.has(source.validateName.str)) continue;
    const name = nameOf(validator.schema);
    if (name !== undefined) names.set(source.validateName.str, `validate_${name}`);
    for (const { str, value } of source.scopeValues['schema'] ?? []) {
      const schema = nameOf(value?.ref);
      if (schema !== undefined) names.set(str, `schema_${schema}`);
    }
    for (const { value } of source.scopeValues['validate'] ?? []) {
      if (typeof value?.ref === 'function') waiting.push(value.ref as AnyValidateFunction);
    }
  }
  return names;
}
