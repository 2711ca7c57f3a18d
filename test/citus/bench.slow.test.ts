import { afterAll, expect, test } from 'vitest';
import { endProcesses, RunningProcess } from '../process/service-process.ts';
import { citusIsMissing } from '../support/citus.ts';

afterAll(endProcesses);

const missing = citusIsMissing();

test.skipIf(missing)(
  `bench:citus measures the same work without Citus, and with the parts on the coordinator and on workers${missing ? `: left out, ${missing}` : ''}`,
  { timeout: 240_000 },
  async () => {
    const { CITUS_ROOT = '' } = process.env;
    const args = ['bench/citus.ts', '--quick', '--rounds', '1', '--workers', 'none,0,1'];
    const { code, stdout, stderr } = await new RunningProcess(process.execPath, args, { CITUS_ROOT }).exited;
    expect(code, stderr).toBe(0);
    const lines = stdout.split('\n');
    const titles = [
      '32 agencies, 32 in flight',
      '4 batches of 500 in flight',
      '50 deliveries of 1 KB',
      'an order',
      'a page of 50 orders',
      'revenue of a year',
    ];
    for (const title of titles) {
      const below = lines.slice(lines.indexOf(title) + 1).slice(0, 3);
      expect(
        below.map((line) => line.slice(0, 28).trim()),
        title,
      ).toEqual(['without Citus', '0 workers', '1 workers']);
      for (const line of below) expect(Number(line.slice(28).trim().split(/\s+/)[0]!.replaceAll(',', '')), line).toBeGreaterThanOrEqual(0);
    }
  },
);
