import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/src/program.ts';

const runbooks = await readFile('docs/runbooks.md', 'utf8');
const codes = [...runbooks.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

describe('the runbooks name what exists', () => {
  const program = createProgram({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: {},
    version: '1.0.0',
  });
  const commands = [...new Set(codes.filter((code) => code.startsWith('svc ')))];

  it('has commands and pages', () => {
    expect(commands.length).toBeGreaterThan(5);
    expect(runbooks).toMatch(/page \*\*\w+/);
  });

  it.each(commands)('%s', (command) => {
    const words = command.split(' ').slice(1);
    let found = program;
    for (const word of words.filter((each) => !each.startsWith('-') && !/^[A-Z_]+$/.test(each))) {
      const next = found.commands.find((each) => each.name() === word);
      expect(next, `${command}: ${word}`).toBeDefined();
      found = next!;
    }
    const options = found.options.map(({ long }) => long);
    expect(words.filter((each) => each.startsWith('--') && each !== '--help' && !options.includes(each))).toEqual([]);
  });

  it.each([...new Set([...runbooks.matchAll(/page \*\*([^*]+)\*\*/g)].map(([, title]) => title!))])('the page %s', async (title) => {
    const files = (await readdir('console/src/pages')).filter((file) => file.endsWith('.tsx'));
    const sources = await Promise.all(files.map((file) => readFile(`console/src/pages/${file}`, 'utf8')));
    const titles = sources.flatMap((source) => [...source.matchAll(/\['\/[\w-]*', '([^']+)', <\w+Page/g)].map(([, page]) => page));
    expect(titles).toContain(title);
  });
});
