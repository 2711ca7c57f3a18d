import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BuiltConsole {
  readonly folder: string;
  remove(): void;
}

/** A folder with the output of a build of the console: its page and assets. */
export function builtConsole(): BuiltConsole {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(folder, 'assets'));
  const page = '<!doctype html><title>Console</title><script type="module" src="{base}/assets/app-1f2e3d4c.js"></script>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets', 'app-1f2e3d4c.js'), 'document.title;');
  writeFileSync(join(folder, 'assets', 'font-5b6a7980.woff2'), Buffer.from([0, 255, 128]));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
