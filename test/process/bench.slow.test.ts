import { afterAll, expect, test } from 'vitest';
import { backlog, publishing } from '../../bench/delivery-shapes.ts';
import { endProcesses, RunningProcess } from './service-process.ts';

afterAll(endProcesses);

const run = (file: string, ...args: string[]) => new RunningProcess(process.execPath, [`bench/${file}`, ...args], {}).exited;

async function outputOf(file: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(file, '--quick', ...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const numbersOf = (text: string) => (text.match(/\S+/g) ?? []).map((figure) => Number(figure.replaceAll(',', '')));

/** The text below a row's title: every candidate, with its figures. */
function linesOf(output: string, title: string): [name: string, figures: number[]][] {
  const lines = output.split('\n');
  expect(lines).toContain(title);
  const below = lines.slice(lines.indexOf(title) + 1);
  const end = below.findIndex((line) => !line.startsWith('  '));
  return below.slice(0, end).map((line) => [line.slice(0, 28).trim(), numbersOf(line.slice(28))]);
}

function expectFigures(output: string, title: string, candidates: readonly string[]): void {
  const lines = linesOf(output, title);
  const [first, ...others] = candidates;
  expect(
    lines.map(([name]) => name),
    title,
  ).toEqual([...candidates, ...others.map((name) => `${first} ÷ ${name}`)]);
  for (const [name, values] of lines) {
    expect(values.every(Number.isFinite), `${title}, ${name}: ${values.join(' ')}`).toBe(true);
    expect(values[0], `${title}, ${name}`).toBeGreaterThan(0);
  }
}

const timeout = 120_000;

test('bench:delivery measures this checkout next to a revision of the repository', { timeout }, async () => {
  const output = await outputOf('delivery.ts', '--beside', 'HEAD', '--only', 'batches,latency,drain');
  expectFigures(output, publishing.find(({ name }) => name === 'batches')!.title, ['this', 'beside']);
  expectFigures(output, '20 facts a second', ['this', 'beside']);
  expectFigures(output, '70 % of the saturation', ['this', 'beside']);
  expectFigures(output, '200 deliveries', ['this', 'beside', 'bare loop']);
});

test('bench:reads measures this checkout next to a revision of the repository, and next to a bare handler', { timeout }, async () => {
  const output = await outputOf('reads.ts', '--beside', 'HEAD', '--only', 'orders,deep-orders,revenue');
  expectFigures(output, 'orders', ['this', 'bare handler', 'beside']);
  expectFigures(output, 'deep-orders', ['this', 'beside']);
  expectFigures(output, 'revenue', ['this', 'beside']);
});

test('bench:neighbours measures an agency alone and next to one that floods the service', { timeout }, async () => {
  const [, ...lines] = (await outputOf('neighbours.ts', '--only', 'analytics,hanging-endpoints')).trim().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['analytics', 'hanging-endpoints']);
  for (const line of lines) expect(numbersOf(line.replaceAll('ms', '').slice(20)).every((figure) => figure >= 0)).toBe(true);
});

test('bench:much-data loads data and shows the costs of each kind of call', { timeout }, async () => {
  const output = await outputOf('much-data.ts');
  /** Buffers, rows and bytes of the log follow the name. */
  const buffersOf = (name: string) => numbersOf(new RegExp(`^  ${name} {2,}(.*)$`, 'm').exec(output)![1]!)[0];
  const names = [
    'orders, page of 300 days ago',
    'deliveries, limited key',
    'failures',
    'record outcomes, per fact',
    'job clean_up, each hour',
  ];
  for (const name of names) expect(buffersOf(name), name).toBeGreaterThan(0);
});

test('lists the rows when an unknown one is requested', async () => {
  const { code, stderr } = await run('delivery.ts', '--only', '1-agency,2-agencies');
  expect(code).toBe(1);
  expect(stderr).toContain(
    `--only names 2-agencies; accepted: ${[...publishing, { name: 'latency' }, backlog].map(({ name }) => name).join(', ')}`,
  );
});
