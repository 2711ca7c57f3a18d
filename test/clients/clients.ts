import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  go,
  goVersions,
  javaCompiler,
  nodeModules,
  nodePackages,
  oapiCodegen,
  openapiGenerator,
  pythonPackages,
  run,
  type Tool,
  typescriptLoader,
} from './tools.ts';

/** A client that a generator makes. */
export interface Client {
  /** Heading of its section in docs/clients.md, whose commands make the client in the folder `client`. */
  readonly title: string;
  /** The file of `programs/` that uses it. */
  readonly program: string;
  readonly tools: readonly Tool[];
  /** Compiles client and program. */
  compile(folder: string): Promise<void>;
  /** The command that runs the program. */
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const programs = resolve('test/clients/programs');
const take = (folder: string, file: string, as = file) => {
  mkdirSync(join(folder, as, '..'), { recursive: true });
  cpSync(join(programs, file), join(folder, as));
};

function inPython(title: string, program: string, ...generators: Tool[]): Client {
  return {
    title,
    program,
    tools: [...generators, pythonPackages],
    async compile(folder) {
      take(folder, program);
      await run(folder, {}, 'python', '-m', 'compileall', '-q', 'client', program);
    },
    command: ['python', program],
    env: { PYTHONPATH: 'client' },
  };
}

function inTypeScript(title: string, program: string, ...generators: Tool[]): Client {
  const options = {
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  };
  return {
    title,
    program,
    tools: generators,
    async compile(folder) {
      take(folder, program);
      symlinkSync(nodeModules, join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [program] }));
      await run(folder, {}, process.execPath, resolve('node_modules/typescript/bin/tsc'), '-p', '.');
    },
    command: [process.execPath, '--import', typescriptLoader, program],
  };
}

export const clients: readonly Client[] = [
  inPython('openapi-generator: Python', 'openapi_generator.py', openapiGenerator),
  {
    title: 'openapi-generator: Go',
    program: 'openapi_generator.go',
    tools: [openapiGenerator, go],
    async compile(folder) {
      take(folder, 'openapi_generator.go', 'client/scenario/main.go');
      await run(join(folder, 'client'), { GOFLAGS: '-mod=mod -buildvcs=false' }, 'go', 'build', '-o', '../scenario', './scenario');
    },
    command: ['./scenario'],
  },
  {
    title: 'openapi-generator: Java',
    program: 'OpenapiGenerator.java',
    tools: [openapiGenerator, javaCompiler],
    async compile(folder) {
      take(folder, 'OpenapiGenerator.java');
      const [scope, output] = ['-DincludeScope=compile', `-DoutputDirectory=${join(folder, 'libraries')}`];
      await run(folder, {}, 'mvn', '--quiet', '--batch-mode', '--file', 'client/pom.xml', 'dependency:copy-dependencies', scope, output);
      const compile = "javac -nowarn -d classes -cp 'libraries/*' OpenapiGenerator.java $(find client/src/main -name '*.java')";
      await run(folder, {}, 'bash', '-c', compile);
    },
    command: ['java', '-cp', 'classes:libraries/*', 'OpenapiGenerator'],
  },
  inTypeScript('openapi-generator: TypeScript', 'typescript-fetch.ts', openapiGenerator, nodePackages),
  inTypeScript('openapi-generator: TypeScript and axios', 'typescript-axios.ts', openapiGenerator, nodePackages),
  inPython('openapi-python-client', 'openapi_python_client.py'),
  {
    title: 'oapi-codegen',
    program: 'oapi_codegen.go',
    tools: [oapiCodegen],
    async compile(folder) {
      take(folder, 'oapi_codegen.go');
      const runtime = 'github.com/oapi-codegen/runtime';
      writeFileSync(join(folder, 'go.mod'), `module example.com/agency\n\ngo 1.24\n\nrequire ${runtime} ${goVersions[runtime]}\n`);
      await run(folder, { GOFLAGS: '-mod=mod -buildvcs=false' }, 'go', 'build', '-o', 'scenario', 'oapi_codegen.go');
    },
    command: ['./scenario'],
  },
  inTypeScript('hey-api', 'hey-api.ts', nodePackages),
  inTypeScript('orval', 'orval.ts', nodePackages),
];

const page = readFileSync('docs/clients.md', 'utf8');

/** The fenced texts of a client's section. */
export function documented(title: string): { language: string; text: string }[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`docs/clients.md has no section ${title}`);
  return [...section.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(([, language, text]) => ({ language: language!, text: text! }));
}

/** Makes a client as its section says, from the document in the folder, and compiles a program that uses it. */
export async function make(client: Client, folder: string): Promise<void> {
  for (const file of ['agency-fetch.ts', 'oapi-codegen.yaml', 'orval.config.mjs']) take(folder, file);
  for (const { language, text } of documented(client.title)) if (language === 'sh') await run(folder, {}, 'bash', '-e', '-c', text);
  await client.compile(folder);
}
