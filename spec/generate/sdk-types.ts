import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type ContractDocument, type ContractOperation, jsonSchema, operationsOf, resolve, type Schema, withoutFrame } from './contract.ts';
import { withOpenResponses, withOpenEnumeration } from './open-responses.ts';
import { bodyRule } from './operations.ts';
import { mapObjects } from './map-objects.ts';

const { factory } = ts;

/** The types of a document's operations and schemas, in the strict form. */
export async function typesText(document: ContractDocument): Promise<string> {
  return textOf(await openapiTS(JSON.stringify(plain(document)), { silent: true }));
}

/** The types for clients. Enumerations in responses accept other values, so a `switch` needs a `default`. */
export async function openTypesText(document: ContractDocument): Promise<string> {
  return textOf(await openTypes(document));
}

/** The types for clients in two modules. Schemas are named types, because editors show a type's name instead of its members. */
export async function namedTypesTexts(document: ContractDocument, schemasFile: string): Promise<{ types: string; schemas: string }> {
  const { aliases, nodes } = withNamedSchemas(await openTypes(document));
  const schemas = textOf(aliases).replace(/components\["schemas"\]\["(\w+)"\]/g, (_, name: string) => nameOf(name));
  return {
    types: `import type { Page } from '../pages.ts';\nimport type * as schemas from './${schemasFile}.ts';\n\n${textOf(nodes)}`,
    schemas,
  };
}

function openTypes(document: ContractDocument): Promise<ts.Node[]> {
  return openapiTS(JSON.stringify(withOpenResponses(plain(document), withOpenEnumeration)), { silent: true, transform: openUnion });
}

/** A module with a named type of the arguments of each operation. */
export function paramsText(document: ContractDocument, types: string): string {
  const declared = operationsOf(document).filter(takesArguments);
  return `
import type { Arguments } from '../operation-types.ts';
import type { operations } from './${types}.ts';

${declared.map((operation) => `/** The arguments of \`${operation.id}\`. */\n${declarationOf(document, operation)}`).join('\n\n')}
`;
}

export const paramsName = (id: string): string => `${id[0]!.toUpperCase()}${id.slice(1)}Params`;

export const takesArguments = (operation: ContractOperation): boolean => operation.parameters.length > 0 || bodyRule(operation) !== 'none';

/** An interface, because editors show its name. Arguments in several forms are a union, which an interface cannot be. */
function declarationOf(document: ContractDocument, { id, parameters, body }: ContractOperation): string {
  const [name, type] = [paramsName(id), `Arguments<operations['${id}']>`];
  const schema = jsonSchema(body?.content);
  const { oneOf, anyOf } = (schema && resolve<Schema & { anyOf?: unknown }>(document, schema)) ?? {};
  const hasForms = oneOf !== undefined || anyOf !== undefined || parameters.some((parameter) => parameter.name === 'If-Match');
  return hasForms ? `export type ${name} = ${type};` : `export interface ${name} extends ${type} {}`;
}

/** Removes discriminators, because openapi-typescript would replace the constants that distinguish the branches of a union. */
function plain(document: ContractDocument): ContractDocument {
  return mapObjects(withoutFrame(document), (node) => {
    const { discriminator: _discriminator, ...rest } = node as Schema;
    return 'oneOf' in node ? rest : node;
  });
}

/** Descriptions as the first text of a comment instead of a tag, because editors show it first. */
function textOf(nodes: ts.Node[]): string {
  return astToString(nodes).replace(/^(\s*(?:\/\*)?\*) @description /gm, '$1 ');
}

/** The known values, which editors suggest, and any other text. */
function openUnion(schema: object): ts.TypeNode | undefined {
  const { 'x-extensible-enum': values, type } = schema as { 'x-extensible-enum'?: readonly string[]; type?: unknown };
  if (values === undefined) return undefined;
  const text = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  return factory.createUnionTypeNode([
    ...values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    factory.createParenthesizedType(factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])])),
    ...([type].flat().includes('null') ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}

/** Schemas whose names are types of the package or of TypeScript. */
const otherNames = new Set(['ListenerEvent', 'LiveEvent', 'Record', 'Scope', 'WebhookEvent']);

export const nameOf = (schema: string): string => (otherNames.has(schema) ? `Contract${schema}` : schema);

/** Declares an alias for each schema, and refers to the aliases in `components`. */
function withNamedSchemas(nodes: readonly ts.Node[]): { aliases: ts.Node[]; nodes: ts.Node[] } {
  const aliases: ts.Node[] = [];
  const named = (schema: ts.TypeElement): ts.TypeElement => {
    if (!ts.isPropertySignature(schema) || !ts.isIdentifier(schema.name)) return schema;
    const item = itemOfPage(schema.type!);
    // Not an alias: an editor would show its name instead of `Page`.
    if (item) return factory.createPropertySignature(undefined, schema.name, undefined, factory.createTypeReferenceNode('Page', [item]));
    const name = nameOf(schema.name.text);
    const type = schema.type!;
    const alias = factory.createTypeAliasDeclaration([factory.createToken(ts.SyntaxKind.ExportKeyword)], name, undefined, type);
    aliases.push(ts.setSyntheticLeadingComments(alias, ts.getSyntheticLeadingComments(schema)));
    const reference = factory.createQualifiedName(factory.createIdentifier('schemas'), name);
    return factory.createPropertySignature(undefined, schema.name, undefined, factory.createTypeReferenceNode(reference));
  };
  const changed = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node;
    const members = node.members.map((member) => {
      if (!isNamed(member, 'schemas') || member.type === undefined || !ts.isTypeLiteralNode(member.type)) return member;
      const type = factory.createTypeLiteralNode(member.type.members.map(named));
      return factory.createPropertySignature(undefined, member.name, undefined, type);
    });
    return factory.createInterfaceDeclaration(node.modifiers, node.name, undefined, undefined, members);
  });
  return { aliases, nodes: changed };
}

/** The type of a page's items; undefined for other types. */
function itemOfPage(type: ts.TypeNode): ts.TypeNode | undefined {
  if (!ts.isTypeLiteralNode(type) || type.members.length !== 2) return undefined;
  const data = type.members.find((member) => isNamed(member, 'data'))?.type;
  const isPage = type.members.some((member) => isNamed(member, 'next_cursor'));
  return isPage && data !== undefined && ts.isArrayTypeNode(data) ? data.elementType : undefined;
}

function isNamed(member: ts.TypeElement, name: string): member is ts.PropertySignature {
  return ts.isPropertySignature(member) && ts.isIdentifier(member.name) && member.name.text === name;
}
