import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import operators from '../../generated/openapi.operator.json' with { type: 'json' };
import { pageName } from '../../docs/site/contract.ts';
import { fencesOf, type Fence } from './fences.ts';
import { lacking, run, sampleFolder } from './run-sample.ts';
import { startSampleService, type SampleService } from './sample-service.ts';

let samples: SampleService;
let folder: string;
beforeAll(async () => {
  samples = await startSampleService();
  folder = await sampleFolder('reference');
});
afterAll(() => samples.close());

const operationIds = (document: object) =>
  Object.values(document).flatMap((item: Record<string, { operationId?: string }>) =>
    Object.values(item).flatMap(({ operationId }) => (operationId ? [operationId] : [])),
  );
const pages = [
  ...operationIds(contract.paths).map((operationId) => ['reference', operationId] as const),
  ...operationIds(operators.paths).map((operationId) => ['operator', operationId] as const),
];

/** The samples of a page as this service serves it. */
async function shown(folderName: string, operationId: string): Promise<Fence[]> {
  const { service } = samples;
  const url =
    folderName === 'operator'
      ? `${service.operatorUrl}/operator/docs/operator/${pageName(operationId)}.md`
      : `${service.baseUrl}/docs/reference/${pageName(operationId)}.md`;
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  return fencesOf(await answer.text()).filter(({ attributes }) => attributes['title']);
}

/** A key that ends soon after a sample has begun. */
const endingKey = () => samples.agency.createKey({ expiresAt: new Date(Date.now() + 15_000) });

const commands: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  sh: ['bash', '-e', '-o', 'pipefail'],
  ts: [process.execPath],
  python: ['python3'],
};

const withoutRequests = lacking('python3', ['requests']);
const titles = ['curl', 'TypeScript', 'svc', ...(withoutRequests ? [] : ['Python'])];
if (withoutRequests) test.skip(`samples in Python are left out: ${withoutRequests}`, () => undefined);

describe.each(titles)('%s', (title) => {
  test.each(pages)('%s: %s runs', async (folderName, operationId) => {
    const fence = (await shown(folderName, operationId)).find(({ attributes }) => attributes['title'] === title);
    expect(fence, `a sample for ${title}`).toBeDefined();
    const { language, text } = fence!;
    const file = join(folder, `${title}-${operationId}.${language}`);
    // A stream ends with its key.
    const given = ['watchWebhooks', 'streamWebhookListener'].includes(operationId)
      ? text.replaceAll('svc_live_YOUR_KEY', await endingKey())
      : text;
    await writeFile(file, await samples.withExisting(given));
    const [command, ...args] = commands[language]!;
    await run(folder, {}, command, ...args, file);
    await samples.clear();
  });
});
