import { isUtf8 } from 'node:buffer';
import { CommandError, exitCodes } from './exit-codes.ts';
import { isUtf16, utf16Refusal } from './input-text.ts';
import { syntaxErrorText } from './syntax-error-text.ts';

/** A skipped line, with the reasons. */
export interface Reject {
  readonly line: number;
  readonly errors: readonly string[];
  /** The record, or the text of a line that is not JSON. */
  readonly record?: unknown;
  readonly text?: string;
}

/** Lines that are sent together. */
export interface LineBatch {
  readonly records: readonly unknown[];
  /** The line number of each record in the input, from 1. */
  readonly lineNumbers: readonly number[];
  /** Skipped lines that are not JSON objects. */
  readonly invalid: readonly Reject[];
  /** The position in the input after the batch. */
  readonly end: Position;
}

/** A position between two lines of the input. */
export interface Position {
  readonly lines: number;
  readonly bytes: number;
}

/** The limits of a batch. */
export interface BatchLimits {
  readonly records: number;
  readonly bytes: number;
  /** If true, lines that are not JSON objects are skipped; otherwise the first one ends the reading. */
  readonly skipsInvalid?: boolean;
}

/** A line that is not JSON. */
export class InvalidLineError extends CommandError {
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`, exitCodes.failed);
  }
}

const newline = 0x0a;

/** Reads lines of JSON in batches. The batch before a line that is not JSON is still yielded. Empty lines are counted and skipped. */
export async function* readBatches(input: AsyncIterable<Buffer>, start: Position, limits: BatchLimits): AsyncGenerator<LineBatch> {
  let records: unknown[] = [];
  let lineNumbers: number[] = [];
  let invalid: Reject[] = [];
  let batchBytes = 0;
  let end = start;
  const take = (): LineBatch => {
    const batch = { records, lineNumbers, invalid, end };
    records = [];
    lineNumbers = [];
    invalid = [];
    batchBytes = 0;
    return batch;
  };
  for await (const line of readLines(input)) {
    const number = end.lines + 1;
    const text = line.toString('utf8').trim();
    if (text !== '') {
      const count = records.length + invalid.length;
      const isFull = count === limits.records || batchBytes + line.length > limits.bytes;
      if (isFull && count > 0) yield take();
      const record = readLine(line, text);
      if (!(record instanceof Error)) {
        records.push(record.value);
        lineNumbers.push(number);
      } else if (limits.skipsInvalid) invalid.push({ line: number, errors: [record.message], text });
      else {
        if (records.length > 0) yield take();
        throw new InvalidLineError(number, record.message);
      }
      batchBytes += line.length;
    }
    end = { lines: number, bytes: end.bytes + line.length };
  }
  if (records.length + invalid.length > 0 || end.bytes > start.bytes) yield take();
}

function readLine(line: Buffer, text: string): { value: unknown } | Error {
  if (isUtf16(line)) return new Error(utf16Refusal);
  return isUtf8(line) ? parseLine(text) : new Error('the text is not UTF-8.');
}

function parseLine(text: string): { value: unknown } | Error {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return new Error('must be a JSON object such as {"type":"order",…}.');
  } catch (error) {
    return new Error(`this is ${syntaxErrorText(error)}`);
  }
}

/** Whole lines with their line ends; the last one may have none. */
async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at + 1)]);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
