import { rm } from 'node:fs/promises';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** How far an export came, saved next to its file after each page. */
export interface ExportState {
  readonly operator_url: string;
  readonly agency_id: string;
  readonly fan_id: string | null;
  readonly export_id: string;
  /** Of the next page; null before the first one. */
  readonly cursor: string | null;
  /** Length of the file up to here: what follows is of a page that is read again. */
  readonly bytes: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** The state of an export that did not end; null without one. */
export function readExportState(path: string): Promise<ExportState | null> {
  const isValid = (state: ExportState) => typeof state.export_id === 'string' && Number.isInteger(state.bytes);
  const refusal = `${path} is not the state of an export. Use another file, or --restart to start from the beginning.`;
  return readJsonFile(path, isValid, refusal);
}

export function writeExportState(path: string, state: ExportState): Promise<void> {
  return writeJsonFile(path, state);
}

export async function removeExportState(path: string): Promise<void> {
  await rm(path, { force: true });
}
