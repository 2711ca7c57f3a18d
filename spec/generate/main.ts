/** Generates the committed files of `generated/` from the contract. Needs Java. */
import { generateEvents } from './events.ts';
import { generateInstallation } from './installation.ts';
import { generateAttemptErrorTitles, readAttemptErrors } from './attempt-errors.ts';
import { generateLimits } from './limits.ts';
import { generateOperations } from './operations.ts';
import { Output, stopped } from './output.ts';
import { generatePatterns, generateValidators } from './validators.ts';
import { generateProblems } from './problems.ts';
import { readContract } from './read-contract.ts';
import { generateReleases } from './releases.ts';
import { generateRoutes } from './routes.ts';
import { generateServerCode } from './server-code.ts';
import { generateVersions } from './versions.ts';

async function generate(): Promise<void> {
  const output = new Output();
  const { document, example, registry, limits, changelog, formers, installation } = await readContract();
  await generateOperations(document, limits, output);
  await generateLimits(limits, output);
  await generateAttemptErrorTitles(await readAttemptErrors('spec/attempt-errors.yaml'), output);
  await generatePatterns(document, output);
  await generateProblems(registry, output);
  await generateReleases(changelog, output);
  await generateEvents(document, output);
  await generateVersions(document, changelog, formers, output);
  await generateInstallation(installation, output);
  await generateValidators(document, limits, output);
  const controllers = await generateServerCode(example, registry, output);
  await generateRoutes(document, controllers, output);
  await output.removeOthers('generated');
}

await generate().catch(stopped);
