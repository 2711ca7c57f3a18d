import { median } from './machine.ts';

export interface Column<Figures> {
  readonly figure: keyof Figures & string;
  readonly title: string;
  readonly digits: number;
  /** Describes the run and not the contender, so no ratio is shown. */
  readonly isRemark?: boolean;
}

/** A candidate that is measured in each round. */
export interface Contender<Figures> {
  readonly name: string;
  measure(): Promise<Partial<Figures>>;
}

const nameWidth = 28;
const minWidth = 7;

/**
 * Measures rows and prints them: a line of medians for each contender, and the ratios of the first one to the others. A ratio is the median
 * of the rounds' ratios, because other load of the machine changes from round to round.
 */
export class Table<Figures extends { readonly [Name in keyof Figures]: number }> {
  readonly #title: string;
  readonly #columns: readonly Column<Figures>[];
  #hasHead = false;

  constructor(title: string, columns: readonly Column<Figures>[]) {
    this.#title = title;
    this.#columns = columns;
  }

  /** Runs the contenders alternately, round by round. Each round begins with `beginRound`. */
  async measure(row: string, rounds: number, contenders: readonly Contender<Figures>[], beginRound?: () => Promise<void>): Promise<void> {
    const lines = contenders.map(({ name }) => ({ name, rounds: [] as Partial<Figures>[] }));
    for (let round = 0; round < rounds; round++) {
      await beginRound?.();
      for (const [n, contender] of contenders.entries()) lines[n]!.rounds.push(await contender.measure());
    }
    if (!this.#hasHead) {
      console.log('');
      this.#printLine(this.#title, ({ title }) => title);
      this.#hasHead = true;
    }
    console.log(row);
    const [first, ...others] = lines;
    for (const line of lines) {
      this.#printLine(`  ${line.name}`, ({ figure, digits }) => {
        const value = median(line.rounds.flatMap((measured) => measured[figure] ?? []));
        const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
        return Number.isNaN(value) ? '' : value.toLocaleString('en', format);
      });
    }
    for (const other of others) {
      this.#printLine(`  ${first!.name} ÷ ${other.name}`, ({ figure, isRemark }) => {
        const ratios = first!.rounds.map((measured, n) => (measured[figure] ?? NaN) / (other.rounds[n]![figure] ?? NaN));
        return isRemark || !ratios.every(Number.isFinite) ? '' : median(ratios).toFixed(2);
      });
    }
  }

  #printLine(name: string, cellOf: (column: Column<Figures>) => string): void {
    const cells = this.#columns.map((column) => cellOf(column).padStart(Math.max(minWidth, column.title.length)));
    console.log([name.padEnd(nameWidth), ...cells].join('  ').trimEnd());
  }
}
