import { execFileSync } from 'node:child_process';

/** The environment of buildah, which needs neither a daemon nor a runtime of containers. */
export const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot' };

export function buildah(...args: readonly string[]): string {
  return execFileSync('buildah', [...args], {
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  }).trim();
}
