import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readJsonFile } from './json-file.ts';
import type { Position } from './ndjson.ts';

/** Counts over the ingested batches. */
export interface IngestTotals {
  created: number;
  updated: number;
  unchanged: number;
}

/** The progress of an ingestion, saved next to its file after each batch. */
export interface IngestState {
  readonly agency_id: string;
  readonly operator_url: string;
  /** Distinguishes the file from another one with the same name. */
  readonly fingerprint: string;
  readonly position: Position;
  readonly totals: IngestTotals;
  /** The number of skipped lines. */
  readonly rejected?: number;
  /** The file of those lines and its length. */
  readonly rejects?: { readonly path: string; readonly bytes: number };
}

const fingerprintBytes = 64 * 1024;

/** The state of an earlier run; null without one. */
export function readState(path: string): Promise<IngestState | null> {
  const isValid = ({ position }: IngestState) => Number.isInteger(position.bytes) && Number.isInteger(position.lines);
  return readJsonFile(path, isValid, `${path} is not a state file. Use another --state, or --restart to start from the beginning.`);
}

/** A hash over the beginning of the file up to a position, so that a file that has grown counts as the same one. */
export async function fingerprintOf(path: string, { bytes }: Position): Promise<string> {
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(Math.min(bytes, fingerprintBytes));
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    return createHash('sha256').update(start.subarray(0, bytesRead)).digest('hex');
  } finally {
    await file.close();
  }
}

const newline = 0x0a;

/** The number of lines after a position. */
export async function linesAfter(path: string, { bytes }: Position): Promise<number> {
  let count = 0;
  let endsWithNewline = true;
  for await (const chunk of createReadStream(path, { start: bytes, highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) count += 1;
    endsWithNewline = chunk.at(-1) === newline;
  }
  return endsWithNewline ? count : count + 1;
}
