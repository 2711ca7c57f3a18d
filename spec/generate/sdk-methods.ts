import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** The operations that the SDK's clients call, each with the place of its method's name. */
export interface SdkMethods {
  readonly public: ReadonlyMap<string, string>;
  readonly operator: ReadonlyMap<string, string>;
}

/** Where the names of methods are written. */
export const methodsFile = 'sdk/src/methods.ts';

/** Reads the names of the SDK's methods from their source: `tags: { list: 'listTags' }`. */
export async function readSdkMethods(): Promise<SdkMethods> {
  const source = ts.createSourceFile(methodsFile, await readFile(methodsFile, 'utf8'), ts.ScriptTarget.Latest);
  const found = (name: string): Map<string, string> => {
    const operations = new Map<string, string>();
    const collect = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.initializer)) {
        const { line } = source.getLineAndCharacterOfPosition(node.initializer.getStart(source));
        operations.set(node.initializer.text, `${methodsFile}:${line + 1}`);
      }
      ts.forEachChild(node, collect);
    };
    for (const statement of source.statements.filter(ts.isVariableStatement)) {
      const declared = statement.declarationList.declarations.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
      if (declared) collect(declared);
    }
    return operations;
  };
  return { public: found('methods'), operator: found('operatorMethods') };
}
