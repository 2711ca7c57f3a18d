import ts from 'typescript';

/** A member of an interface or of a class. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** One export of the SDK, as its docstring and its declaration describe it. */
export interface Declaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'constant';
  /** Its declaration without a body; empty where it is long. */
  readonly signature: string;
  readonly text: string;
  readonly examples: readonly string[];
  readonly members: readonly Member[];
  /** The name of its file in `sdk/src`, without the ending. */
  readonly file: string;
}

/** A method of a client. */
export interface Method {
  readonly name: string;
  readonly text: string;
  /** Empty for a method that calls one operation. */
  readonly signature: string;
  readonly examples: readonly string[];
}

/** A group of methods of a client. */
export interface MethodGroup {
  readonly name: string;
  readonly text: string;
  readonly methods: readonly Method[];
}

const longestSignature = 400;
const folder = 'sdk/src/';
/** Names the clients whose methods are listed, with their type arguments. */
const clientsFile = 'docs/site/sdk/clients.ts';

/** The sources of the SDK, with the texts that an editor shows. */
export class SdkSources {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  constructor() {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    const parsed = ts.getParsedCommandLineOfConfigFile('sdk/tsconfig.json', {}, host);
    if (!parsed) throw new Error('sdk/tsconfig.json cannot be read');
    this.#program = ts.createProgram([...parsed.fileNames, clientsFile], { ...parsed.options, composite: false, noEmit: true });
    this.#checker = this.#program.getTypeChecker();
  }

  /** Every export of an entry point, such as `webhooks/stores`, but the types of the contract, which the pages of operations show. */
  exportsOf(entry: string): Declaration[] {
    const all = this.#exportsOf(`${folder}${entry}.ts`).map((each) => this.#declarationOf(each));
    return all.filter(({ file }) => !/^generated\/(operator-)?(schemas|params)$/.test(file));
  }

  #exportsOf(path: string): ts.Symbol[] {
    const source = this.#program.getSourceFiles().find(({ fileName }) => `/${fileName}`.endsWith(`/${path}`));
    const symbol = source && this.#checker.getSymbolAtLocation(source);
    if (!symbol) throw new Error(`${path} is not a module of the program`);
    return this.#checker.getExportsOfModule(symbol);
  }

  /** The groups of methods of a client that `clients.ts` names. */
  groupsOf(client: string): MethodGroup[] {
    const symbol = this.#exportsOf(clientsFile).find(({ name }) => name === client);
    if (!symbol) throw new Error(`${clientsFile} does not name ${client}`);
    return this.#propertiesOf(symbol)
      .filter((each) => !isOwnMember(each))
      .map((group) => ({
        name: group.name,
        text: this.#textOf(group),
        methods: this.#checker
          .getTypeOfSymbol(group)
          .getProperties()
          .map((method) => this.#methodOf(method)),
      }));
  }

  #methodOf(symbol: ts.Symbol): Method {
    const [declaration] = symbol.declarations ?? [];
    const signature = declaration && ts.isMethodSignature(declaration) ? signatureOf(declaration) : '';
    return { name: symbol.name, text: this.#textOf(symbol), signature, examples: examplesOf(symbol, this.#checker) };
  }

  #declarationOf(exported: ts.Symbol): Declaration {
    const symbol = this.#resolved(exported);
    const declarations = symbol.declarations ?? [];
    const [first] = declarations;
    if (!first) throw new Error(`${exported.name} is not declared`);
    // The last declaration of an overloaded function is its implementation.
    const shown = ts.isFunctionDeclaration(first) && declarations.length > 1 ? declarations.slice(0, -1) : [first];
    const signature = shown.map(signatureOf).join('\n');
    const file = first.getSourceFile().fileName.replace(/^.*sdk\/src\/|\.ts$/g, '');
    return {
      name: exported.name,
      kind: kindOf(first),
      signature: signature.length > longestSignature ? '' : signature,
      text: this.#textOf(symbol),
      examples: examplesOf(symbol, this.#checker),
      members: ts.isInterfaceDeclaration(first) || ts.isClassDeclaration(first) ? this.#membersOf(symbol) : [],
      file,
    };
  }

  #membersOf(symbol: ts.Symbol): Member[] {
    return this.#propertiesOf(symbol)
      .filter(isOwnMember)
      .map((member) => ({ name: member.name, type: typeTextOf(member.declarations![0]!), text: this.#textOf(member) }));
  }

  #propertiesOf(symbol: ts.Symbol): readonly ts.Symbol[] {
    return this.#checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  }

  #resolved(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #textOf(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).replace(/\{@link (\w+)\}/g, '`$1`');
  }
}

function kindOf(declaration: ts.Declaration): Declaration['kind'] {
  if (ts.isFunctionDeclaration(declaration)) return 'function';
  if (ts.isClassDeclaration(declaration)) return 'class';
  if (ts.isInterfaceDeclaration(declaration)) return 'interface';
  return ts.isVariableDeclaration(declaration) ? 'constant' : 'type';
}

/** Not the methods that call one operation, which have pages of their own. */
const isOwnFile = (path: string): boolean => path.includes(`/${folder}`) && !/\/generated\/(operator-)?groups\.ts$/.test(path);

/** Whether a member is declared in an interface or a class of the SDK, and is public. */
function isOwnMember({ declarations }: ts.Symbol): boolean {
  const [declaration] = declarations ?? [];
  if (!declaration || !(ts.isInterfaceDeclaration(declaration.parent) || ts.isClassDeclaration(declaration.parent))) return false;
  const isPrivate = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) !== 0 || declaration.getText().startsWith('#');
  return isOwnFile(declaration.getSourceFile().fileName) && !isPrivate;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')').trim();

/** The declaration without its docstring, its body and its value. */
function signatureOf(declaration: ts.Declaration): string {
  const text = (until?: ts.Node): string => {
    const start = declaration.getStart();
    return declaration.getSourceFile().text.slice(start, until?.getStart() ?? declaration.getEnd());
  };
  const bare = (shown: string): string =>
    oneLine(shown.replace(/\/\*\*.*?\*\//gs, '').replace(/\/\/ .*$/gm, '')).replace(/^export (async )?|;$/g, '');
  if (ts.isFunctionDeclaration(declaration)) return bare(text(declaration.body));
  if (ts.isMethodSignature(declaration) || ts.isTypeAliasDeclaration(declaration)) return bare(text());
  if (ts.isVariableDeclaration(declaration))
    return declaration.type ? `const ${declaration.name.getText()}: ${bare(declaration.type.getText())}` : '';
  if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) return '';
  return bare(text().split(/\{\s*\n|\{\}/)[0]!);
}

/** The type of a member as its declaration writes it. */
function typeTextOf(declaration: ts.Declaration): string {
  if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) {
    return oneLine(`(${declaration.parameters.map((each) => each.getText()).join(', ')}) => ${declaration.type?.getText() ?? 'void'}`);
  }
  if (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration) || ts.isGetAccessor(declaration)) {
    const value = ts.isPropertyDeclaration(declaration) ? declaration.initializer : undefined;
    return oneLine(declaration.type?.getText() ?? value?.getText() ?? '');
  }
  return '';
}

function examplesOf(symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const examples = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example');
  return examples.map(({ text }) => ts.displayPartsToString(text).trim());
}
