import { request, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptedCoding } from '../../server/http/steps/compress-response.ts';
import { creator, employee, order } from '../records/records.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  await agency.ingest([creator('c1'), ...Array.from({ length: 100 }, (_, index) => order(`order-${index}`, 'c1'))]);
  await agency.ingest(Array.from({ length: 100 }, (_, index) => employee(`employee-${index}`)));
});
afterAll(() => service.close());

interface Raw {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The response as it comes over the wire. */
function send(
  path: string,
  acceptEncoding: string | undefined,
  method = 'GET',
  { url = service.baseUrl, token = agency.key, body }: { url?: string; token?: string; body?: string } = {},
): Promise<Raw> {
  const headers = {
    'service-version': 'Amethyste',
    authorization: `Bearer ${token}`,
    ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

describe.each(['/v1/orders?limit=100', '/v1/employees', '/v1/openapi.json', '/changelog'])('%s', (path) => {
  test.each(['br', 'gzip'] as const)('is sent as %s to who accepts it, and unpacks to the same bytes', async (coding) => {
    const [plain, packed] = [await send(path, undefined), await send(path, coding)];
    expect([plain.status, packed.status]).toEqual([200, 200]);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.headers['content-encoding']).toBe(coding);
    for (const { headers, body } of [plain, packed]) {
      expect(headers.vary).toMatch(/Accept-Encoding/);
      expect(headers['content-length']).toBe(String(body.length));
    }
    expect(unpack[coding](packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
  });

  test('has the same headers for HEAD, without a body', async () => {
    for (const accepted of [undefined, 'br']) {
      const [got, asked] = [await send(path, accepted), await send(path, accepted, 'HEAD')];
      expect(asked.body.length).toBe(0);
      for (const name of ['content-length', 'content-encoding', 'content-type', 'vary'])
        expect(asked.headers[name], name).toBe(got.headers[name]);
    }
  });
});

test('a small response is sent as it is, whatever the caller accepts', async () => {
  const { headers, body } = await send('/v1/orders?limit=1', 'br, gzip');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).not.toHaveProperty('vary');
  expect(JSON.parse(body.toString())).toMatchObject({ data: [{ id: 'order-99' }] });
});

describe('a problem with many errors', () => {
  const records = Array.from({ length: 500 }, () => ({ type: 'nothing' }));
  const refused = (acceptEncoding: string | undefined) =>
    send(`/operator/v1/agencies/${agency.id}/records`, acceptEncoding, 'POST', {
      url: service.operatorUrl,
      token: service.operatorToken,
      body: JSON.stringify({ records }),
    });

  test.each(['br', 'gzip'] as const)('is sent as %s to who accepts it', async (coding) => {
    const [plain, packed] = [await refused(undefined), await refused(coding)];
    for (const { status, headers, body } of [plain, packed]) {
      expect([status, headers['content-type'], headers.vary]).toEqual([400, 'application/problem+json', 'Accept-Encoding']);
      expect(headers['content-length']).toBe(String(body.length));
    }
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.headers['content-encoding']).toBe(coding);
    expect(JSON.parse(plain.body.toString()).errors.length).toBeGreaterThanOrEqual(500);
    expect(unpack[coding](packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
  });

  test('is sent as it is where it is small', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await send('/v1/orders?limit=0', 'br', method);
      expect(status).toBe(400);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).not.toHaveProperty('vary');
    }
  });
});

test('a page that also depends on Accept says both', async () => {
  expect((await send('/changelog', 'br')).headers.vary?.toLowerCase()).toBe('accept, accept-encoding');
});

test('the files of the documentation are compressed', async () => {
  const { status, headers, body } = await send('/docs/assets/minisearch.js', 'gzip');
  expect({ status, coding: headers['content-encoding'] }).toEqual({ status: 200, coding: 'gzip' });
  expect(gunzipSync(body).length).toBeGreaterThan(body.length * 2);
});

test.each([
  ['no header', 'no coding', undefined, undefined],
  ['an empty header', 'no coding', '', undefined],
  ['identity', 'no coding', 'identity', undefined],
  ['deflate', 'no coding', 'deflate', undefined],
  ['gzip, deflate', 'gzip', 'gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br', 'gzip, deflate, br, zstd', 'br'],
  ['BR;Q=0.9', 'br', 'BR;Q=0.9', 'br'],
  ['br;q=0.5, gzip', 'gzip', 'br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'no coding', 'br;q=0, gzip;q=0', undefined],
  ['*', 'br', '*', 'br'],
  ['*;q=0', 'no coding', '*;q=0', undefined],
  ['br;q=0, *;q=0.1', 'gzip', 'br;q=0, *;q=0.1', 'gzip'],
  ['identity, br;q=0.5', 'no coding', 'identity, br;q=0.5', undefined],
  ['br;q=nonsense', 'no coding', 'br;q=nonsense', undefined],
] as const)('Accept-Encoding: %s → %s', (_, _shown, header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});
