import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type ContractDocument, operationsOf } from './contract.ts';
import type { Output } from './output.ts';
import type { ProblemRegistry } from './problems.ts';

/** The values of `spec/installation.yaml`, by name. */
export type InstallationFile = Readonly<Record<string, { readonly description: string; readonly example: string }>>;

export async function readInstallation(path: string): Promise<InstallationFile> {
  return parse(await readFile(path, 'utf8')) as InstallationFile;
}

/** The text with the example of every value. */
export function withExamples(text: string, installation: InstallationFile): string {
  return Object.entries(installation).reduce((filled, [name, { example }]) => filled.replaceAll(`{${name}}`, example), text);
}

/** The contract with the example of every value. Code generated from it has definite names. */
export function ofExample(document: ContractDocument, installation: InstallationFile): ContractDocument {
  return JSON.parse(withExamples(JSON.stringify(document), installation)) as ContractDocument;
}

/** Errors of names in braces that are neither a value of the installation nor a path parameter. */
export function checkPlaceholders(document: ContractDocument, { problems }: ProblemRegistry, installation: InstallationFile): string[] {
  const inPaths = operationsOf(document).flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []);
  const known = new Set([...inPaths, ...Object.keys(installation).map((name) => `{${name}}`)]);
  const found = new Set(JSON.stringify([document, problems]).match(/\{[a-z]+(?:_[a-z]+)+\}/g) ?? []);
  return [...found].filter((placeholder) => !known.has(placeholder)).map((placeholder) => `${placeholder} is not a known name`);
}

/** Writes the names of the values that differ between installations. */
export async function generateInstallation(installation: InstallationFile, output: Output): Promise<void> {
  const members = Object.entries(installation).map(([name, { description }]) => `/** ${description} */\nreadonly ${name}: string;`);
  await output.module(
    'generated/installation.ts',
    `
/** The values that differ between installations. The contract's texts have their names in braces. */
export interface InstallationValues {
${members.join('\n')}
}
`,
  );
}
