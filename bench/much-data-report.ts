import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { growthPerHour, type Soak } from './much-data-soak.ts';
import type { TableSize } from './much-data-sizes.ts';
import type { Cost } from './much-data-statements.ts';
import type { Drop, PartitionCost, Year } from './much-data-year.ts';
import { thisCheckout } from './service.ts';

/** What a run has measured; costs by their names, per call. */
export interface Measured {
  readonly share: number;
  readonly orders: number;
  readonly deliveries: number;
  readonly sizes: readonly TableSize[];
  readonly costs: Readonly<Record<string, Cost>>;
  readonly drop?: Drop;
  readonly year?: { readonly year: Year; readonly costs: readonly PartitionCost[] };
  readonly soak?: Soak;
}

const folder = join(thisCheckout, '.cache/much-data');
const fileOf = (share: number) => join(folder, `${share}.json`);
const smallestShare = 0.01;

/** Parts that this run left out stay as an earlier one measured them. */
export function store(measured: Measured): void {
  const before = storedOf(measured.share);
  mkdirSync(folder, { recursive: true });
  const whole = { ...before, ...measured, costs: { ...before?.costs, ...measured.costs } };
  writeFileSync(fileOf(measured.share), JSON.stringify(whole, undefined, 1));
}

function storedOf(share: number): Measured | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(share), 'utf8')) as Measured;
  } catch {
    return undefined;
  }
}

const figure = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en');
const megabytes = (bytes: number) => `${figure(bytes / 2 ** 20)} MB`;

function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(`  ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join('  ')}`);
}

/** Costs per call; with the buffers of the same call over the smallest share, if that was measured before. */
export function printCosts({ share, costs }: Measured): void {
  const smallest = share === smallestShare ? undefined : storedOf(smallestShare);
  const rows = Object.entries(costs).map(([name, { buffers, rows: read, walBytes }]) => {
    const before = smallest?.costs[name];
    return [name, figure(buffers), figure(read), figure(walBytes), before ? `${(buffers / before.buffers).toFixed(2)} ×` : ''];
  });
  console.log(`costs per call at ${share * 100} % of the data, and the buffers ÷ those at ${smallestShare * 100} %`);
  printColumns([['', 'buffers', 'rows', 'WAL bytes', '÷'], ...rows]);
}

export function printSizes({ sizes, orders, deliveries }: Measured): void {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${orders.toLocaleString('en')} orders, ${deliveries.toLocaleString('en')} deliveries: ${megabytes(total)}`);
  printColumns([
    ['', 'rows', 'size', 'of it indexes', 'bytes a row'],
    ...sizes.map(({ name, rows, bytes, indexBytes }) => [
      name,
      figure(rows),
      megabytes(bytes),
      megabytes(indexBytes),
      rows > 0 ? figure(bytes / rows) : '',
    ]),
  ]);
}

export function printDrop({ partitions, droppedBytes, facts, waits }: Drop): void {
  console.log(
    `dropped ${partitions.length} partitions (${megabytes(droppedBytes)} of them of the oldest day with rows) while ${facts} facts were accepted: ` +
      `the longest wait for a lock was ${figure(waits.longestMs)} ms in ${waits.samples} samples`,
  );
}

export function printYear({ year, costs }: { readonly year: Year; readonly costs: readonly PartitionCost[] }): void {
  console.log(
    `a year of daily partitions: ${year.fewest} to ${year.most} of each table, catalogs ${megabytes(year.catalogBytesBefore)} → ${megabytes(year.catalogBytesAfter)}, ` +
      `${megabytes(year.walBytesPerDay)} of WAL a day`,
  );
  for (const { name, partitions, cost } of costs) console.log(`  ${name} over ${partitions} partitions: ${figure(cost.buffers)} buffers`);
}

/** Shares of a soak whose samples are shown. */
const marks = [0, 1 / 6, 1 / 2, 1];

export function printSoak(soak: Soak): void {
  const { minutes, factsPerSecond, facts, reads, refused, samples, written, vacuums } = soak;
  console.log(
    `${minutes} minutes at ${figure(factsPerSecond)} facts a second, half of the saturation: ${facts} facts, ${reads} reads, of which ${refused} were refused`,
  );
  const members = ['residentMb', 'heapMb', 'queued', 'queueMb', 'queueDead', 'workListMb', 'databaseMb'] as const;
  printColumns([
    ['', ...marks.map((share) => `minute ${figure(share * minutes)}`), 'most', 'growth an hour after the first third'],
    ...members.map((member) => [
      member,
      ...marks.map((share) => figure(samples[Math.round(share * (samples.length - 1))]![member])),
      figure(Math.max(...samples.map((each) => each[member]))),
      figure(growthPerHour(samples, member)),
    ]),
  ]);
  console.log(
    `  WAL ${megabytes(written.walBytes)}, ${written.pageImages} images of pages, ${written.timedCheckpoints} timed and ${written.requestedCheckpoints} requested checkpoints, ` +
      `buffers written: ${written.checkpointBuffers} by checkpoints, ${written.writerBuffers} by the background writer, ${written.backendBuffers} by sessions`,
  );
  printColumns([
    ['', 'size', 'live', 'dead', 'vacuums', 'seconds'],
    ...vacuums.map(({ name, bytes, live, dead, vacuums: runs, vacuumMs }) => [
      name,
      megabytes(bytes),
      figure(live),
      figure(dead),
      String(runs),
      figure(vacuumMs / 1_000),
    ]),
  ]);
}
