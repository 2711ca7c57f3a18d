import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawConnection, slugOf, type RawResponse } from '../support/raw-connection.ts';
import { startService, type TestService } from '../support/service.ts';

const OPERATOR_ALLOWED_HOSTS = 'prod-operator, Prod-Operator.services.svc.cluster.local.,10.96.0.7,fd00:0::7';

let service: TestService;

beforeAll(async () => {
  service = await startService({
    delivers: false,
    env: { OPERATOR_URL: 'https://Operators.example:8443/service', OPERATOR_ALLOWED_HOSTS },
  });
});
afterAll(() => service.close());

/** Sends these lines as they are, and returns the response. */
async function send(url: string, lines: readonly string[]): Promise<RawResponse> {
  const connection = await RawConnection.open(url);
  try {
    await connection.send([...lines, 'Connection: close', '', ''].join('\r\n'));
    return await connection.answer();
  } finally {
    connection.close();
  }
}

describe('on both listeners', () => {
  test.each([
    ['two Host headers', ['Host: localhost', 'Host: localhost']],
    ['two Host headers in other letters', ['host: localhost', 'Accept: */*', 'HOST: other.example']],
    ['an empty and another one', ['Host:', 'Host: localhost']],
    ['a Host with a blank', ['Host: local host']],
    ['a list of hosts', ['Host: localhost/, other.example']],
    ['a Host with a user', ['Host: user@localhost']],
    ['a Host with a path', ['Host: localhost/v1']],
    ['a Host with another port than a number', ['Host: localhost:http']],
    ['a Host with an open bracket', ['Host: [::1']],
    ['no Host', []],
  ])('%s is 400', async (_, hosts) => {
    for (const [url, path] of [
      [service.baseUrl, '/v1/_health'],
      [service.operatorUrl, '/operator/v1/openapi.json'],
    ] as const) {
      const answer = await send(url, [`GET ${path} HTTP/1.1`, ...hosts]);
      expect([answer.status, slugOf(answer)], url).toEqual([400, 'validation_failed']);
      expect(answer.body.detail).toContain('Host');
    }
  });

  test('two Host headers are 400 with HTTP/1.0 too', async () => {
    const answer = await send(service.baseUrl, ['GET /v1/_health HTTP/1.0', 'Host: a', 'Host: b']);
    expect(answer.status).toBe(400);
  });
});

describe('on the public listener', () => {
  test.each(['anything.example', 'localhost:1', '[::1]:8080', '10.0.0.1', 'under_score.example.', 'xn--bcher-kva.example', ''])(
    'Host %s is served',
    async (host) => {
      expect((await send(service.baseUrl, ['GET /v1/_health HTTP/1.1', `Host: ${host}`])).status).toBe(200);
    },
  );
});

describe('on the operator listener', () => {
  const paths = ['/operator/v1/openapi.json', '/operator/docs', '/metrics', '/operator/v1/agencies', '/console', '/console/session', '/'];

  test.each([
    'evil.example',
    'evil.example:8081',
    'localhost.evil.example',
    'other.prod-operator',
    'prod-operator.services',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '[2001:db8::1]',
    '0.0.0.0',
    '',
  ])('a request for Host %j gets nothing, also with a valid token', async (host) => {
    for (const path of paths) {
      const answer = await send(service.operatorUrl, [
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${service.operatorToken}`,
      ]);
      expect([answer.status, slugOf(answer)], path).toEqual([400, 'validation_failed']);
      expect(answer.body.detail).toContain('OPERATOR_URL, and those in OPERATOR_ALLOWED_HOSTS.');
    }
  });

  test.each([
    '127.0.0.1',
    '127.0.0.1:9',
    '127.9.9.9',
    'localhost',
    'LOCALHOST:8081',
    'localhost.',
    'tunnel.localhost',
    '[::1]:8081',
    '[::ffff:127.0.0.1]',
    'operators.example',
    'OPERATORS.example:443',
    'prod-operator:8081',
    'prod-operator.services.svc.cluster.local',
    '10.96.0.7:8081',
    '[fd00::7]:8081',
  ])('a request for Host %s is served', async (host) => {
    const answer = await send(service.operatorUrl, [
      'GET /operator/v1/agencies HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${service.operatorToken}`,
    ]);
    expect(answer.status).toBe(200);
  });

  test('OPERATOR_URL is in its contract', async () => {
    const answer = await send(service.operatorUrl, ['GET /operator/v1/openapi.json HTTP/1.1', 'Host: localhost']);
    expect(answer.body.servers[0].url).toBe('https://operators.example:8443/service');
  });
});
