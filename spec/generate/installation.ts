import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type ContractDocument, operationsOf } from './contract.ts';
import type { Output } from './output.ts';
import type { ProblemRegistry } from './problems.ts';

/** What `spec/installation.yaml` holds, by name. */
export type InstallationFile = Readonly<Record<string, { readonly description: string; readonly example: string }>>;

export async function readInstallation(path: string): Promise<InstallationFile> {
  return parse(await readFile(path, 'utf8')) as InstallationFile;
}

/** The text as the installation of the examples would show it. */
export function withExamples(text: string, installation: InstallationFile): string {
  return Object.entries(installation).reduce((filled, [name, { example }]) => filled.replaceAll(`{${name}}`, example), text);
}

/** The contract as the installation of the examples would serve it. Code that is made from it holds definite names. */
export function ofExample(document: ContractDocument, installation: InstallationFile): ContractDocument {
  return JSON.parse(withExamples(JSON.stringify(document), installation)) as ContractDocument;
}

/** A name in braces is a value of the installation or a parameter of a path: anything else is a misspelling. */
export function checkPlaceholders(document: ContractDocument, { problems }: ProblemRegistry, installation: InstallationFile): string[] {
  const inPaths = operationsOf(document).flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []);
  const known = new Set([...inPaths, ...Object.keys(installation).map((name) => `{${name}}`)]);
  const found = new Set(JSON.stringify([document, problems]).match(/\{[a-z]+(?:_[a-z]+)+\}/g) ?? []);
  return [...found].filter((placeholder) => !known.has(placeholder)).map((placeholder) => `${placeholder} stands for nothing`);
}

/** Writes the names of what differs between installations. */
export async function generateInstallation(installation: InstallationFile, output: Output): Promise<void> {
  const members = Object.entries(installation).map(([name, { description }]) => `/** ${description} */\nreadonly ${name}: string;`);
  await output.module(
    'generated/installation.ts',
    `
/** What differs between installations: it stands in the contract's texts as its name in braces. */
export interface InstallationValues {
${members.join('\n')}
}
`,
  );
}
