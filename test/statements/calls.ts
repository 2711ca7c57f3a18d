import ts from 'typescript';

/** What runs a statement goes by one of these names: methods of `Sql`, and functions that are given a statement to run. */
const names: ReadonlySet<string> = new Set(['query', 'queryLast', 'queryReplica', 'runStandalone', 'read', 'batch', 'readOfEndpoint']);

function nameOf({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** The calls of a file that may run a statement. A call is known by its path and its place among them. */
export function callsIn(file: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length > 0 && names.has(nameOf(node))) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}
