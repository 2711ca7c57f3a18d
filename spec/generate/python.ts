import { reachable } from './audience.ts';
import { type ContractDocument, type ContractOperation, jsonSchema, operationsOf, resolve, type Schema, withoutFrame } from './contract.ts';
import { eventsOf } from './events.ts';
import { withOpenEnumeration, withOpenResponses } from './open-responses.ts';
import { answerSchema, answersWith, bodyRule, boundsOf } from './operations.ts';
import { pascalCase, type Output } from './output.ts';
import { memberModels, type ProblemRegistry } from './problems.ts';
import type { Contract } from './read-contract.ts';
import { type Groups, readGroups } from './sdk-methods.ts';

const folder = 'sdk/python/src/agency_service';

/** A name as Python writes it: `listFailures` → `list_failures`, `import` → `import_`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replaceAll('-', '')
    .replace(/^_/, '')
    .replace(/^import$/, 'import_');

/** Writes the modules of the Python package that come from the contract. */
export async function generatePython({ example, registry, changelog }: Contract, output: Output): Promise<void> {
  const document = withOpenResponses(withoutFrame(example), withOpenEnumeration);
  const groups = await readGroups();
  const python = new Python(document);
  await output.python(`${folder}/types.py`, python.types());
  await output.python(`${folder}/problems.py`, python.problems(registry));
  await output.python(`${folder}/resources.py`, python.resources(groups.public));
  await output.python(`${folder}/operator_resources.py`, python.resources(groups.operator));
  await output.python(`${folder}/contract.py`, python.contract(changelog.releases[0]!.date));
  const examples = eventsOf(example).map((event) => [event.type, event.example]);
  const text = literal(Object.fromEntries(examples));
  await output.python(
    `${folder}/examples.py`,
    `from typing import Any\n\nEXAMPLES: dict[str, dict[str, Any]] = ${text}\n"""The example of each event."""`,
  );
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly place: string;
  /** The name in the contract. */
  readonly named: string;
  readonly isRequired: boolean;
  readonly mayBeNull: boolean;
  readonly maxItems: unknown;
}

class Python {
  readonly #document: ContractDocument;
  readonly #schemas: readonly [string, Schema][];
  /** Pointers to the schemas of requests, and to those of responses and events. */
  readonly #sent: ReadonlySet<string>;
  readonly #received: ReadonlySet<string>;

