import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
beforeAll(async () => {
  own = await svcWithAgency();
}, 60_000);
afterAll(() => own?.close());

describe('svc open', () => {
  it('without a terminal prints the addresses of the console, the documentation and an endpoint, each of which is served', async () => {
    const { service, agency, svc } = own;
    const secret = `svc_whsec_${'x'.repeat(32)}`;
    const path = `/operator/v1/agencies/${agency.id}/webhooks`;
    const body = { label: 'Only Ledger', url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], secret };
    const { id } = (await service.operator('POST', path, body)).body;
    const endpoint = `${service.operatorUrl}/console/agencies/${agency.id}/endpoints/${id}`;
    for (const [args, address] of [
      [[], `${service.operatorUrl}/console`],
      [['docs'], `${service.baseUrl}/docs`],
      [[id], endpoint],
      [['only ledger'], endpoint],
    ] as const) {
      expect(await svc.run('open', ...args)).toMatchObject({ code: 0, stdout: `${address}\n`, stderr: '' });
      expect((await fetch(address)).status).toBe(200);
    }
    expect(await svc.run('open', 'nowhere')).toMatchObject({ code: 1, stderr: expect.stringContaining('no endpoint matches') as string });
  });

  it.skipIf(process.platform !== 'linux')('at a terminal opens the browser, and with --print does not', async () => {
    const { service, svc } = own;
    const opened = join(svc.folder, 'opened');
    await writeFile(join(svc.folder, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o700 });
    const environment = { PATH: `${svc.folder}:${svc.environment['PATH']}` };
    const run = (...args: string[]) => svc.startAtTerminal(['open', ...args], { environment, columns: 200 }).done;
    expect(await run('--print')).toMatchObject({ code: 0, stdout: `${service.operatorUrl}/console\n` });
    expect((await run('docs')).code).toBe(0);
    await expect.poll(() => readFile(opened, 'utf8').catch(() => ''), { timeout: 20_000 }).toBe(`${service.baseUrl}/docs\n`);
    expect(await svc.startAtTerminal(['open'], { environment: { PATH: '' } }).done).toMatchObject({ code: 0 });
  });
});
