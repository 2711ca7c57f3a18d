import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { built } from '../../tools/outputs.ts';

/** A command that has ended. */
export interface Ended {
  readonly status: number | null;
  readonly text: string;
}

/** A copy of the tree, in which tests change and generate. It shares the packages. */
export class CopiedTree {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Copies the files at these paths, and what is built of them. */
  static async of(paths: readonly string[]): Promise<CopiedTree> {
    const tree = new CopiedTree(await mkdtemp(join(tmpdir(), 'tree-')));
    for (const path of [...new Set([...paths, ...built])]) {
      await mkdir(dirname(join(tree.folder, path)), { recursive: true });
      await cp(path, join(tree.folder, path), { recursive: true, filter: (each) => !/(^|\/)node_modules$/.test(each) });
    }
    for (const path of ['node_modules', 'sdk/node_modules'].filter((each) => existsSync(each))) await tree.#link(path);
    // The command line of the copy runs on the SDK of the copy.
    for (const name of existsSync('cli/node_modules') ? await readdir('cli/node_modules') : []) {
      await tree.#link(`cli/node_modules/${name}`);
    }
    const sdk = join(tree.folder, 'cli/node_modules/@agency-service/sdk');
    await mkdir(dirname(sdk), { recursive: true });
    await symlink(join(tree.folder, 'sdk'), sdk);
    return tree;
  }

  async #link(path: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await symlink(join(process.cwd(), path), join(this.folder, path));
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8');
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await writeFile(join(this.folder, path), text);
  }

  /** Replaces a text that occurs once in a file, and returns its line. */
  async edit(path: string, before: string, after: string): Promise<number> {
    const parts = (await this.read(path)).split(before);
    if (parts.length !== 2) throw new Error(`${before} is in ${path} ${parts.length - 1} times`);
    await this.write(path, parts.join(after));
    return parts[0]!.split('\n').length;
  }

  run(command: string, ...parameters: readonly string[]): Promise<Ended> {
    return new Promise((done, fail) => {
      const child = spawn(command, parameters, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      child.once('error', fail).once('close', (status) => done({ status, text }));
    });
  }
}