  constructor(document: ContractDocument) {
    this.#document = document;
    this.#schemas = Object.entries((document.components?.['schemas'] ?? {}) as Record<string, Schema>).filter(
      ([name, schema]) => !/Problem$|Problem\d+$|Members$/.test(name) && this.#itemOf(schema) === undefined,
    );
    const operations = operationsOf(document);
    const bodies = operations.map(({ body }) => jsonSchema(body?.content));
    this.#sent = reachable(
      document,
      bodies.map((body) => body && resolve<Schema>(document, body).properties),
    );
    this.#received = reachable(document, [operations.map(({ responses }) => responses), document.webhooks]);
  }

  /** The name of a schema: an object that is sent and received has two forms. */
  #nameOf($ref: string, isSent: boolean): string {
    const isBoth = this.#sent.has($ref) && this.#received.has($ref) && 'properties' in resolve<Schema>(this.#document, { $ref });
    return isSent && isBoth ? `${nameOf($ref)}Input` : nameOf($ref);
  }

  /** A type: of a value that is sent, or that was received. */
  #type(schema: Schema, isSent: boolean): string {
    const { $ref, type, items, format, const: constant } = schema;
    if ($ref !== undefined) {
      const target = resolve<Schema>(this.#document, schema);
      if (target.type === 'string' && !target.enum && !target['x-extensible-enum']) return this.#type(target, isSent);
      return target['x-extensible-enum'] || (target.enum && !isSent) ? `${nameOf($ref)} | str` : this.#nameOf($ref, isSent);
    }
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches) return branches.map((branch) => this.#type(branch, isSent)).join(' | ');
    if (constant !== undefined) return `Literal[${literal(constant)}]`;
    const values = (schema.enum ?? schema['x-extensible-enum']) as unknown[] | undefined;
    if (values && String(values) === 'true,false' && isSent) return 'bool';
    if (values) {
      const known = literal(values.filter((each) => each !== null));
      const named = this.#schemas.find(([, each]) => literal(each.enum ?? each['x-extensible-enum'] ?? null) === known);
      return `${named?.[0] ?? `Literal${known}`}${isSent ? '' : ' | str'}${nullOf(type, values)}`;
    }
    const main = [type].flat().find((each) => each !== 'null');
    if (main === 'array') return `${isSent ? 'Collection' : 'list'}[${this.#type(items!, isSent)}]${nullOf(type)}`;
    if (isSent && String(schema.pattern).startsWith('^\\d{4}-\\d{2}-\\d{2}')) return 'date | str';
    if (format === 'date-time' || format === 'date')
      return `${format === 'date' ? 'date' : 'datetime'}${isSent ? ' | str' : ''}${nullOf(type)}`;
    const plain: Readonly<Record<string, string>> = { integer: 'int', number: 'float', boolean: 'bool', string: 'str' };
    return `${plain[main ?? ''] ?? (isSent ? 'Mapping[str, Any]' : 'dict[str, Any]')}${nullOf(type)}`;
  }

  /** How a received value is converted; undefined for one that stays. */
  #kind({ $ref, ...schema }: Schema): string | undefined {
    if ($ref !== undefined) {
      const target = resolve(this.#document, { $ref }) as Schema;
      return target.properties ? nameOf($ref) : this.#kind(target);
    }
    if (schema.items) return this.#kind(schema.items);
    return { 'date-time': 'instant', date: 'day' }[schema.format ?? ''];
  }

  /** The conversions of an object's members. */
  #kindsOf(name: string, { properties = {} }: Schema): string[] {
    const entries = Object.entries(properties).flatMap(([member, schema]) => {
      const kind = this.#kind(schema);
      return kind ? [`"${member}": ${kind}`] : [];
    });
    return entries.length > 0 ? [`${name}._kinds = {${entries.join(', ')}}`] : [];
  }

  types(): string {
    const sets = this.#schemas.flatMap(([name, schema]) => {
      const values = (schema.enum ?? schema['x-extensible-enum']) as unknown[] | undefined;
      return values ? [`${name} = Literal[${values.map(literal).join(', ')}]\n${docstring(schema.description, '')}`] : [];
    });
    const objects = this.#schemas.filter(([, { properties }]) => properties);
    const sent = objects.filter(([name]) => this.#sent.has(pointer(name)));
    const isEvent = ({ properties }: Schema): boolean => properties!['data']?.['contentSchema'] !== undefined;
    const received = objects.filter(([name, schema]) => this.#received.has(pointer(name)) && !isEvent(schema));
    const classOf = ([name, { description, properties, required = [] }]: [string, Schema], isSent: boolean): string => {
      const members = Object.entries(properties ?? {}).map(([member, schema]) => {
        const type = this.#type(schema, isSent);
        const optional = isSent ? `NotRequired[${type}]` : `${type}${type.endsWith('None') ? '' : ' | None'} = None`;
        const text = schema.description ?? resolve<Schema>(this.#document, schema).description;
        return `    ${member}: ${required.includes(member) ? type : optional}${text ? `\n${docstring(text, '    ')}` : ''}`;
      });
      return `class ${this.#nameOf(pointer(name), isSent)}(${isSent ? 'TypedDict' : 'Model'}):\n${docstring(description, '    ')}\n\n${members.join('\n')}`;
    };
    const kinds = received.flatMap(([name, schema]) => this.#kindsOf(name, schema));
    const unions = this.#schemas.filter(([name, { oneOf }]) => oneOf && this.#sent.has(pointer(name)));
    const streams = this.#schemas.flatMap(([, { properties }]) => {
      const data = properties?.['data']?.['contentSchema'] as Schema | undefined;
      const names = (properties?.['event']?.enum ?? properties?.['event']?.['x-extensible-enum']) as string[];
      return data ? data.oneOf!.map(({ $ref }, index) => [names[index]!, nameOf($ref!)] as const) : [];
    });
    const events = eventModels(this.#document);
    return `from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from .models import Model, StreamEvent, day, instant

if TYPE_CHECKING:
    from typing_extensions import NotRequired

${sets.join('\n\n')}


${[...sent.map((each) => classOf(each, true)), ...received.map((each) => classOf(each, false))].join('\n\n\n')}


${unions.map(([name, { oneOf }]) => `${name} = Union[${oneOf!.map(({ $ref }) => nameOf($ref!)).join(', ')}]`).join('\n')}

KnownWebhookEvent = Union[${events.map(([, model]) => model).join(', ')}]
"""An event of a type that this release of the package knows."""

EVENTS: Mapping[str, Callable[[Mapping[str, Any]], KnownWebhookEvent]] = {
${events.map(([type, model]) => `    "${type}": ${model},`).join('\n')}
}

EventHandlers = TypedDict(
    "EventHandlers",
    {
${events.map(([type, model]) => `        "${type}": Callable[[${model}], Any],`).join('\n')}
        "default": Callable[[Any], Any],
    },
    total=False,
)
"""Functions for events, by type; \`default\` takes the events of all others, also of types that were added later."""

StreamEvent.kinds = {${streams.map(([name, model]) => `"${name}": ${model}`).join(', ')}}

${kinds.join('\n')}`;
  }

  problems({ problems, ...registry }: ProblemRegistry): string {
    const models = new Map(memberModels({ problems, ...registry }).map(({ slug, model }) => [slug, model]));
    const kinds: string[] = [];
    const classes = Object.entries(problems).map(([slug, { status, title, description }]) => {
      const model = models.get(slug);
      const { properties = {} } = model === undefined ? {} : resolve<Schema>(this.#document, { $ref: pointer(model) });
      kinds.push(...this.#kindsOf(problemName(slug), { properties }));
      const members = Object.entries(properties).map(
        ([name, schema]) => `\n    ${name}: ${this.#type(schema, false)}\n${docstring(schema.description, '    ')}`,
      );
      return `class ${problemName(slug)}(ProblemError):\n${docstring(`${title} (${status}). ${description}`, '    ')}\n${members.join('')}`;
    });
    return `from __future__ import annotations

from datetime import date, datetime
from typing import Any

from .errors import ProblemError
from .models import day, instant
from .types import *

${classes.map((each) => each.trim()).join('\n\n\n')}


PROBLEMS: dict[str, type[ProblemError]] = {
${Object.keys(problems)
  .map((slug) => `    "${slug}": ${problemName(slug)},`)
  .join('\n')}
}

${kinds.join('\n')}`;
  }

  /** The item of a list, whose responses have `data`, and a cursor or nothing else. */
  #itemOf({ properties = {} }: Schema): Schema | undefined {
    const isList = 'data' in properties && ('next_cursor' in properties || Object.keys(properties).length === 1);
    return isList && properties['data']!.type === 'array' ? properties['data']!.items : undefined;
  }

  #argumentsOf(operation: ContractOperation): Argument[] {
    const body = jsonSchema(operation.body?.content);
    const { properties = {}, required = [] } = body ? resolve<Schema>(this.#document, body) : {};
    const isBodyRequired = bodyRule(operation) === 'required';
    const all = operation.parameters.map(({ name, in: place, description, required: isRequired, schema }): Argument => {
      const type = this.#type(
        schema.$ref && !resolve<Schema>(this.#document, schema).enum ? resolve<Schema>(this.#document, schema) : schema,
        true,
      );
      const { maxItems } = boundsOf(this.#document, schema);
      return {
        name: snakeCase(name),
        named: name,
        place,
        type,
        text: (description ?? '').replace(/, separated by commas(?: or in repeated parameters)?/, ''),
        isRequired: isRequired ?? false,
        mayBeNull: false,
        maxItems,
      };
    });
    for (const [name, schema] of Object.entries(properties)) {
      const type = this.#type(schema, true);
      const isRequired = isBodyRequired && required.includes(name);
      const text = schema.description ?? resolve<Schema>(this.#document, schema).description ?? '';
      all.push({ name, named: name, place: 'body', type, text, isRequired, mayBeNull: type.endsWith('None'), maxItems: undefined });
    }
    if (operation.method === 'post') {
      const text =
        'Calls with the same key and arguments take effect once within 24 hours, and return the same. By default each call has a new one.';
      const place = 'key';
      all.push({ name: 'idempotency_key', named: '', place, type: 'str', text, isRequired: false, mayBeNull: false, maxItems: undefined });
    }
    const rank = ({ place, isRequired }: Argument) => (place === 'path' ? 0 : isRequired ? 1 : 2);
    return all.sort((a, b) => rank(a) - rank(b));
  }

  /** The groups of a client, with a synchronous and an asynchronous class each. */
  resources(groups: Groups['public']): string {
    const operations = new Map(operationsOf(this.#document).map((operation) => [operation.id, operation]));
    const classes = Object.entries(groups).flatMap(([group, { description, methods }]) =>
      [false, true].map((isAsync) => {
        const bodies = Object.entries(methods).map(([name, id]) => this.#method(snakeCase(name), operations.get(id)!, isAsync));
        const edits = 'update' in methods && methods['update'] === 'updateInsight' ? 'NoteEdits' : 'Group';
        const base = isAsync ? `Async${edits}` : edits;
        return `class ${isAsync ? 'Async' : ''}${pascalCase(group)}Group(${base}):\n${docstring(description, '    ')}\n\n${bodies.join('\n\n')}`;
      }),
    );
    const holder = (prefix: string) => {
      const lines = Object.entries(groups).map(
        ([group, { description }]) =>
          `        self.${snakeCase(group)} = ${prefix}${pascalCase(group)}Group(runner)\n${docstring(description, '        ')}`,
      );
      return `class ${prefix}Resources:\n    """The groups of methods."""\n\n    def __init__(self, runner: ${prefix}Runner) -> None:\n${lines.join('\n')}`;
    };
    return `from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Literal

from .edits import AsyncNoteEdits, NoteEdits
from .models import AsyncPagedList, PagedList, StreamEvent
from .runner import OMIT, AsyncGroup, AsyncRunner, Group, Omit, Runner, nothing
from .types import *

${[...classes, holder(''), holder('Async')].join('\n\n\n')}`;
  }

  #method(name: string, operation: ContractOperation, isAsync: boolean): string {
    const all = this.#argumentsOf(operation);
    const declared = all.map(({ name: argument, type, isRequired, mayBeNull }) =>
      isRequired ? `${argument}: ${type}` : mayBeNull ? `${argument}: ${type} | Omit = OMIT` : `${argument}: ${type} | None = None`,
    );
    const inPath = all.filter(({ place }) => place === 'path').length;
    const parameters = ['self', ...declared.slice(0, inPath), ...(declared.length > inPath ? ['*'] : []), ...declared.slice(inPath)];
    const given = `{${all.map(({ name: argument }) => `"${argument}": ${argument}`).join(', ')}}`;
    const { kind, type, make } = this.#result(operation);
    const result = {
      page: isAsync ? `AsyncPagedList[${type}]` : `PagedList[${type}]`,
      stream: `${isAsync ? 'AsyncIterator' : 'Iterator'}[${type}]`,
      call: type,
    }[kind];
    const called = `self._runner.${kind}("${operation.id}", ${[make, given].filter(Boolean).join(', ')})`;
    const isAwaited = isAsync && kind === 'call';
    const rows = all.map(({ name: argument, text }) => `    ${argument}: ${oneLine(text)}`);
    const { summary, description = '' } = operation.object;
    const doc = [`${summary}.`, description.trim(), ...(rows.length > 0 ? [`Args:\n${rows.join('\n')}`] : [])].filter(Boolean).join('\n\n');
    return `    ${isAwaited ? 'async ' : ''}def ${name}(\n        ${parameters.join(',\n        ')},\n    ) -> ${result}:
${docstring(doc, '        ')}
        ${type === 'None' ? '' : 'return '}${isAwaited ? 'await ' : ''}${called}`;
  }

  /** What a method returns, and how it is made. */
  #result(operation: ContractOperation): { kind: 'call' | 'page' | 'stream'; type: string; make: string } {
    const answers = answersWith(operation);
    if (answers === 'none') return { kind: 'call', type: 'None', make: 'nothing' };
    if (answers === 'stream') return { kind: 'stream', type: 'StreamEvent', make: '' };
    if (answers === 'text') return { kind: 'call', type: 'str', make: 'str' };
    const schema = answerSchema(operation);
    const item = this.#itemOf(resolve<Schema>(this.#document, schema));
    if (item) return { kind: 'page', type: nameOf(item.$ref!), make: nameOf(item.$ref!) };
    return schema.$ref === undefined
      ? { kind: 'call', type: 'dict[str, Any]', make: 'dict' }
      : { kind: 'call', type: nameOf(schema.$ref), make: nameOf(schema.$ref) };
  }

  contract(release: string): string {
    const rows = operationsOf(this.#document).map((operation) => {
      const { id, method, path, object, parameters } = operation;
      const all = this.#argumentsOf(operation);
      const nulls = all.filter(({ mayBeNull }) => mayBeNull).map(({ name }) => name);
      const places = all.map(({ name, place, named, maxItems }) => `"${name}": ("${place}", "${named}", ${literal(maxItems ?? null)})`);
      const limit = parameters.find(({ name }) => name === 'limit');
      return `    "${id}": Operation(
        "${method.toUpperCase()}", "${path}", "${answersWith(operation)}",
        {${places.join(', ')}},
        body=${literal(bodyRule(operation))}, retry=${literal(object['x-retry'])}, repeat_problem=${literal(object['x-repeat-problem'] ?? null)},
        scope=${literal(object['x-scope'] ?? null)}, limit=${literal(limit ? (boundsOf(this.#document, limit.schema).maximum ?? null) : null)}, nullable=${nulls.length > 0 ? `(${nulls.map((name) => `"${name}",`).join(' ')})` : '()'},
    ),`;
    });
    return `from .arguments import Operation

VERSION = "${release}"
"""The release that this package was generated for."""

OPERATIONS = {
${rows.join('\n')}
}
"""The operations by their ids."""`;
  }
}

const pointer = (name: string): string => `#/components/schemas/${name}`;
const nameOf = ($ref: string): string => $ref.split('/').at(-1)!;
const nullOf = (type: unknown, values: readonly unknown[] = []): string =>
  [type].flat().includes('null') || values.includes(null) ? ' | None' : '';
const problemName = (slug: string): string => `${slug.split('_').map(pascalCase).join('')}Problem`;
const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The events with the names of their models. */
const eventModels = ({ webhooks = {} }: ContractDocument): [string, string][] =>
  Object.entries(webhooks).map(([type, { post }]) => [type, nameOf(jsonSchema(post.requestBody?.content)!.$ref!)]);

/** A value as a Python literal. */
function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${literal(member)}`)
    .join(', ')}}`;
}

/** A docstring whose lines have at most 110 characters. */
function docstring(text: string | undefined, indent: string): string {
  const lines = (text ?? '')
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .split('\n')
    .flatMap((line) => wrapped(line));
  const body = lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n');
  return `${indent}"""${body}${lines.length > 1 || body.endsWith('"') ? `\n${indent}` : ''}"""`;
}

function wrapped(line: string): string[] {
  const margin = /^ */.exec(line)![0];
  const lines: string[] = [];
  let current = margin;
  for (const word of line.trim().split(' ')) {
    const next = current.trim() === '' ? current + word : `${current} ${word}`;
    if (next.length > 100 && current.trim() !== '') {
      lines.push(current);
      current = margin === '' ? word : `${margin}    ${word}`;
    } else current = next;
  }
  return [...lines, current.trimEnd()];
}
