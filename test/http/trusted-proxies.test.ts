import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService, startService, type TestService } from '../support/service.ts';

const endpoint = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };

/** The address that the audit log has for a request with this `x-forwarded-for`. */
async function addressOf(service: TestService, forwarded: string): Promise<string | null> {
  const { key } = await service.createAgency();
  const made = await service.request('POST', '/v1/webhooks', { key, body: endpoint, headers: { 'x-forwarded-for': forwarded } });
  expect(made.status).toBe(201);
  return (await service.request('GET', '/v1/audit', { key })).body.data[0].address as string | null;
}

describe('x-forwarded-for', () => {
  let trusting: TestService;
  let plain: TestService;
  beforeAll(async () => {
    plain = await sharedService();
    trusting = await startService({ delivers: false, env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }, operatorTries: 3 });
  });
  afterAll(() => Promise.all([plain.close(), trusting.close()]));

  test('has no effect without trusted proxies', async () => {
    expect(await addressOf(plain, '203.0.113.9')).toBe('127.0.0.1');
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8::7', '2001:db8::7'],
    ['somewhere', '127.0.0.1'],
  ])('%j counts behind trusted proxies, as far as they wrote it: %s', async (forwarded, address) => {
    expect(await addressOf(trusting, forwarded)).toBe(address);
  });

  test('distinguishes the addresses whose wrong operator tokens are limited', async () => {
    const ask = async (address: string, token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
      return (await fetch(`${trusting.operatorUrl}/operator/v1/agencies`, { headers })).status;
    };
    for (let times = 0; times < 3; times += 1) expect(await ask('203.0.113.9', 'wrong')).toBe(401);
    expect(await ask('203.0.113.9', 'wrong')).toBe(429);
    expect(await ask('203.0.113.10', 'wrong')).toBe(401);
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::ffff']) expect(await ask(address, 'wrong')).toBe(401);
    expect(await ask('2001:db8::3', 'wrong')).toBe(429);
    expect(await ask('2001:db8:0:1::3', 'wrong')).toBe(401);
    for (const address of ['203.0.113.9', '2001:db8::3']) expect(await ask(address, trusting.operatorToken)).toBe(200);
  });
});
