import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from './exit-codes.ts';
import { fileError } from './file-error.ts';
import { textOf } from './input-text.ts';
import { writeJsonFile } from './json-file.ts';
import { configurationFolder } from './profiles.ts';

/** A replay of many failures: which of them it covers, and how far it came. */
export interface ReplayJournal {
  readonly endpoint_id: string;
  readonly since?: string | undefined;
  readonly until: string;
  readonly event_types?: readonly string[] | undefined;
  /** Failures that matched when it began. */
  readonly count: number;
  readonly replayed: number;
}

/**
 * The journal of an endpoint's replay. The service records which failures were replayed; the journal preserves the span, which
 * options such as `--since 24h` would move.
 */
export class ReplayJournalFile {
  readonly #path: string;

  constructor(environment: NodeJS.ProcessEnv, endpointId: string) {
    this.#path = join(configurationFolder(environment), 'replays', `${encodeURIComponent(endpointId)}.json`);
  }

  /** The journal of a replay that did not end; `null` without one, and where it cannot be understood. */
  async read(): Promise<ReplayJournal | null> {
    try {
      const journal = JSON.parse(textOf(await readFile(this.#path), this.#path)) as ReplayJournal;
      return typeof journal.until === 'string' && Number.isInteger(journal.count) ? journal : null;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error instanceof UsageError ? error : fileError(this.#path, error);
    }
  }

  /** Writes the journal, never half of it. */
  async write(journal: ReplayJournal): Promise<void> {
    try {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    } catch (error) {
      throw fileError(this.#path, error);
    }
    await writeJsonFile(this.#path, journal);
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
