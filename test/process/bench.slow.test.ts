import { afterAll, describe, expect, test } from 'vitest';
import { piling, publishing, steady } from '../../bench/delivery-shapes.ts';
import { endProcesses, RunningProcess } from './service-process.ts';

afterAll(endProcesses);

const runBench = (file: string, ...args: string[]) => new RunningProcess(process.execPath, [`bench/${file}`, ...args], {}).exited;
const run = (...args: string[]) => runBench('delivery.ts', ...args);

const numbersOf = (text: string) => (text.match(/\S+/g) ?? []).map((figure) => Number(figure.replaceAll(',', '')));

/** The text below a row's title: every candidate, with its figures. */
function linesOf(output: string, title: string): [name: string, figures: number[]][] {
  const lines = output.split('\n');
  expect(lines).toContain(title);
  const below = lines.slice(lines.indexOf(title) + 1);
  const end = below.findIndex((line) => !line.startsWith('  '));
  return below.slice(0, end).map((line) => [line.slice(0, 28).trim(), numbersOf(line.slice(28))]);
}

describe('bench:delivery', () => {
  test('measures rows of each kind next to a revision of the repository', { timeout: 300_000 }, async () => {
    const published = publishing.filter(({ name }) => ['batches', 'one-fan', 'https'].includes(name));
    const names = [...published, steady, piling].map(({ name }) => name);
    const { code, stdout, stderr } = await run('--quick', '--beside', 'HEAD', '--only', names.join(','));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const rows = [
      ...published.map(({ title, isBesideBare }) => ({ title, figures: 16, limits: isBesideBare ? ['bare loop'] : [] })),
      { title: '20 facts a second', figures: 5, limits: [] },
      { title: '70 % of the saturation', figures: 5, limits: [] },
      { title: '200 deliveries of 1 KB', figures: 5, limits: ['bare loop', '100 jobs'] },
    ];
    for (const { title, figures, limits } of rows) {
      const lines = linesOf(stdout, title);
      const others = ['beside', ...limits];
      expect(
        lines.map(([name]) => name),
        title,
      ).toEqual(['this', ...others, ...others.map((name) => `this ÷ ${name}`)]);
      for (const [name, values] of lines) {
        expect(values.every(Number.isFinite), `${title}, ${name}: ${values.join(' ')}`).toBe(true);
        expect(values[0], `${title}, ${name}`).toBeGreaterThan(0);
      }
      for (const [, values] of lines.slice(0, 2)) expect(values, title).toHaveLength(figures);
    }
  });

  test('lists the rows when an unknown one is requested', async () => {
    const { code, stderr } = await run('--only', '1-agency,2-agencies');
    expect(code).toBe(1);
    expect(stderr).toContain(`--only names 2-agencies; accepted: ${[...publishing, steady, piling].map(({ name }) => name).join(', ')}`);
  });
});

describe('bench:neighbours', () => {
  test('measures an agency alone and next to one that floods the service', { timeout: 120_000 }, async () => {
    const { code, stdout, stderr } = await runBench('neighbours.ts', '--quick', '--only', 'analytics,slow-readers');
    expect([code, stderr]).toEqual([0, '']);
    const [, ...lines] = stdout.trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['analytics', 'slow-readers']);
    for (const line of lines) expect(numbersOf(line.replaceAll('ms', '').slice(20)).every((figure) => figure >= 0)).toBe(true);
  });

  test('lists the floods when an unknown one is requested', async () => {
    const { code, stderr } = await runBench('neighbours.ts', '--only', 'rain');
    expect(code).toBe(1);
    expect(stderr).toContain('--only names rain; accepted: reads, analytics, publishing');
  });
});

describe('bench:much-data', () => {
  test('loads data and shows the costs of each kind of call', { timeout: 900_000 }, async () => {
    const { code, stdout, stderr } = await runBench(
      'much-data.ts',
      '--share',
      '0.001',
      '--facts',
      '50',
      '--soak',
      '0.05',
      '--parts',
      'reads,delivery,jobs,drop',
    );
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('costs per call at 0.1 % of the data');
    /** Buffers, rows and bytes of the log follow the name. */
    const buffersOf = (name: string) => numbersOf(new RegExp(`^  ${name} {2,}(.*)$`, 'm').exec(stdout)![1]!)[0];
    for (const name of [
      'orders, page of 300 days ago',
      'deliveries, limited key',
      'failures',
      'record outcomes, per fact',
      'job hold_failures, each 10 minutes',
      'job clean_up, each hour',
    ])
      expect(buffersOf(name), name).toBeGreaterThan(0);
    expect(stdout).toMatch(/dropped \d+ partitions .* while \d+ facts were accepted/);
    expect(stdout).toMatch(/\d+ facts, \d+ reads/);
  });

  test('lists the parts when an unknown one is requested', async () => {
    const { code, stderr } = await runBench('much-data.ts', '--parts', 'reads,weather');
    expect(code).toBe(1);
    expect(stderr).toContain('--parts names weather; accepted: reads, delivery, jobs, drop, year');
  });
});
