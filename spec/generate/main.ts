import { bundleContract } from './bundle.ts';
import { checkContract } from './check-contract.ts';
import { generateEventTypes } from './event-types.ts';
import { generateOperations } from './operations.ts';
import { generateInstallation, ofExample, readInstallation } from './installation.ts';
import { Output } from './output.ts';
import { generatePatterns } from './patterns.ts';
import { generateProblems, readProblems } from './problems.ts';
import { generateReleases, readChangelog } from './releases.ts';
import { generateRoutes } from './routes.ts';
import { generateSdk } from './sdk.ts';
import { servedDocuments } from './served.ts';
import { generateServerCode } from './server-code.ts';
import { generateValidators } from './validators.ts';

const output = new Output();
const changelog = await readChangelog('spec/changelog.yaml');
const installation = await readInstallation('spec/installation.yaml');
const contract = await bundleContract('spec/openapi.yaml', changelog, installation);
const registry = await readProblems('spec/problems.yaml');
checkContract(contract, registry, installation);

await output.json('generated/openapi.internal.json', contract);
const served = servedDocuments(contract);
await output.json('generated/openapi.json', served.public);
await output.json('generated/openapi.operator.json', served.operator);
await generateOperations(contract, registry, output);
await generateEventTypes(contract, output);
await generatePatterns(contract, output);
await generateProblems(registry, output);
await generateReleases(changelog, output);
await generateInstallation(installation, output);
await generateValidators(contract, output);
const example = ofExample(contract, installation);
await generateServerCode(example, registry, output);
await generateRoutes(contract, output);
await generateSdk(example, output);

for (const path of await output.removeStale()) process.stdout.write(`removed ${path}\n`);
