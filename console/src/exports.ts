import type { ServiceError } from '../../sdk/src/errors.ts';
import type { OperatorApi } from './clients.ts';
import { serviceErrorOf, statusOf } from './errors.ts';
import { connection, isOffline } from './offline.ts';
import { atLogout } from './session.ts';

interface ExportSubject {
  readonly agencyId: string;
  readonly agencyName: string;
  /** Null for the whole agency. */
  readonly fanId: string | null;
  readonly operator: string;
}

/** `offline`: it resumes when the service responds. `ended`: it expired, or the agency was erased. */
export type ExportStatus = 'running' | 'offline' | 'stopped' | 'failed' | 'ended' | 'complete';

export interface ExportRun extends ExportSubject {
  readonly id: string;
  readonly tables: readonly string[];
  readonly expiresAt: string;
  readonly status: ExportStatus;
  readonly rowCount: number;
  /** The tables that were read completely. */
  readonly tableCount: number;
  readonly isSaved: boolean;
  readonly error?: ServiceError;
}

interface Run {
  shown: ExportRun;
  api: OperatorApi;
  cursor: string | null;
  /** Increases at each resumption, so that responses to earlier reads are ignored. */
  generation: number;
  /** One part per page. Browsers store large parts on disk. */
  readonly parts: Blob[];
}

const pageItems = 500;

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** The exports that this tab reads. They continue on other pages, and end with the tab or at logout. Emits `change`. */
class Exports extends EventTarget {
  readonly #runs = new Map<string, Run>();

  constructor() {
    super();
    connection.addEventListener('change', () => {
      if (!connection.isLost) for (const { shown, api } of this.#runs.values()) if (shown.status === 'offline') this.resume(shown.id, api);
    });
    atLogout.add(() => {
      this.#runs.clear();
      this.#notify();
    });
  }

  of(operator: string): ExportRun[] {
    return [...this.#runs.values()].map(({ shown }) => shown).filter((run) => run.operator === operator);
  }

  async start(api: OperatorApi, subject: ExportSubject): Promise<void> {
    const params = { agency_id: subject.agencyId };
    const opened = await (subject.fanId === null ? api.agencies.export(params) : api.fans.export({ ...params, fan_id: subject.fanId }));
    const { id, tables, expires_at: expiresAt } = opened;
    const shown = { ...subject, id, tables, expiresAt, status: 'stopped', rowCount: 0, tableCount: 0, isSaved: false } as const;
    this.#runs.set(id, { shown, api, cursor: null, generation: 0, parts: [] });
    this.resume(id, api);
  }

  resume(id: string, api: OperatorApi): void {
    const run = this.#runs.get(id)!;
    if (run.shown.status === 'running') return;
    run.api = api;
    const generation = (run.generation += 1);
    this.#set(run, { status: 'running' });
    this.#read(run).catch((thrown: unknown) => {
      if (run.generation !== generation || run.shown.status !== 'running') return;
      const error = serviceErrorOf(thrown);
      if (isOffline(error)) {
        this.#set(run, { status: 'offline' });
        return connection.lost();
      }
      this.#set(run, { status: statusOf(error) === 404 ? 'ended' : 'failed', error });
    });
  }

  stop(id: string): void {
    this.#set(this.#runs.get(id)!, { status: 'stopped' });
  }

  /** Deletes the rows. */
  discard(id: string): void {
    this.#runs.delete(id);
    this.#notify();
  }

  /** Saves the file through the browser's dialog or in its downloads folder. */
  save(id: string): void {
    const run = this.#runs.get(id)!;
    const { agencyName, fanId } = run.shown;
    const url = URL.createObjectURL(new Blob(run.parts, { type: 'application/x-ndjson' }));
    const name = fanId === null ? agencyName : `${agencyName} fan ${fanId}`;
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.ndjson` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.#set(run, { isSaved: true });
  }

  async #read(run: Run): Promise<void> {
    const { generation } = run;
    const { id } = run.shown;
    const isCurrent = () => this.#runs.get(id) === run && run.generation === generation && run.shown.status === 'running';
    do {
      const page = await run.api.exports.listRows({ export_id: id, limit: pageItems, cursor: run.cursor ?? undefined });
      if (!isCurrent()) return;
      run.parts.push(new Blob([page.data.map((row) => `${JSON.stringify(row)}\n`).join('')]));
      run.cursor = page.next_cursor;
      const { rowCount, tableCount, tables } = run.shown;
      const isComplete = page.next_cursor === null;
      this.#set(run, {
        rowCount: rowCount + page.data.length,
        tableCount: isComplete ? tables.length : Math.max(tables.indexOf(page.data.at(-1)?.table ?? ''), tableCount),
        ...(isComplete ? { status: 'complete' } : {}),
      });
    } while (run.cursor !== null && isCurrent());
  }

  #set(run: Run, change: Partial<ExportRun>): void {
    const { error, ...before } = run.shown;
    run.shown = { ...before, ...change };
    this.#notify();
  }

  #notify(): void {
    const isUnsaved = [...this.#runs.values()].some(({ shown: { isSaved, status } }) => !isSaved && status !== 'ended');
    window.removeEventListener('beforeunload', warn);
    if (isUnsaved) window.addEventListener('beforeunload', warn);
    this.dispatchEvent(new Event('change'));
  }
}

export const exportRuns = new Exports();
