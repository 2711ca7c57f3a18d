import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fencesOf } from './fences.ts';
import { pythonOfSamples, run, sampleFolder, withoutPython } from './run-sample.ts';
import { startSampleService, type SampleService } from './sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startSampleService();
  await samples.agency.ingest([
    { type: 'creator', id: '=1+1', name: 'Ada', account: { external_id: '4', username: 'ada' } },
    ...Array.from({ length: 250 }, (_, index) => ({
      type: 'order',
      id: `${index % 2 ? '-' : 'a,'}${index}`,
      order_type: 'tip',
      creator_id: '=1+1',
      fan_id: '7',
      user_id: null,
      message_id: null,
      amount_cents: 1_005 + index,
      created_at: new Date(Date.UTC(2026, 9, 1, 12, 0, index)).toISOString(),
    })),
  ]);
});
afterAll(() => samples.close());

const programs = fencesOf(await readFile('docs/export.md', 'utf8')).filter(({ attributes }) => attributes['file']);
const withoutCommand = withoutPython();

describe.each(programs)('$attributes.file', ({ language, text, attributes }) => {
  const command = language === 'python' ? pythonOfSamples : process.execPath;
  test.skipIf(language === 'python' && withoutCommand)('writes every page, guards formulas, and continues where it stopped', async () => {
    const folder = await sampleFolder(`export-${language}`);
    await writeFile(join(folder, attributes['file']!), text);
    const written = async () => {
      await run(folder, samples.environment, command, attributes['file']!);
      return readFile(join(folder, 'orders.csv'), 'utf8');
    };
    const whole = await written();
    const [head, ...rows] = whole.trimEnd().split('\n');
    expect(head).toBe('id,created_at,amount_eur,creator_id');
    expect(rows).toHaveLength(251);
    expect(rows).toContain(`'-1,2026-10-01 12:00:01,10.06,'=1+1`);
    expect(rows).toContain(`"a,0",2026-10-01 12:00:00,10.05,'=1+1`);

    const { service, agency } = samples;
    const { next_cursor: cursor } = (await service.request('GET', '/v1/orders?order_types=tip&limit=100', { key: agency.key })).body;
    const ended = `${[head, ...rows.slice(0, 100)].join('\n')}\n`;
    await writeFile(join(folder, 'orders.csv'), `${ended}half a row`);
    await writeFile(join(folder, 'orders.state.json'), JSON.stringify({ cursor, bytes: Buffer.byteLength(ended) }));
    expect(await written()).toBe(whole);
  });
});
