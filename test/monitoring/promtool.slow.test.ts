import { execFileSync, spawnSync } from 'node:child_process';
import { it } from 'vitest';

const folder = new URL('../../deploy/monitoring/', import.meta.url);
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

it.skipIf(!hasPromtool)('promtool accepts the rules and their tests', () => {
  execFileSync('promtool', ['check', 'rules', 'rules.yml'], { cwd: folder });
  execFileSync('promtool', ['test', 'rules', 'rules.test.yml'], { cwd: folder });
});
