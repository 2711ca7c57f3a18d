import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordFailure } from '../support/sample-agency.ts';
import { fencesOf } from './fences.ts';
import { run, runUntilPrinted, sampleFolder, start, startUntilPrinted, type Background } from './run-sample.ts';
import { freePort } from '../support/free-port.ts';
import { startSampleService, type SampleService } from './sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startSampleService();
});
afterAll(() => samples.close());

/** The samples of the first make clients with generators, which `npm run clients` does. The second is for developers, and no page. */
const elsewhere = ['clients.md', 'data.md'];
const written = (await readdir('docs'))
  .filter((name) => name.endsWith('.md') && !elsewhere.includes(name))
  .map((name) => name.slice(0, -3));
/** The last two are the READMEs of the packages. */
const guides = [...written, 'sdk', 'cli'];

/** Every sample is a program that runs, or says on its first line why not; the ones of a page run in their order, in one shell. */
test.each(guides)('the samples of %s run', async (name) => {
  const { service, receiver, agency } = samples;
  const isOperators = name === 'operator';
  const url = isOperators ? `${service.operatorUrl}/operator/docs/operator.md` : `${service.baseUrl}/docs/${name}.md`;
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  const folder = await sampleFolder(`guide-${name}`);
  const port = await freePort();
  const filled = async (text: string) =>
    (await samples.withExisting(text)).replaceAll('4500', String(port)).replaceAll('npx @agency-service/cli', 'svc').replaceAll('npx ', '');
  const inShell = (text: string) => `set -ea -o pipefail\n[ ! -e state.sh ] || . ./state.sh\n${text}\nexport -p > state.sh\n`;
  const background: Background[] = [];
  try {
    // The page shows its samples without their marks, which are in its source.
    const marked = fencesOf(await readFile(['sdk', 'cli'].includes(name) ? `${name}/README.md` : `docs/${name}.md`, 'utf8'));
    const served = fencesOf(await answer.text());
    expect(served).toHaveLength(marked.length);
    for (const [index, { language, text, attributes: shown }] of served.entries()) {
      const { attributes } = marked[index]!;
      expect(Object.keys(shown).filter((mark) => mark !== 'title')).toEqual([]);
      if (attributes['norun'] !== undefined) {
        expect(attributes['norun']).toMatch(/^it /);
      } else if (attributes['setup'] === 'an endpoint') {
        const body = { url: receiver.url, enabled_event_types: ['order.created'] };
        const { id } = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body;
        await recordFailure(service, agency.id, id);
        await run(folder, samples.environment, 'bash', '-c', inShell(await filled(text)));
      } else if (attributes['file']) {
        await writeFile(join(folder, attributes['file']), await filled(text));
      } else if (attributes['background']) {
        background.push(await start(folder, samples.environment, port, 'bash', '-c', inShell(await filled(text))));
      } else if (attributes['prints']) {
        await runUntilPrinted(folder, samples.environment, attributes['prints'], 'bash', '-c', inShell(await filled(text)));
      } else if (attributes['expect'] === 'background') {
        await expect.poll(() => background[0]!.printed(), { timeout: 10_000 }).toContain(text);
      } else if (language === 'sh') {
        await run(folder, samples.environment, 'bash', '-c', inShell(await filled(text)));
      } else if (language === 'ts') {
        const file = join(folder, 'sample.ts');
        await writeFile(file, await filled(text));
        await run(folder, samples.environment, process.execPath, file);
      } else {
        expect(['json', 'http', 'sql', 'nginx', 'ini', 'html', 'text']).toContain(language);
      }
    }
  } finally {
    for (const { stop } of background) await stop();
    await samples.clear();
  }
});

test('the first part of the quick start receives a test event over a stream', async () => {
  const fences = fencesOf(await readFile('docs/quick-start.md', 'utf8'));
  const commandWith = (part: string) => fences.find(({ language, text }) => language === 'sh' && text.includes(part))!.text;
  const receiver = fences.find(({ attributes }) => attributes['file'] === 'receiver.ts')!.text;
  const folder = await sampleFolder('guide-quick-start-with-a-key');
  const port = await freePort();
  const runnable = (text: string) => text.replaceAll('4500', String(port)).replaceAll('npx @agency-service/cli', 'svc');
  await writeFile(join(folder, 'receiver.ts'), runnable(receiver));
  const listening = await startUntilPrinted(folder, samples.environment, /svc_whsec_\S{32}/, runnable(commandWith(' listen ')));
  try {
    const started = commandWith(' node receiver.ts').replace('svc_whsec_…', listening.found);
    const background = await start(folder, samples.environment, port, 'bash', '-c', started);
    try {
      await run(folder, samples.environment, 'bash', '-c', runnable(commandWith(' trigger ')));
      await expect.poll(() => background.printed(), { timeout: 10_000 }).toMatch(/^verified: test_\S+ \d+ cents$/m);
    } finally {
      await background.stop();
    }
  } finally {
    listening.stop();
    await samples.clear();
  }
});
