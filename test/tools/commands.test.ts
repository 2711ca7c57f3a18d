import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };

const rows = ['CONTRIBUTING.md', 'contributing/tests.md', 'bench/README.md'].flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ')),
);
const commands = rows.flatMap((line) => [...line.matchAll(/`((?:npm|npx|\.ci)[^`]+)`/g)].flatMap(([, command]) => command!.split(' && ')));

/** What is missing of a command: its script, or a path that it names. */
function missingOf(command: string): string[] {
  const [program, ...words] = command.split(' ');
  const script = program === 'npm' ? (words[0] === 'run' ? words[1]! : words[0]!) : undefined;
  const paths = [program!, ...words].filter((word) => word.includes('/'));
  return [...(script === undefined || script in scripts ? [] : [script]), ...paths.filter((path) => !existsSync(path))];
}

test('the commands of the tables exist, and so do their paths', () => {
  expect(commands.length).toBeGreaterThan(25);
  expect(commands.flatMap(missingOf)).toEqual([]);
  expect(missingOf('npm run gone -- test/gone')).toEqual(['gone', 'test/gone']);
});

test('the scripts that the gate runs exist', () => {
  const used = [...readFileSync('.ci/run', 'utf8').matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name!);
  expect(used.filter((name) => !(name in scripts))).toEqual([]);
});
