import { withAccessNotes } from './access-notes.ts';
import { publicDocument } from './audience.ts';
import { bundleContract } from './bundle.ts';
import { checkContract } from './check-contract.ts';
import { generateEnumerations } from './enumerations.ts';
import { generateOperations } from './operations.ts';
import { Output } from './output.ts';
import { generateProblems, readProblems } from './problems.ts';
import { generateReleases, readChangelog } from './releases.ts';
import { generateRoutes } from './routes.ts';
import { generateSdk } from './sdk.ts';
import { generateServerCode } from './server-code.ts';
import { generateValidators } from './validators.ts';

const output = new Output();
const changelog = await readChangelog('spec/changelog.yaml');
const contract = await bundleContract('spec/openapi.yaml', changelog);
const registry = await readProblems('spec/problems.yaml');
checkContract(contract, registry);

await output.json('generated/openapi.internal.json', contract);
await output.json('generated/openapi.json', withAccessNotes(publicDocument(contract)));
await generateOperations(contract, registry, output);
await generateEnumerations(contract, output);
await generateProblems(registry, output);
await generateReleases(changelog, output);
await generateValidators(contract, output);
await generateServerCode(contract, registry, output);
await generateRoutes(contract, output);
await generateSdk(contract, output);

for (const path of await output.removeStale()) process.stdout.write(`removed ${path}\n`);
