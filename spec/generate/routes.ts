import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateRoutes as runTsoa } from 'tsoa';
import ts from 'typescript';
import { type ContractDocument, operationsOf, tagsOf } from './contract.ts';
import { kebabCase, type Output, pascalCase } from './output.ts';
import { type Controllers, isInternal } from './server-code.ts';

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

/** Generates the routes of each listener from the controllers with tsoa. Throws if one is missing. */
export async function generateRoutes(document: ContractDocument, controllers: Controllers, output: Output): Promise<void> {
  const operations = operationsOf(document);
  for (const listener of ['public', 'operator']) {
    const tags = tagsOf(operations).filter((tag) => isInternal(tag, operations) === (listener === 'operator'));
    const source = await routesOf(tags, controllers, listener);
    for (const { id, tag, object } of operations.filter((operation) => tags.includes(operation.tag))) {
      const route = `${id}: make.${object['x-access']}('${id}', implementations.${tag}.${id})`;
      const count = source.split(route).length - 1;
      if (count !== 1) throw new Error(`${id} is routed ${count} times on the ${listener} listener`);
    }
    await output.module(`generated/routes/${listener}.ts`, source);
  }
  await output.module('generated/routes/route-makers.ts', await readFile('spec/templates/route-makers.hbs', 'utf8'));
}

async function routesOf(tags: readonly string[], controllers: Controllers, listener: string): Promise<string> {
  // In generated/, because the controllers import the interfaces there.
  const folder = await mkdtemp('generated/.controllers-');
  try {
    for (const tag of tags) await writeFile(join(folder, `${kebabCase(tag)}.ts`), controllers.get(tag) ?? '');
    await runTsoa(
      {
        entryFile: '',
        noImplicitAdditionalProperties: 'ignore',
        bodyCoercion: false,
        controllerPathGlobs: tags.map((tag) => join(folder, `${kebabCase(tag)}.ts`)),
        routesDir: folder,
        routesFileName: 'routes.ts',
        middlewareTemplate: 'spec/templates/routes.hbs',
        esm: true,
        rewriteRelativeImportExtensions: true,
      },
      compilerOptions,
      [],
    );
    const source = await readFile(join(folder, 'routes.ts'), 'utf8');
    return source.replaceAll('{Listener}', pascalCase(listener)).replaceAll('{listener}', listener);
  } finally {
    await rm(folder, { recursive: true });
  }
}
