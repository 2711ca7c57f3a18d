import { resolve } from 'node:path';
import { buildAll } from '../../tools/outputs.ts';

/**
 * Builds what is missing or older than its sources, once for a run: tests read it. Node compiles each file once for all processes of a run
 * and of later ones.
 */
export default function setup(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= resolve('.cache/compiled');
  return buildAll({ onlyIfNeeded: true });
}
