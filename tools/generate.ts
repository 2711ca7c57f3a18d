/** Makes what is committed in `generated/` from the contract, which needs Java, and builds the rest: `npm run generate`. */
import { generateAll } from './outputs.ts';
import { reportFailure } from './report-failure.ts';

await generateAll().catch(reportFailure);
