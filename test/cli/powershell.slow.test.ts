import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test, type TestContext } from 'vitest';
import { leaveOut } from '../clients/tools.ts';
import { CommandLine } from './run-svc.ts';

const run = promisify(execFile);
const home = resolve('.cache/powershell-grammar');
const packages = { 'web-tree-sitter': '0.27.1', 'tree-sitter-powershell': '0.26.4' };
const grammar = join(home, 'node_modules/tree-sitter-powershell/tree-sitter-powershell.wasm');

/** Prints for each line of the input, a script as JSON, whether the grammar of PowerShell has it, and the names of its commands. */
const program = `
import { createInterface } from 'node:readline';
import { Language, Parser } from 'web-tree-sitter';
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(${JSON.stringify(grammar)}));
for await (const line of createInterface({ input: process.stdin })) {
  const { rootNode } = parser.parse(JSON.parse(line));
  const commands = rootNode.descendantsOfType('command_name').map(({ text }) => text);
  console.log(JSON.stringify({ isRight: !rootNode.hasError, commands }));
}
`;

/** Why the grammar is not here. */
let missing: string | undefined;

beforeAll(async () => {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: packages }));
  writeFileSync(join(home, 'parse.js'), program);
  if (existsSync(grammar)) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-timeout=15000', '--fetch-retries=1'];
  missing = await run('npm', ['install', ...options], { cwd: home }).then(
    () => undefined,
    () => 'the grammar of PowerShell cannot be installed from the package registry',
  );
}, 180_000);

async function parsed(context: TestContext, ...scripts: readonly string[]): Promise<{ isRight: boolean; commands: string[] }[]> {
  if (missing) leaveOut(context, missing);
  const child = run(process.execPath, [pathToFileURL(join(home, 'parse.js')).pathname], { cwd: home });
  child.child.stdin!.end(scripts.map((script) => `${JSON.stringify(script)}\n`).join(''));
  const { stdout } = await child;
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { isRight: boolean; commands: string[] });
}

test('the completion script of PowerShell is in its grammar, and an unfinished one is not', { timeout: 60_000 }, async (context) => {
  const svc = await CommandLine.create();
  const { stdout: script, code } = await svc.run('completion', 'powershell');
  await svc.close();
  expect(code).toBe(0);
  const [whole, unfinished] = await parsed(context, script, script.trimEnd().slice(0, -1));
  expect(whole).toMatchObject({ isRight: true });
  expect(whole!.commands).toEqual(['Register-ArgumentCompleter', 'Select-Object', 'ForEach-Object', 'svc', 'ForEach-Object']);
  expect(unfinished).toMatchObject({ isRight: false });
});
