/**
 * Builds the files that are not committed: the contract's documents, the SDK's types, the documentation and the console, then the packages.
 * `node tools/build.ts [--if-needed]`: with the flag only if a file is missing or a source has changed.
 */
import { buildAll, reportFailure } from './outputs.ts';

await buildAll({ onlyIfNeeded: process.argv.includes('--if-needed') }).catch(reportFailure);
