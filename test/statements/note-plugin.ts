import { globSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Plugin } from 'vite';
import { callsIn } from './calls.ts';
import { notesFolder } from './notes.ts';

const notesModule = fileURLToPath(new URL('notes.ts', import.meta.url));

/** The source with every call that may run a statement noted in `own`; undefined where there is none. Lines stay where they are. */
export function withNotes(code: string, path: string, own: string): string | undefined {
  const calls = callsIn(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true));
  if (calls.length === 0) return undefined;
  const inserted = calls.flatMap((call, place) => [
    { at: call.getStart(), order: place, text: `__notes.answer(${place}, ` },
    { at: call.arguments.pos, order: place, text: `...__notes.given(${place}, [` },
    // What ends at one place ends from the inside out.
    { at: call.end - 1, order: -place, text: '])' },
    { at: call.end, order: -place, text: ')' },
  ]);
  inserted.sort((one, other) => one.at - other.at || one.order - other.order);
  const [module, folder, source] = [notesModule, own, path].map((text) => JSON.stringify(text));
  let result = `import { SourceNotes as __SourceNotes } from ${module};const __notes = new __SourceNotes(${folder}, ${source});`;
  let end = 0;
  for (const { at, text } of inserted) {
    result += code.slice(end, at) + text;
    end = at;
  }
  return result + code.slice(end);
}

/**
 * Lets tests note which statements the server runs, call by call, for `npm run statements`. What they ran when the server's
 * sources were others is forgotten.
 */
export function noteStatements(root: string): Plugin {
  const { all, own } = notesFolder(root);
  return {
    name: 'note-statements',
    enforce: 'pre',
    buildStart() {
      for (const folder of globSync(join(all, '*'))) if (folder !== own) rmSync(folder, { recursive: true });
    },
    transform(code, id) {
      const path = relative(root, id);
      if (!path.startsWith('server/') || !path.endsWith('.ts')) return undefined;
      const noted = withNotes(code, path, own);
      return noted === undefined ? undefined : { code: noted, map: null };
    },
  };
}
