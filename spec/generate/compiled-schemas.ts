import { _, Name } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { AnyValidateFunction } from 'ajv/dist/types/index.js';
import { formats } from '../templates/validator-runtime.ts';
import type { ContractDocument, Schema } from './contract.ts';
import { componentsSchema } from './schemas.ts';
import { stableNames, standaloneModule } from './standalone-module.ts';

/** Formats, and the name under which the validators' runtime has them. */
export function formatsAs(name: string, offered: NonNullable<Options['formats']>): Options {
  return { formats: offered, code: { source: true, esm: true, formats: _`require("./runtime.ts").${new Name(name)}` } };
}

function newAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    messages: true,
    ...formatsAs('formats', formats),
    ...options,
  });
  ajv.addVocabulary(['components']);
  return ajv;
}

/** The validators of one module, by what they are asked for. Those of a component are its own. */
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

  /** The validator of a schema; `name` tells it where it is no component. */
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

  /** The validator of what a key names; undefined where nothing has it. */
  get(key: string): AnyValidateFunction | undefined {
    const id = this.#ids.get(key);
    return id === undefined ? undefined : this.#ajv.getSchema(id);
  }

  /** A module that exports the validators by their keys, under its name; each stops at so many mismatches. */
  module(name: string, mostMismatches: number): string {
    const validators = new Map([...this.#ids].map(([key, id]) => [key, this.#ajv.getSchema(id)!]));
    const names = stableNames([...validators.values()], (schema) => this.#names.get(schema));
    const code = standalone.default(this.#ajv, Object.fromEntries([...new Set(this.#ids.values())].map((id, index) => [`v${index}`, id])));
    const table = [...validators].map(([key, { source }]) => `  ${JSON.stringify(key)}: ${names.get(source!.validateName.str)},`);
    return `${standaloneModule(code, names, mostMismatches)}\nexport const ${name} = {\n${table.join('\n')}\n};`;
  }
}
