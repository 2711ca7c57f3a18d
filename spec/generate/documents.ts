/** Generates the documents of both listeners, the types of the SDK and the console, and the command line's fields. */
import { generateAttemptErrors, readAttemptErrors } from './attempt-errors.ts';
import { operatorDocument, publicDocument } from './audience.ts';
import { generateCommandFields } from './command-fields.ts';
import { generateSdkLimits } from './limits.ts';
import { Output, stopped } from './output.ts';
import { generatePython } from './python.ts';
import { readContract } from './read-contract.ts';
import { generateSdkRelease } from './releases.ts';
import { generateSdk } from './sdk.ts';
import { groupsText, readGroups } from './sdk-methods.ts';
import { typesText } from './sdk-types.ts';
import { servedDocuments } from './served.ts';

async function generate(): Promise<void> {
  const output = new Output();
  const contract = await readContract();
  const { document, example, limits, changelog, formers } = contract;
  await output.json('generated/openapi.internal.json', document);
  const served = servedDocuments(document);
  await output.json('generated/openapi.json', served.public);
  for (const former of formers) {
    await output.json(`generated/openapi.internal.${former.name}.json`, former.document);
    await output.json(`generated/openapi.${former.name}.json`, servedDocuments(former.document).public);
  }
  await output.json('generated/openapi.operator.json', served.operator);
  await generateSdkLimits(limits, output);
  await generateSdkRelease(changelog, output);
  await generateAttemptErrors(await readAttemptErrors('spec/attempt-errors.yaml'), output);
  await generateSdk(contract, output);
  await generatePython(contract, output);
  // The service serves the console, so the console knows every value of an enumeration.
  await output.raw('console/src/generated/api.ts', await typesText(publicDocument(example)));
  await output.raw('console/src/generated/operator.ts', await typesText(operatorDocument(example)));
  const [groups, sdk] = [await readGroups(), '../../../sdk/src'];
  await output.raw('console/src/generated/groups.ts', groupsText(publicDocument(example), groups.public, { types: 'api', sdk }));
  const operatorGroups = groupsText(operatorDocument(example), groups.operator, { types: 'operator', sdk });
  await output.raw('console/src/generated/operator-groups.ts', operatorGroups);
  await generateCommandFields(example, output);
}

await generate().catch(stopped);
