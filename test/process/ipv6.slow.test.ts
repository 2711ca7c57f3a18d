import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentRelease } from '../../generated/releases.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { createAgency } from './http.ts';
import { endProcesses, ServiceProcess, startProcess } from './service-process.ts';

/** As the image listens. */
const dockerfile = readFileSync('deploy/image/Dockerfile', 'utf8');
const ofImage = (variable: string) => new RegExp(`^ +${variable}=(\\S+)`, 'm').exec(dockerfile)![1]!;
const listening = { HOST: ofImage('HOST'), OPERATOR_HOST: ofImage('OPERATOR_HOST') };

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
  let database: ProcessDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    await endProcesses();
    await database.drop();
  });

  test.each<Readonly<Record<string, string>>>([{}, { PROCESSES: '2' }])(
    'serves both families, trusts proxies of IPv4, and is found by its health check: %o',
    async (processes) => {
      const service = await startProcess({ ...database.env, ...listening, ...processes, TRUSTED_PROXIES: '127.0.0.0/8' });
      const [port, operatorPort] = portsOf(service);
      for (const host of ['[::1]', '127.0.0.1']) {
        expect(await statusAt(host, port, '/v1/_health'), host).toBe(200);
        expect(await statusAt(host, operatorPort, '/readyz'), host).toBe(200);
      }
      expect(await healthOf({ OPERATOR_HOST: '::', OPERATOR_PORT: operatorPort })).toBe(0);

      // The connections of IPv4 have addresses of IPv6.
      const { key } = await createAgency(service);
      const headers = { authorization: `Bearer ${key}`, 'service-version': currentRelease.name, 'content-type': 'application/json' };
      const body = JSON.stringify({ url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] });
      const proxied = { ...headers, 'x-forwarded-for': '203.0.113.9' };
      expect((await fetch(`${service.baseUrl}/v1/webhooks`, { method: 'POST', headers: proxied, body })).status).toBe(201);
      const noted = await database.query(`SELECT DISTINCT address FROM audit_log WHERE action = 'endpoint.created'`);
      expect(noted).toEqual([{ address: '203.0.113.9' }]);
      expect((await service.exitAfter('SIGTERM')).code).toBe(0);
      expect(await healthOf({ OPERATOR_HOST: '::', OPERATOR_PORT: operatorPort })).toBe(1);
    },
  );

  test.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])('serves IPv4 where the machine has no IPv6 (%s)', async (IPV6_REFUSAL) => {
    const NODE_OPTIONS = `--import ${resolve('test/process/without-ipv6.ts')}`;
    const service = await startProcess({ ...database.env, ...listening, NODE_OPTIONS, IPV6_REFUSAL });
    const [port, operatorPort] = portsOf(service);
    expect(await statusAt('127.0.0.1', port, '/v1/_health')).toBe(200);
    expect(await statusAt('127.0.0.1', operatorPort, '/readyz')).toBe(200);
    expect(await healthOf({ OPERATOR_HOST: '::', OPERATOR_PORT: operatorPort })).toBe(0);
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  });

  test('does not serve IPv4 in place of one address of IPv6', async () => {
    const NODE_OPTIONS = `--import ${resolve('test/process/without-ipv6.ts')}`;
    const env = { ...database.env, OPERATOR_HOST: '::1', NODE_OPTIONS, IPV6_REFUSAL: 'EADDRNOTAVAIL' };
    const stderr = expect.stringMatching(/^OPERATOR_HOST ::1 is not an address to listen on \(/) as string;
    expect(await new ServiceProcess(env).exited).toMatchObject({ code: 1, stderr });
  });

  test('on one address of IPv6 is found by its health check', async () => {
    const service = await startProcess({ ...database.env, HOST: '::1', OPERATOR_HOST: '::1' });
    expect(service.operatorUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect(await healthOf({ OPERATOR_HOST: '::1', OPERATOR_PORT: portsOf(service)[1] })).toBe(0);
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  });
});
