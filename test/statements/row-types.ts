import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { callsIn } from './calls.ts';
import type { Form } from './forms.ts';
import { siteOf } from './site.ts';

/** A property of a row type. */
export interface Property {
  readonly name: string;
  readonly isOptional: boolean;
  readonly admitsNull: boolean;
  /** The forms of columns that its type is made of; none where it is made of others, as JSON may be. */
  readonly forms: readonly Form[];
  /** The words that it may be; undefined where it may be any text, or is none. */
  readonly words: readonly string[] | undefined;
  /** As the source has it. */
  readonly type: string;
}

/** A call that runs a statement. */
export interface Call {
  readonly site: string;
  /** Path, line and column, as editors open them. */
  readonly place: string;
  /** The type of its rows; null where they are not read. */
  readonly row: readonly Property[] | null;
}

/** A table that is read row by row, by way of a model. */
export interface Table extends Call {
  /** What the model reads. */
  readonly text: string;
}

/** The calls of some sources that run statements, those whose statements are unknown, and the tables of models. */
export interface Calls {
  readonly calls: readonly Call[];
  readonly tables: readonly Table[];
  readonly findings: readonly string[];
}

const formsFile = fileURLToPath(new URL('forms.ts', import.meta.url));

export function compilerOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: object };
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options;
}

/**
 * Reads the row types at all calls of the sources, and those of a type `Rows`, which has them by table. Paths in what
 * it answers are relative to `root`.
 */
export function readCalls(root: string, paths: readonly string[], options: ts.CompilerOptions): Calls {
  const program = ts.createProgram([...paths, formsFile], options);
  const reader = new Reader(program.getTypeChecker(), program.getSourceFile(formsFile)!);
  const calls: Call[] = [];
  const tables: Table[] = [];
  const findings: string[] = [];
  for (const path of paths) {
    const file = program.getSourceFile(path)!;
    const name = relative(root, path);
    const placeOf = (node: ts.Node) => {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
      return `${name}:${line + 1}:${character + 1}`;
    };
    const places = new Map(callsIn(file).map((call, place) => [call, place]));
    const visit = (node: ts.Node): void => {
      const row = ts.isCallExpression(node) ? reader.rowOf(node) : undefined;
      if (row && !reader.isHandedOn(row) && !isOfModel(row)) {
        const place = placeOf(node);
        const number = places.get(node as ts.CallExpression);
        const properties = reader.propertiesOf(row);
        if (number !== undefined) calls.push({ site: siteOf(name, number), place, row: properties });
        else if (properties) findings.push(`${place} runs a statement, and is not among the names of test/statements/calls.ts`);
      }
      if (ts.isTypeAliasDeclaration(node) && node.name.text === 'Rows') {
        for (const [table, row] of reader.tablesOf(node)) {
          const text = `SELECT ${row.map((property) => property.name).join(', ')} FROM ${table}`;
          tables.push({ site: `${name}#${table}`, place: placeOf(node), row, text });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { calls, tables, findings };
}

class Reader {
  readonly #checker: ts.TypeChecker;
  readonly #forms: readonly (readonly [Form, ts.Type])[];

  constructor(checker: ts.TypeChecker, forms: ts.SourceFile) {
    this.#checker = checker;
    const declared = forms.statements.find((statement) => ts.isInterfaceDeclaration(statement))!;
    this.#forms = checker
      .getTypeAtLocation(declared)
      .getProperties()
      .map((symbol) => [symbol.name as Form, checker.getTypeOfSymbol(symbol)] as const);
  }

  /** The row type of a call to a function that takes a `Statement` and has a type parameter `Row`; undefined for any other. */
  rowOf(call: ts.CallExpression): ts.Type | undefined {
    const signature = this.#checker.getResolvedSignature(call);
    const declaration = signature?.getDeclaration();
    if (!signature || !declaration || !runsStatements(declaration)) return undefined;
    const answer = this.#checker.getAwaitedType(signature.getReturnType())!;
    return this.#checker.getIndexTypeOfType(answer, ts.IndexKind.Number) ?? answer;
  }

  /** Whether the row type is that of the callers of the function around, which is checked there. */
  isHandedOn(row: ts.Type): boolean {
    if (!(row.flags & ts.TypeFlags.TypeParameter)) return false;
    const owner = row.symbol.declarations?.[0]?.parent;
    return owner !== undefined && ts.isFunctionLike(owner) && runsStatements(owner);
  }

  tablesOf(rows: ts.TypeAliasDeclaration): (readonly [table: string, row: readonly Property[]])[] {
    const tables = this.#checker.getPropertiesOfType(this.#checker.getTypeAtLocation(rows));
    return tables.map((table) => [table.name, this.propertiesOf(this.#checker.getTypeOfSymbol(table))!]);
  }

  propertiesOf(row: ts.Type): Property[] | null {
    if (row.flags & (ts.TypeFlags.Never | ts.TypeFlags.Unknown)) return null;
    const types = new Map<string, { types: ts.Type[]; isOptional: boolean }>();
    for (const part of row.isUnion() ? row.types : [row]) {
      for (const symbol of this.#checker.getPropertiesOfType(part)) {
        const known = types.get(symbol.name) ?? { types: [], isOptional: false };
        known.types.push(this.#checker.getTypeOfSymbol(symbol));
        known.isOptional ||= (symbol.flags & ts.SymbolFlags.Optional) !== 0;
        types.set(symbol.name, known);
      }
    }
    return [...types].map(([name, property]) => this.#propertyOf(name, property.types, property.isOptional));
  }

  #propertyOf(name: string, types: readonly ts.Type[], isOptional: boolean): Property {
    const given = types.map((type) => this.#checker.getNonNullableType(type));
    const parts = given.flatMap((type) => (type.isUnion() ? type.types : [type]));
    return {
      name,
      isOptional,
      admitsNull: types.some((type) => (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.Null)),
      forms: this.#forms.filter(([, form]) => given.every((type) => this.#checker.isTypeAssignableTo(type, form))).map(([form]) => form),
      words: parts.every((type) => type.isStringLiteral()) ? parts.map(({ value }) => value) : undefined,
      type: types.map((type) => this.#checker.typeToString(type)).join(' | '),
    };
  }
}

/** Whether the row is one of whichever table a model is of: `Rows[Name]`, some of its columns, and what its callers add to them. */
function isOfModel(row: ts.Type): boolean {
  if (row.isIntersection()) return row.types.some((part) => (part.flags & ts.TypeFlags.Instantiable) !== 0);
  return (row.flags & ts.TypeFlags.IndexedAccess) !== 0;
}

function runsStatements({ typeParameters, parameters }: ts.SignatureDeclaration | ts.JSDocSignature): boolean {
  return (
    (typeParameters ?? []).some((parameter) => ts.isTypeParameterDeclaration(parameter) && parameter.name.text === 'Row') &&
    parameters.some((parameter) => 'type' in parameter && parameter.type?.getText() === 'Statement')
  );
}
