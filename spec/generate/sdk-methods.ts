import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type ContractDocument, type ContractOperation, jsonSchema, operationsOf, resolve, type Schema } from './contract.ts';
import { answerSchema, answersWith, bodyRule } from './operations.ts';
import { literal, pascalCase } from './output.ts';
import { nameOf, paramsName, takesArguments } from './sdk-types.ts';

/** A group of methods, each with the id of its operation. */
interface MethodGroup {
  readonly description: string;
  readonly methods: Readonly<Record<string, string>>;
}

/** The ids of the operations of the SDK's methods, each with file and line. */
export interface SdkMethods {
  readonly public: ReadonlyMap<string, string>;
  readonly operator: ReadonlyMap<string, string>;
}

/** The groups of both clients. */
export type Groups = Readonly<Record<keyof SdkMethods, Readonly<Record<string, MethodGroup>>>>;

/** The file of the methods' names. */
export const methodsFile = 'spec/sdk-methods.yaml';

/** Reads the groups of methods. */
export const readGroups = async (): Promise<Groups> => parse(await readFile(methodsFile, 'utf8')) as Groups;

/** Reads the operations with a method. */
export async function readSdkMethods(): Promise<SdkMethods> {
  const text = await readFile(methodsFile, 'utf8');
  const groups = parse(text) as Groups;
  const placeOf = (id: string): string => `${methodsFile}:${text.slice(0, text.search(new RegExp(`: ${id}$`, 'm'))).split('\n').length}`;
  const placesOf = (listener: keyof SdkMethods) =>
    new Map(Object.values(groups[listener]).flatMap(({ methods }) => Object.values(methods).map((id) => [id, placeOf(id)] as const)));
  return { public: placesOf('public'), operator: placesOf('operator') };
}

/** A module with the names of both clients' methods. */
export function methodsText(groups: Groups): string {
  const tableOf = (listener: keyof Groups) =>
    literal(Object.fromEntries(Object.entries(groups[listener]).map(([group, { methods }]) => [group, methods])));
  return `
/** The methods of the client: groups, names, and the operation that each one calls. Lists with pages get a second method, \`listAll…\`. */
export const methods = ${tableOf('public')} as const;

/** The methods of the operator's client, in the same form. */
export const operatorMethods = ${tableOf('operator')} as const;
`;
}

/** The modules of types that methods name. */
interface TypeModules {
  /** The operations and the schemas. */
  readonly types: string;
  /** The schemas and the arguments that have names. */
  readonly named?: { readonly schemas: string; readonly params: string };
  /** The folder of the SDK. */
  readonly sdk?: string;
}

/** A module with an interface of each group of methods: what an editor shows and opens. */
export function groupsText(document: ContractDocument, groups: Groups['public'], { types, named, sdk = '..' }: TypeModules): string {
  const imports = new Map<string, Set<string>>();
  const use = (module: string, name: string): string => {
    imports.set(module, (imports.get(module) ?? new Set()).add(name));
    return name;
  };
  const own = (file: string, name: string) => use(`${sdk}/${file}`, name);
  const schema = ($ref: string): string => {
    const name = $ref.split('/').at(-1)!;
    return named ? use(`./${named.schemas}`, nameOf(name)) : `${use(`./${types}`, 'components')}['schemas']['${name}']`;
  };
  const paramsOf = (operation: ContractOperation): string => {
    if (!takesArguments(operation)) return own('operation-types', 'NoArguments');
    if (named) return use(`./${named.params}`, paramsName(operation.id));
    return `${own('operation-types', 'Arguments')}<${use(`./${types}`, 'operations')}['${operation.id}']>`;
  };
  const answerOf = (operation: ContractOperation): string => {
    const answers = answersWith(operation);
    if (answers === 'none') return 'void';
    if (answers === 'text') return 'string';
    const { $ref } = answerSchema(operation);
    if ($ref === undefined) return 'Record<string, unknown>';
    const item = named && itemOfPage(document, operation);
    return item ? `${own('pages', 'Page')}<${schema(item)}>` : schema($ref);
  };
  const methodOf = (name: string, operation: ContractOperation): string[] => {
    const { summary = '', description = '' } = operation.object;
    const given = `(params${mayBeOmitted(document, operation) ? '?' : ''}: ${paramsOf(operation)}, options?: ${own('call', 'CallOptions')})`;
    const member = (text: string, shown: string, result: string) => `  ${comment(text, '  ')}\n  readonly ${shown}: ${given} => ${result};`;
    const text = `${summary}. ${description}`;
    if (answersWith(operation) === 'stream') {
      const event = own('live-events', answerSchema(operation).$ref!.split('/').at(-1)!);
      return [member(text, name, `AsyncGenerator<${event}>`)];
    }
    const call = member(text, name, `${own('operation-types', 'CallPromise')}<${answerOf(operation)}>`);
    const item = itemOfPage(document, operation);
    if (item === undefined) return [call];
    const all = `Every item of the list, read page by page as it is iterated, and its \`pages()\` the pages. The arguments are those of \`${name}\`.`;
    return [call, member(all, name.replace(/^list/, 'listAll'), `${own('pages', 'PagedList')}<${schema(item)}>`)];
  };
  const operations = new Map(operationsOf(document).map((operation) => [operation.id, operation]));
  const nameOfGroup = (group: string) => `${pascalCase(group)}Group`;
  const interfaces = Object.entries(groups).map(([group, { description, methods }]) => {
    const members = Object.entries(methods).flatMap(([name, id]) => methodOf(name, operations.get(id)!));
    return `${comment(description)}\nexport interface ${nameOfGroup(group)} {\n${members.join('\n')}\n}`;
  });
  const members = Object.entries(groups).map(
    ([group, { description }]) => `  ${comment(description, '  ')}\n  readonly ${group}: ${nameOfGroup(group)};`,
  );
  const imported = [...imports].sort(([a], [b]) => (a < b ? -1 : 1));
  return `
${imported.map(([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}.ts';`).join('\n')}

${interfaces.join('\n\n')}

/** The groups of methods. */
export interface Groups {
${members.join('\n')}
}
`;
}

/** The pointer to the items of a list that is read with `cursor`; undefined for other operations. */
function itemOfPage(document: ContractDocument, operation: ContractOperation): string | undefined {
  const isPaged = operation.parameters.some(({ name }) => name === 'cursor');
  return isPaged ? resolve<Schema>(document, answerSchema(operation)).properties!['data']!.items!.$ref! : undefined;
}

/** Whether a call requires no argument. */
function mayBeOmitted(document: ContractDocument, operation: ContractOperation): boolean {
  const body = bodyRule(operation) === 'required' ? resolve<Schema>(document, jsonSchema(operation.body!.content)!) : {};
  return !operation.parameters.some(({ required }) => required) && body.oneOf === undefined && (body.required ?? []).length === 0;
}

const comment = (text: string, indent = ''): string => {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */`;
};
