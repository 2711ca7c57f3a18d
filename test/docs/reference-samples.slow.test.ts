import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import operators from '../../generated/openapi.operator.json' with { type: 'json' };
import { pageName } from '../../docs/site/contract.ts';
import { CommandLine } from '../cli/run-svc.ts';
import { fencesOf, type Fence } from './fences.ts';
import { run, sampleFolder, startRunner, withoutPython, type Runner } from './run-sample.ts';
import { startSampleService, type SampleService } from './sample-service.ts';

let samples: SampleService;
let folder: string;
let svc: CommandLine;
const runners: Partial<Record<'ts' | 'python', Runner>> = {};
beforeAll(async () => {
  samples = await startSampleService();
  folder = await sampleFolder('reference');
  svc = await CommandLine.create();
});
afterAll(async () => {
  for (const runner of Object.values(runners)) runner.stop();
  await svc.close();
  await samples.close();
});

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

/** Runs `svc` within this process, with the words and the variables that a shell reads from the sample. */
async function runSvc(text: string): Promise<void> {
  const variables = ['SVC_BASE_URL', 'SVC_API_KEY', 'SVC_OPERATOR_URL', 'SVC_OPERATOR_TOKEN'];
  const given = variables.map((name) => `"$${name}"`).join(' ');
  const read = await run(folder, {}, 'bash', '-ec', `svc() { printf '%s\\0' ${given} "$@"; }\n${text}`);
  const words = read.split('\0').slice(0, -1);
  const environment = Object.fromEntries(variables.map((name, index) => [name, words[index]!]).filter(([, value]) => value !== ''));
  const { code, stderr } = await svc.start(words.slice(variables.length), { environment }).done;
  expect(code, stderr).toBe(0);
}

async function runIn(language: 'ts' | 'python', text: string, file: string): Promise<void> {
  await writeFile(file, text);
  await (runners[language] ??= startRunner(folder, language)).run(file);
}

const programs: Readonly<Record<string, (text: string, file: string) => Promise<unknown>>> = {
  curl: (text) => run(folder, {}, 'bash', '-e', '-o', 'pipefail', '-c', text),
  svc: runSvc,
  TypeScript: (text, file) => runIn('ts', text, `${file}.ts`),
  Python: (text, file) => runIn('python', text, `${file}.py`),
};

const reason = withoutPython();
const titles = Object.keys(programs).filter((title) => title !== 'Python' || !reason);
if (reason) test.skip(`samples in Python are left out: ${reason}`, () => undefined);

/** Ends the key of a stream as soon as the stream is open. */
async function endStream(): Promise<void> {
  const streams = async () => (await samples.service.service.metrics()).find(({ name }) => name === 'service_live_streams');
  await expect.poll(streams).toMatchObject({ values: [{ value: 1 }] });
  const text = 'UPDATE api_keys SET expires_at = now() WHERE agency_id = $1 AND expires_at > now()';
  await samples.service.database.query({ text, values: [samples.agency.id] });
}

describe.each(titles)('%s', (title) => {
  test.each(pages)('%s: %s runs', async (folderName, operationId) => {
    const fence = (await shown(folderName, operationId)).find(({ attributes }) => attributes['title'] === title);
    expect(fence, `a sample for ${title}`).toBeDefined();
    // A stream ends with its key.
    const isStream = ['watchWebhooks', 'streamWebhookListener'].includes(operationId);
    const key = isStream ? await samples.agency.createKey({ expiresAt: new Date(Date.now() + 3_600_000) }) : undefined;
    const given = key === undefined ? fence!.text : fence!.text.replaceAll('svc_live_YOUR_KEY', key);
    const program = programs[title]!(await samples.withExisting(given), join(folder, `${title}-${operationId}`));
    await Promise.all([program, isStream ? endStream() : undefined]);
    await samples.clear();
  });
});
