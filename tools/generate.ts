/**
 * Makes what is committed in `generated/` from the contract, which needs Java, and builds the rest: `npm run generate`. With `--check` it changes
 * nothing, and fails if what is committed differs from the contract.
 */
import { checkCommitted, generateAll } from './outputs.ts';
import { reportFailure } from './report-failure.ts';

await (process.argv.includes('--check') ? checkCommitted() : generateAll()).catch(reportFailure);
