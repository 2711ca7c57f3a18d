import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildah } from './buildah.ts';

/**
 * An image that builds, without a registry of images: the root folder of a Debian, as debootstrap makes it, with the Node of the lockfile
 * and the npm of this machine.
 */
export function importBuildImage(root: string, name: string): void {
  const npm = dirname(dirname(realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())));
  const container = buildah('from', 'scratch');
  try {
    buildah('add', '--quiet', container, resolve(root), '/');
    buildah('copy', '--quiet', container, realpathSync(join('node_modules', '.bin', 'node')), '/usr/local/bin/node');
    buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm');
    buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
    buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
    buildah('commit', '--quiet', container, name);
  } finally {
    buildah('rm', container);
  }
}
