import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import openapitools from '../../openapitools.json' with { type: 'json' };

const home = resolve('.cache/clients');
const generators = resolve('test/clients/generators');
const bin = join(home, 'bin');
const python = join(home, 'python');
const node = join(home, 'node');

/** The generators of TypeScript clients, and the packages that their clients need. */
export const nodeModules = join(node, 'node_modules');

/** Generators of Go clients, and what their clients need. */
export const goVersions = {
  'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen': 'v2.8.2',
  'github.com/oapi-codegen/runtime': 'v1.7.0',
} as const;

/** Where commands are found, those of the generators first. */
export const searchPath = [bin, join(python, 'bin'), join(nodeModules, '.bin'), process.env['PATH']].join(delimiter);

const launch = promisify(execFile);

/** Python compiles what is used of a package, not all of it. */
const ofPip = { PIP_NO_COMPILE: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };

/** Runs a command and returns what it prints. Throws with the end of what it says. */
export async function run(
  cwd: string,
  env: Readonly<Record<string, string>>,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  try {
    const { stdout } = await launch(command, args, {
      cwd,
      env: { ...process.env, ...ofPip, PATH: searchPath, ...env },
      maxBuffer: 2 ** 26,
    });
    return stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-40).join('\n');
    throw new Error(`${[command, ...args].join(' ')} failed (${String(code)}):\n${said}`, { cause: error });
  }
}

/** Whether everything that is made of the contract is tried, as `npm run clients` does; otherwise a client of each of three languages. */
export const isComplete = process.env['CLIENTS'] === 'all';
/** For titles of the tests that are left out otherwise. */
export const unlessComplete = isComplete ? '' : ': left out without CLIENTS=all';

/** Skips a test, and prints why. */
export function leaveOut({ task, skip }: TestContext, reason: string): never {
  console.log(`${task.fullTestName} is left out: ${reason}`);
  return skip(reason);
}

/** A part of what making a client needs. */
export interface Tool {
  /** Rejects with Missing where this machine lacks what it is made of. */
  install(): Promise<void>;
}

/** Why a client cannot be made on this machine. */
export class Missing extends Error {}

async function needs(what: string, command: string, ...args: readonly string[]): Promise<void> {
  await run('.', {}, command, ...args).catch(() => {
    throw new Missing(`there is no ${what} here`);
  });
}

/** Installs once for all callers, and again where the wanted version has changed. */
function installed(name: string, toolchain: Tool, wanted: () => string, install: () => Promise<void>): Tool {
  const mark = join(home, `${name}.installed`);
  const start = async () => {
    await toolchain.install();
    mkdirSync(bin, { recursive: true });
    if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted()) return;
    await install();
    writeFileSync(mark, wanted());
  };
  let installing: Promise<void> | undefined;
  return { install: () => (installing ??= start()) };
}

const java: Tool = { install: () => needs('Java', 'java', '-version') };
const python311 = ['-c', 'import sys; assert sys.version_info >= (3, 11)'];
const python3: Tool = { install: () => needs('Python 3.11 or later', 'python3', ...python311) };
const npm: Tool = { install: () => needs('npm', 'npm', '--version') };

export const go: Tool = { install: () => needs('Go', 'go', 'version') };

export const javaCompiler: Tool = {
  install: async () => {
    await needs('Java compiler', 'javac', '-version');
    await needs('Maven', 'mvn', '--version');
  },
};

const jar = resolve(`node_modules/@openapitools/openapi-generator-cli/versions/${openapitools['generator-cli'].version}.jar`);

export const openapiGenerator = installed(
  'openapi-generator',
  java,
  () => jar,
  async () => {
    if (!existsSync(jar)) await run('.', {}, resolve('node_modules/.bin/openapi-generator-cli'), 'version');
    const command = join(bin, 'openapi-generator-cli');
    writeFileSync(command, `#!/bin/sh\nexec java -jar '${jar}' "$@"\n`);
    chmodSync(command, 0o755);
  },
);

const maven: Tool = { install: () => needs('Maven', 'mvn', '--version') };

export const swaggerCodegenVersion = '3.0.61';

/** Runs by `swagger-codegen`. */
export const swaggerCodegen = installed(
  'swagger-codegen',
  maven,
  () => swaggerCodegenVersion,
  async () => {
    const artifact = `io.swagger.codegen.v3:swagger-codegen-cli:${swaggerCodegenVersion}`;
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
    await run('.', {}, 'mvn', '--quiet', '--batch-mode', goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${home}`);
    const command = join(bin, 'swagger-codegen');
    writeFileSync(command, `#!/bin/sh\nexec java -jar '${join(home, `swagger-codegen-cli-${swaggerCodegenVersion}.jar`)}' "$@"\n`);
    chmodSync(command, 0o755);
  },
);

export const pythonPackages = installed(
  'python',
  python3,
  () => readFileSync(join(generators, 'requirements.txt'), 'utf8'),
  async () => {
    await run('.', {}, 'python3', '-m', 'venv', '--clear', python);
    await run('.', {}, join(python, 'bin/pip'), 'install', '--quiet', '--requirement', join(generators, 'requirements.txt'));
  },
);

export const oapiCodegen = installed(
  'oapi-codegen',
  go,
  () => JSON.stringify(goVersions),
  async () => {
    const module = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
    await run('.', { GOBIN: bin }, 'go', 'install', `${module}@${goVersions[module]}`);
  },
);

/** What lets Node run programs that name files as compilers do, without their ending. */
export const typescriptLoader = pathToFileURL(join(nodeModules, 'tsx/dist/loader.mjs')).href;

/** Packages of a lockfile of their own, apart from the project's. */
const packagesOf = (name: string, source: string, target: string) =>
  installed(
    name,
    npm,
    () => readFileSync(join(source, 'package-lock.json'), 'utf8'),
    async () => {
      mkdirSync(target, { recursive: true });
      for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(target, file));
      await run(target, {}, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-timeout=15000', '--fetch-retries=5');
    },
  );

export const nodePackages = packagesOf('node', generators, node);

/** Where the linter and the importers of contracts are. */
export const importersFolder = join(home, 'importers');
export const importers = packagesOf('importers', resolve('test/clients/importers'), importersFolder);
