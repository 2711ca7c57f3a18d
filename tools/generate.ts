/**
 * Makes what is committed in `generated/` from the contract, which needs Java, and builds the rest: `npm run generate`. With `--check` it makes only
 * what is committed, and fails if that changed.
 */
import { checkCommitted, generateAll, reportFailure } from './outputs.ts';

await (process.argv.includes('--check') ? checkCommitted() : generateAll()).catch(reportFailure);
