import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateRoutes as runTsoa } from 'tsoa';
import ts from 'typescript';
import { type ContractDocument, operationsOf, tagsOf } from './contract.ts';
import { kebabCase, type Output, pascalCase } from './output.ts';
import { isInternal } from './server-code.ts';

const listeners = [
  { file: 'public.ts', internal: false },
  { file: 'operator.ts', internal: true },
];

const compilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
  strict: true,
  noEmit: true,
  types: [],
};

/** Makes the routes of each listener from the generated controllers with tsoa, and checks that none is missing. */
export async function generateRoutes(document: ContractDocument, output: Output): Promise<void> {
  const operations = operationsOf(document);
  for (const { file, internal } of listeners) {
    const tags = tagsOf(operations).filter((tag) => isInternal(tag, operations) === internal);
    const source = tags.length === 0 ? '' : await routesOf(tags, internal ? 'operator' : 'public');
    for (const { id } of operations.filter(({ tag }) => tags.includes(tag))) {
      const count = source.split(`options.validate('${id}'`).length - 1;
      if (count !== 1) throw new Error(`${id} is routed ${count} times in ${file}`);
    }
    if (source !== '') await output.module(`generated/routes/${file}`, source);
  }
  await output.module('generated/routes/options.ts', await readFile('spec/templates/route-options.hbs', 'utf8'));
}

async function routesOf(tags: readonly string[], listener: string): Promise<string> {
  // Beside the folder it is meant for, so that the imports that tsoa computes are right.
  const routesDir = await mkdtemp('generated/.routes-');
  try {
    await runTsoa(
      {
        entryFile: '',
        noImplicitAdditionalProperties: 'ignore',
        bodyCoercion: false,
        controllerPathGlobs: tags.map((tag) => `generated/controllers/${kebabCase(tag)}.ts`),
        routesDir,
        routesFileName: 'routes.ts',
        middlewareTemplate: 'spec/templates/routes.hbs',
        esm: true,
        rewriteRelativeImportExtensions: true,
      },
      compilerOptions,
      [],
    );
    const source = await readFile(join(routesDir, 'routes.ts'), 'utf8');
    return source.replaceAll('{Listener}', pascalCase(listener)).replaceAll('{listener}', listener);
  } finally {
    await rm(routesDir, { recursive: true });
  }
}
