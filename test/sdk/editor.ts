import { resolve } from 'node:path';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  noUncheckedIndexedAccess: true,
  types: ['node'],
  declaration: true,
  // Declarations name the package as its users do.
  preserveSymlinks: true,
};

/** What an editor shows of a program that uses the package as it is published: its built declarations alone. */
export interface OpenProgram {
  /** The text that it shows over the last name of an expression, which the program contains once in parentheses. */
  hover(expression: string): string;
  /** The type that it shows there. */
  type(expression: string): string;
  /** Where it goes from there: the file in the package, and the declaration with its docstring. */
  definition(expression: string): { readonly file: string; readonly text: string };
  /** The names that it suggests after a text of the program. */
  suggestions(text: string): string[];
  /** What the compiler complains of, each with its line of the program. */
  complaints(): string[];
  /** The declarations that the compiler makes of it. */
  declarations(): string;
}

/** Programs in one language service, which checks the declarations once for all that are added before the first is used. */
export class Editor {
  readonly #texts: string[] = [];
  readonly #folder: string;
  #opened: OpenProgram[] | undefined;

  /** The folder of the programs, from which they find the package. */
  constructor(folder = 'test/sdk') {
    this.#folder = folder;
  }

  add(text: string): OpenProgram {
    const index = this.#texts.push(text) - 1;
    const opened = () => (this.#opened ??= open(this.#folder, this.#texts))[index]!;
    return {
      hover: (expression) => opened().hover(expression),
      type: (expression) => opened().type(expression),
      definition: (expression) => opened().definition(expression),
      suggestions: (before) => opened().suggestions(before),
      complaints: () => opened().complaints(),
      declarations: () => opened().declarations(),
    };
  }
}

function open(folder: string, texts: readonly string[]): OpenProgram[] {
  const programs = new Map(texts.map((text, index) => [resolve(folder, `opened-program-${index}.ts`), text]));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [...programs.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const source = programs.get(name) ?? ts.sys.readFile(name);
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
    },
    getCurrentDirectory: () => resolve('.'),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => programs.has(name) || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const placeOf = (text: string, expression: string): number => {
    const start = text.indexOf(`(${expression})`);
    if (start < 0 || text.includes(`(${expression})`, start + 1)) throw new Error(`${expression} is not in the program once`);
    return start + expression.length;
  };
  const shown = (file: string, text: string, expression: string) => service.getQuickInfoAtPosition(file, placeOf(text, expression));
  return [...programs].map(([file, text]) => ({
    hover: (expression) => ts.displayPartsToString(shown(file, text, expression)?.documentation),
    type: (expression) => ts.displayPartsToString(shown(file, text, expression)?.displayParts),
    definition(expression) {
      const [{ fileName, contextSpan } = { fileName: '', contextSpan: undefined }] =
        service.getDefinitionAtPosition(file, placeOf(text, expression)) ?? [];
      if (contextSpan === undefined) throw new Error(`${expression} has no definition`);
      const source = ts.sys.readFile(fileName)!;
      const { start, length } = contextSpan;
      return {
        file: fileName.replace(/^.*\/@agency-service\/sdk\//, ''),
        text: source.slice(source.lastIndexOf('/**', start), start + length),
      };
    },
    suggestions: (before) =>
      (service.getCompletionsAtPosition(file, text.indexOf(before) + before.length, undefined)?.entries ?? []).map(({ name }) => name),
    complaints: () =>
      [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(({ start = 0, messageText }) => {
        const line = text.slice(0, start).split('\n').length;
        return `${text.split('\n')[line - 1]!.trim()}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
      }),
    declarations: () =>
      service
        .getEmitOutput(file, true)
        .outputFiles.map(({ text: declared }) => declared)
        .join('\n'),
  }));
}
