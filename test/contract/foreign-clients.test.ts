import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import openapitools from '../../openapitools.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import { creator, order } from '../records/records.ts';
import { startService } from '../support/service.ts';

const run = promisify(execFile);

/** The archive that `npm run generate` fetches. */
const generator = `node_modules/@openapitools/openapi-generator-cli/versions/${openapitools['generator-cli'].version}.jar`;
const runs = (command: string, argument: string) => spawnSync(command, [argument], { stdio: 'ignore' }).status === 0;
const generates = existsSync(generator) && runs('java', '-version');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-client-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes the models of another language from the contract as it is served. */
async function generate(language: string, properties: string): Promise<string> {
  const output = join(folder, language);
  const global = `${properties},modelDocs=false,modelTests=false`;
  await run('java', [
    '-jar',
    generator,
    'generate',
    '-g',
    language,
    '-i',
    'generated/openapi.json',
    '-o',
    output,
    '--global-property',
    global,
  ]);
  return output;
}

describe.skipIf(!generates)('a Java client (needs Java and the generator’s archive)', () => {
  test('holds every integer of 64 bits in a Long', async () => {
    const output = await generate('java', 'models');
    const files = (await readdir(output, { recursive: true })).filter((file) => file.endsWith('.java'));
    const sources = new Map<string, string>();
    for (const file of files) sources.set(file.split('/').at(-1)!, await readFile(join(output, file), 'utf8'));
    const expected: string[] = [];
    for (const [model, schema] of Object.entries(document.components.schemas)) {
      for (const [member, property] of Object.entries(
        ('properties' in schema ? schema.properties : {}) as Record<string, { format?: string }>,
      )) {
        if (property.format === 'int64') expected.push(`${model}.${member}`);
      }
    }
    expect(expected).toContain('RevenueSummary.revenue_cents');
    const found = expected.filter((name) => {
      const [model, member] = name.split('.') as [string, string];
      const field = member.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
      return sources.get(`${model}.java`)?.includes(`private Long ${field};`);
    });
    expect(found).toEqual(expected);
  });
});

const program = `package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	var revenue RevenueSummary
	if err := json.Unmarshal(text, &revenue); err != nil {
		panic(err)
	}
	fmt.Print(revenue.GetRevenueCents(), " ", revenue.GetByOrderType()[0].GetRevenueCents())
}
`;

describe.skipIf(!generates || !runs('go', 'version'))('a Go client (needs Java, the generator’s archive and Go)', () => {
  test('reads a revenue that 32 bits cannot hold', async () => {
    const service = await startService({ delivers: false });
    try {
      const agency = await service.createAgency();
      const largest = { order_type: 'tip' as const, amount_cents: 2 ** 31 - 1, created_at: '2026-07-01T12:00:00Z' };
      await agency.ingest([creator('c1'), order('o1', 'c1', largest), order('o2', 'c1', largest)]);
      await service.operator('POST', '/operator/v1/projections/refresh');
      const answer = await service.request('GET', '/v1/analytics/revenue?start=2026-07-01&end=2026-07-01');
      expect(answer.body.revenue_cents).toBe(4_294_967_294);

      const output = await generate('go', 'models=RevenueSummary:OrderTypeRevenue:OrderType,supportingFiles=utils.go');
      for (const file of await readdir(output)) {
        if (!file.endsWith('.go')) continue;
        const source = await readFile(join(output, file), 'utf8');
        await writeFile(join(output, file), source.replace(/^package \w+/m, 'package main'));
      }
      await writeFile(join(output, 'go.mod'), 'module client\n\ngo 1.18\n');
      await writeFile(join(output, 'main.go'), program);
      const env = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' };
      await run('go', ['build', '-o', 'client', '.'], { cwd: output, env });
      const { status, stdout, stderr } = spawnSync(join(output, 'client'), { input: answer.text, encoding: 'utf8' });
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '4294967294 4294967294', stderr: '' });
    } finally {
      await service.close();
    }
  }, 180_000);
});
