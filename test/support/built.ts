import { buildAll } from '../../tools/outputs.ts';

/** Builds what is missing or older than its sources, once for a run: tests read it. */
export default () => buildAll({ onlyIfNeeded: true });
