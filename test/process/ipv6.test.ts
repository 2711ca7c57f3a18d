import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from './database.ts';
import { endProcesses, ServiceProcess, startProcess } from './service-process.ts';

afterAll(endProcesses);

const listening = { HOST: '::', OPERATOR_HOST: '::' };

/** As a request by an address of this machine, which `Host` names too. */
const statusAt = async (host: string, port: string, path: string) => (await fetch(`http://${host}:${port}${path}`)).status;
const portsOf = ({ baseUrl, operatorUrl }: ServiceProcess) => [new URL(baseUrl).port, new URL(operatorUrl).port] as const;

/** The exit code of the image's health check. */
const healthOf = (env: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, ['deploy/image/healthcheck.ts'], { env }).then(
    () => 0,
    ({ code }: { code: number }) => code,
  );

describe('a service on ::', { timeout: 120_000 }, () => {
  test.each<Readonly<Record<string, string>>>([{}, { PROCESSES: '2' }])(
    'serves both families, and its health check finds it: %o',
    async (processes) => {
      const database = await createEmptyDatabase();
      const service = await startProcess({ ...database.env, ...listening, ...processes });
      const [port, operatorPort] = portsOf(service);
      for (const host of ['[::1]', '127.0.0.1']) {
        expect(await statusAt(host, port, '/v1/_health'), host).toBe(200);
        expect(await statusAt(host, operatorPort, '/readyz'), host).toBe(200);
      }
      expect(await healthOf({ OPERATOR_HOST: '::', OPERATOR_PORT: operatorPort })).toBe(0);
      expect((await service.exitAfter('SIGTERM')).code).toBe(0);
      expect(await healthOf({ OPERATOR_HOST: '::', OPERATOR_PORT: operatorPort })).toBe(1);
      await database.drop();
    },
  );

  test.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])('serves IPv4 where the machine has no IPv6 (%s)', async (IPV6_REFUSAL) => {
    const database = await createEmptyDatabase();
    const NODE_OPTIONS = `--import ${resolve('test/process/without-ipv6.ts')}`;
    const service = await startProcess({ ...database.env, ...listening, NODE_OPTIONS, IPV6_REFUSAL });
    const [port, operatorPort] = portsOf(service);
    expect(await statusAt('127.0.0.1', port, '/v1/_health')).toBe(200);
    expect(await statusAt('127.0.0.1', operatorPort, '/readyz')).toBe(200);
    expect(await healthOf({ OPERATOR_HOST: '::', OPERATOR_PORT: operatorPort })).toBe(0);
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    const refused = await new ServiceProcess({ ...database.env, OPERATOR_HOST: '::1', NODE_OPTIONS, IPV6_REFUSAL }).exited;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^OPERATOR_HOST ::1 is not an address to listen on \(/) });
    await database.drop();
  });

  test('on one address of IPv6 is found by its health check', async () => {
    const database = await createEmptyDatabase();
    const service = await startProcess({ ...database.env, HOST: '::1', OPERATOR_HOST: '::1' });
    expect(service.operatorUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect(await healthOf({ OPERATOR_HOST: '::1', OPERATOR_PORT: portsOf(service)[1] })).toBe(0);
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    await database.drop();
  });
});
