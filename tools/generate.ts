/**
 * Generates the committed files of `generated/` from the contract, which needs Java, and builds the rest: `npm run generate`. With `--check` it generates
 * only the committed files, and fails if they changed.
 */
import { checkCommitted, generateAll, reportFailure } from './outputs.ts';

await (process.argv.includes('--check') ? checkCommitted() : generateAll()).catch(reportFailure);
