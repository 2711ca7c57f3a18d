import type { Latency } from './delivery-latency.ts';
import type { Drained } from './delivery-limits.ts';
import type { Published } from './delivery-publish.ts';
import { median } from './quantile.ts';

/** A column of a table: the figure that it shows and how. */
interface Column<Figures> {
  readonly figure: keyof Figures & string;
  readonly title: string;
  readonly digits: number;
  /** Whether it says something about the run alone, and not about who is measured. */
  readonly isRemark?: boolean;
}

/** One candidate, with its results of each round. */
export interface Line<Figures> {
  readonly name: string;
  readonly rounds: readonly Partial<Figures>[];
}

const nameWidth = 28;
const leastWidth = 7;

/**
 * Prints rows as they are measured: a line of medians for each candidate, and the ratios of the first one to each
 * other one. A ratio is the median of the rounds' ratios, since what else the machine does changes from round to round.
 */
export class Table<Figures extends { readonly [Name in keyof Figures]: number }> {
  readonly #title: string;
  readonly #columns: readonly Column<Figures>[];
  #hasHead = false;

  constructor(title: string, columns: readonly Column<Figures>[]) {
    this.#title = title;
    this.#columns = columns;
  }

  print(row: string, lines: readonly Line<Figures>[]): void {
    if (!this.#hasHead) {
      console.log('');
      this.#printLine(this.#title, ({ title }) => title);
      this.#hasHead = true;
    }
    console.log(row);
    const [first, ...others] = lines;
    for (const { name, rounds } of lines) {
      this.#printLine(`  ${name}`, ({ figure, digits }) => {
        const value = median(rounds.flatMap((round) => round[figure] ?? []));
        const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
        return Number.isNaN(value) ? '' : value.toLocaleString('en', format);
      });
    }
    for (const { name, rounds } of others) {
      this.#printLine(`  ${first!.name} ÷ ${name}`, ({ figure, isRemark }) => {
        const ratios = first!.rounds.map((round, n) => (round[figure] ?? NaN) / (rounds[n]![figure] ?? NaN));
        return isRemark || !ratios.every(Number.isFinite) ? '' : median(ratios).toFixed(2);
      });
    }
  }

  #printLine(name: string, cellOf: (column: Column<Figures>) => string): void {
    const cells = this.#columns.map((column) => cellOf(column).padStart(Math.max(leastWidth, column.title.length)));
    console.log([name.padEnd(nameWidth), ...cells].join('  ').trimEnd());
  }
}

export const publishTable = new Table<Published>('published over HTTP', [
  { figure: 'factsPerSecond', title: 'facts/s', digits: 0 },
  { figure: 'deliveriesPerSecond', title: 'deliv/s', digits: 0 },
  { figure: 'serviceCpu', title: 'service s', digits: 3 },
  { figure: 'databaseCpu', title: '+ db s', digits: 3 },
  { figure: 'cpu', title: '= CPU s/1,000', digits: 3 },
  { figure: 'commitsPerFact', title: 'commits/fact', digits: 3 },
  { figure: 'flushesPerFact', title: 'flushes/fact', digits: 3 },
  { figure: 'walKbPerFact', title: 'WAL KB/fact', digits: 1 },
  { figure: 'imageKbPerFact', title: 'of it images', digits: 1 },
  { figure: 'peakMb', title: 'peak MB', digits: 0 },
  { figure: 'p50Ms', title: 'p50 ms', digits: 1 },
  { figure: 'p99Ms', title: 'p99 ms', digits: 1 },
  { figure: 'generatorCpu', title: 'generator s', digits: 3 },
  { figure: 'receiverCpu', title: 'receiver s', digits: 3 },
  { figure: 'elsewherePercent', title: 'others %', digits: 0, isRemark: true },
  { figure: 'connections', title: 'opened', digits: 0, isRemark: true },
]);

export const latencyTable = new Table<Latency>('accepted → received', [
  { figure: 'factsPerSecond', title: 'facts/s', digits: 0 },
  { figure: 'p50Ms', title: 'p50 ms', digits: 2 },
  { figure: 'p99Ms', title: 'p99 ms', digits: 2 },
  { figure: 'firstP50Ms', title: 'first p50', digits: 2 },
  { figure: 'firstP99Ms', title: 'first p99', digits: 2 },
]);

export const drainTable = new Table<Drained>('drained', [
  { figure: 'deliveriesPerSecond', title: 'deliv/s', digits: 0 },
  { figure: 'senderCpu', title: 'sender s', digits: 3 },
  { figure: 'databaseCpu', title: '+ db s', digits: 3 },
  { figure: 'receiverCpu', title: 'receiver s', digits: 3 },
  { figure: 'elsewherePercent', title: 'others %', digits: 0, isRemark: true },
]);
