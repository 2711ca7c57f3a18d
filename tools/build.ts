/**
 * Builds what is not committed: the contract's documents, the SDK's types, the documentation and the console, then the packages.
 * `node tools/build.ts [--if-needed]`: with the flag only where something is missing or its sources have changed.
 */
import { buildAll, reportFailure } from './outputs.ts';

await buildAll({ onlyIfNeeded: process.argv.includes('--if-needed') }).catch(reportFailure);
