import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { operatorDocument, publicDocument } from './audience.ts';
import { type ContractDocument, operationsOf } from './contract.ts';
import type { Output } from './output.ts';

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

/** Reads the operations with a method. */
export async function readSdkMethods(): Promise<SdkMethods> {
  const text = await readFile(methodsFile, 'utf8');
  const groups = parse(text) as Groups;
  const placeOf = (id: string): string => `${methodsFile}:${text.slice(0, text.search(new RegExp(`: ${id}$`, 'm'))).split('\n').length}`;
  const placesOf = (listener: keyof SdkMethods) =>
    new Map(Object.values(groups[listener]).flatMap(({ methods }) => Object.values(methods).map((id) => [id, placeOf(id)] as const)));
  return { public: placesOf('public'), operator: placesOf('operator') };
}

/** Writes the names of the SDK's methods, with the descriptions of their operations. */
export async function generateSdkMethods(document: ContractDocument, output: Output): Promise<void> {
  const groups = parse(await readFile(methodsFile, 'utf8')) as Groups;
  await output.raw(
    'sdk/src/generated/methods.ts',
    `
/** The methods of the client: groups, names, and the operation that each one calls. Lists with pages get a second method, \`listAll…\`. */
export const methods = ${tableOf(groups.public, publicDocument(document))} as const;

/** The methods of the operator's client, in the same form. */
export const operatorMethods = ${tableOf(groups.operator, operatorDocument(document))} as const;
`,
  );
}

function tableOf(groups: Groups['public'], document: ContractDocument): string {
  const operations = new Map(operationsOf(document).map(({ id, object }) => [id, object]));
  const entries = Object.entries(groups).map(([group, { description, methods }]) => {
    const members = Object.entries(methods).map(([name, id]) => {
      const { summary = '', description: text = '' } = operations.get(id)!;
      return `    ${comment(`${summary}. ${text}`)}\n    ${name}: '${id}',`;
    });
    return `  ${comment(description)}\n  ${group}: {\n${members.join('\n')}\n  },`;
  });
  return `{\n${entries.join('\n')}\n}`;
}

const comment = (text: string): string => `/** ${text.trim().replaceAll('*/', '*\\/').replace(/\n/g, '\n * ')} */`;
