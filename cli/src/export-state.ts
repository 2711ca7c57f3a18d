import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { UsageError } from './exit-codes.ts';
import { fileError } from './file-error.ts';

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
export async function readExportState(path: string): Promise<ExportState | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fileError(path, error);
  }
  try {
    const state = JSON.parse(text) as ExportState;
    if (typeof state.export_id === 'string' && Number.isInteger(state.bytes)) return state;
  } catch {
    // Reported below, together with JSON of another shape.
  }
  throw new UsageError(`${path} is not the state of an export. Use another file, or --restart to start from the beginning.`);
}

/** Writes the state, never half of it. */
export async function writeExportState(path: string, state: ExportState): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    throw fileError(path, error);
  }
}

export async function removeExportState(path: string): Promise<void> {
  await rm(path, { force: true });
}
