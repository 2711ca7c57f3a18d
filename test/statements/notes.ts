import { createHash } from 'node:crypto';
import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { siteOf } from './site.ts';

/** The statements of a call as tests have run them, with the number of their values, and the columns that came as null. */
export interface Noted {
  readonly statements: Map<string, number>;
  readonly nullColumns: Set<string>;
}

type Line =
  { readonly site: string; readonly text: string; readonly valueCount: number } | { readonly site: string; readonly nullColumn: string };

const folder = '.cache/statements';

/** Where it is noted what the sources below `root` run: what others ran before is elsewhere. */
export function notesFolder(root: string): { readonly all: string; readonly own: string } {
  const hash = createHash('sha256');
  for (const path of globSync(join(root, 'server/**/*.{ts,sql}')).sort()) hash.update(relative(root, path)).update(readFileSync(path));
  return { all: join(root, folder), own: join(root, folder, hash.digest('hex').slice(0, 16)) };
}

/** Notes what the calls of one source run, for the plugin that rewrote them (`note-plugin.ts`). */
export class SourceNotes {
  readonly #path: string;
  readonly #file: string;
  readonly #noted = new Map<number, Noted>();

  /** `path` is that of the source. Each process has a file of its own. */
  constructor(own: string, path: string) {
    this.#path = path;
    this.#file = join(own, `${process.pid}.jsonl`);
    mkdirSync(own, { recursive: true });
  }

  /** Passes the arguments of a call on. */
  given<Given extends readonly unknown[]>(place: number, given: Given): Given {
    for (const argument of given as readonly Partial<{ text: unknown; values: readonly unknown[] }>[]) {
      if (typeof argument?.text === 'string') this.#noteStatement(place, argument.text, argument.values?.length ?? 0);
    }
    return given;
  }

  /** Passes the response of a call on. */
  answer<Answer>(place: number, answer: Answer): Answer {
    if (!this.#noted.has(place) || !(answer instanceof Promise)) return answer;
    return answer.then((rows: unknown) => {
      for (const row of Array.isArray(rows) ? rows : [rows]) this.#noteNulls(place, row);
      return rows;
    }) as Answer;
  }

  #noteStatement(place: number, text: string, valueCount: number): void {
    let noted = this.#noted.get(place);
    if (!noted) this.#noted.set(place, (noted = { statements: new Map(), nullColumns: new Set() }));
    if (noted.statements.has(text)) return;
    noted.statements.set(text, valueCount);
    this.#write({ site: siteOf(this.#path, place), text, valueCount });
  }

  #noteNulls(place: number, row: unknown): void {
    const { nullColumns } = this.#noted.get(place)!;
    for (const name in row as object) {
      if ((row as Record<string, unknown>)[name] !== null || nullColumns.has(name)) continue;
      nullColumns.add(name);
      this.#write({ site: siteOf(this.#path, place), nullColumn: name });
    }
  }

  #write(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

/** What all processes have noted, by call. */
export function readNotes(own: string): Map<string, Noted> {
  const all = new Map<string, Noted>();
  for (const path of globSync(join(own, '*.jsonl'))) {
    for (const text of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
      const line = JSON.parse(text) as Line;
      let noted = all.get(line.site);
      if (!noted) all.set(line.site, (noted = { statements: new Map(), nullColumns: new Set() }));
      if ('text' in line) noted.statements.set(line.text, line.valueCount);
      else noted.nullColumns.add(line.nullColumn);
    }
  }
  return all;
}
