import type { OperatorApi } from './clients.ts';
import type { OperatorSchemas } from './schemas.ts';
import { isAway, reach } from './away.ts';
import type { ServiceError } from '../../sdk/src/errors.ts';
import { serviceErrorOf, statusOf } from './errors.ts';
import { atLogout } from './session.ts';

/** Whose data is exported, and by which operator. */
export interface ExportSubject {
  readonly agencyId: string;
  readonly agencyName: string;
  /** Null for the whole agency. */
  readonly fanId: string | null;
  readonly operator: string;
}

/** `away`: it continues when the service answers. `ended`: it expired, or the agency was erased. */
export type ExportStatus = 'running' | 'away' | 'stopped' | 'failed' | 'ended' | 'complete';

export interface ExportRun extends ExportSubject {
  readonly id: string;
  readonly tables: readonly string[];
  readonly expiresAt: string;
  readonly status: ExportStatus;
  readonly rowCount: number;
  /** How many tables are read completely. */
  readonly tableCount: number;
  readonly isSaved: boolean;
  readonly refusal?: ServiceError;
}

interface Run {
  shown: ExportRun;
  api: OperatorApi;
  cursor: string | null;
  /** Increases each time it is resumed: a response to an earlier reader is ignored. */
  turn: number;
  /** A part for each page. Browsers keep large ones on the disk. */
  readonly parts: Blob[];
}

const pageItems = 500;
const typeOfFile = 'application/x-ndjson';

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** The exports that this tab reads. They continue while the operator is on other pages, and end with the tab or at logout. */
class Exports {
  readonly #runs = new Map<string, Run>();
  readonly #listeners = new Set<() => void>();

  constructor() {
    reach.subscribe(() => {
      if (!reach.isAway) for (const { shown, api } of this.#runs.values()) if (shown.status === 'away') this.resume(shown.id, api);
    });
    atLogout.add(() => {
      this.#runs.clear();
      this.#notify();
    });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Those that an operator opened. */
  of(operator: string): ExportRun[] {
    return [...this.#runs.values()].map(({ shown }) => shown).filter((run) => run.operator === operator);
  }

  async start(api: OperatorApi, subject: ExportSubject): Promise<void> {
    const params = { agency_id: subject.agencyId };
    const opened: OperatorSchemas['Export'] = await (subject.fanId === null
      ? api.agencies.export(params)
      : api.fans.export({ ...params, fan_id: subject.fanId }));
    const { id, tables, expires_at: expiresAt } = opened;
    const shown = { ...subject, id, tables, expiresAt, status: 'stopped', rowCount: 0, tableCount: 0, isSaved: false } as const;
    this.#runs.set(id, { shown, api, cursor: null, turn: 0, parts: [] });
    this.resume(id, api);
  }

  /** Reads from where it stopped. */
  resume(id: string, api: OperatorApi): void {
    const run = this.#runs.get(id)!;
    if (run.shown.status === 'running') return;
    run.api = api;
    run.turn += 1;
    const { turn } = run;
    this.#set(run, { status: 'running' });
    this.#read(run).catch((error: unknown) => {
      if (run.turn !== turn || run.shown.status !== 'running') return;
      const refusal = serviceErrorOf(error);
      if (isAway(refusal)) {
        this.#set(run, { status: 'away' });
        return reach.lost();
      }
      this.#set(run, { status: statusOf(refusal) === 404 ? 'ended' : 'failed', refusal });
    });
  }

  stop(id: string): void {
    this.#set(this.#runs.get(id)!, { status: 'stopped' });
  }

  /** Deletes what was read. */
  discard(id: string): void {
    this.#runs.delete(id);
    this.#notify();
  }

  /** Saves the file, with the browser's own dialog or in its folder for downloads. */
  save(id: string): void {
    const run = this.#runs.get(id)!;
    const { agencyName, fanId } = run.shown;
    const url = URL.createObjectURL(new Blob(run.parts, { type: typeOfFile }));
    const name = fanId === null ? agencyName : `${agencyName} fan ${fanId}`;
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.ndjson` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.#set(run, { isSaved: true });
  }

  async #read(run: Run): Promise<void> {
    const { turn } = run;
    const { id } = run.shown;
    const isRead = () => this.#runs.get(id) === run && run.turn === turn && run.shown.status === 'running';
    do {
      const query = { limit: pageItems, ...(run.cursor === null ? {} : { cursor: run.cursor }) };
      const page = await run.api.exports.listRows({ export_id: id, ...query });
      if (!isRead()) return;
      run.parts.push(new Blob([page.data.map((row) => `${JSON.stringify(row)}\n`).join('')]));
      run.cursor = page.next_cursor;
      const table = page.data.at(-1)?.table;
      const { rowCount, tableCount, tables } = run.shown;
      this.#set(run, {
        rowCount: rowCount + page.data.length,
        tableCount:
          page.next_cursor === null ? tables.length : table === undefined ? tableCount : Math.max(tables.indexOf(table), tableCount),
        ...(page.next_cursor === null ? { status: 'complete' } : {}),
      });
    } while (run.cursor !== null && isRead());
  }

  #set(run: Run, change: Partial<ExportRun>): void {
    const { refusal, ...before } = run.shown;
    run.shown = { ...before, ...change };
    this.#notify();
  }

  #notify(): void {
    const isUnsaved = [...this.#runs.values()].some(({ shown: { isSaved, status } }) => !isSaved && status !== 'ended');
    window.removeEventListener('beforeunload', warn);
    if (isUnsaved) window.addEventListener('beforeunload', warn);
    for (const listener of [...this.#listeners]) listener();
  }
}

export const exportRuns = new Exports();
