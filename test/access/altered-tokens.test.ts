import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtConsole } from '../support/built-console.ts';
import { fromBrowser, logIn } from '../support/console.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type TestService } from '../support/service.ts';
import { creator, order } from '../records/records.ts';

/** Changes that a lenient decoder drops or reads as the original. */
const alterations: readonly (readonly [string, (token: string) => string])[] = [
  ['in braces', (token) => `{${token}}`],
  ['in quotes', (token) => `"${token}"`],
  ['with a dot', (token) => `${token}.`],
  ['with an exclamation mark', (token) => `${token}!`],
  ['with padding', (token) => `${token}=`],
  ['with a hyphen', (token) => `${token}-`],
  ['with a space in it', (token) => `${token.slice(0, 9)} ${token.slice(9)}`],
  ['with a dot in it', (token) => `${token.slice(0, 9)}.${token.slice(9)}`],
  ['with an encoded character', (token) => `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`],
  ['with another character at the end', (token) => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')],
  ['without its last character', (token) => token.slice(0, -1)],
  ['twice', (token) => token + token],
];

/** The last character of base64 may have bits that decoders ignore. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const withIgnoredBits = (token: string) => token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1]!;

let service: TestService;
let agency: SampleAgency;
let listenerId: string;
const built = builtConsole();

beforeAll(async () => {
  service = await startService({ delivers: false, consoleFolder: built.folder });
  agency = await createSampleAgency(service);
  await agency.ingest([creator('c1'), ...['o1', 'o2', 'o3'].map((id) => order(id, 'c1'))]);
  listenerId = await post('/v1/webhook-listeners', { enabled_event_types: ['order.created'] });
});
afterAll(async () => {
  await service.close();
  built.remove();
});

async function post(path: string, body: object): Promise<string> {
  return (await service.request('POST', path, { key: agency.key, body })).body.id as string;
}

type Use = (token: string) => Promise<{ readonly status: number }>;

interface Kind {
  readonly name: string;
  /** A valid token, and a request that uses it. */
  take(): Promise<{ readonly token: string; readonly use: Use }>;
  readonly isBase64?: true;
}

const withKey: Use = (key) => service.request('GET', '/v1/me', { key });
const linkOf = async () => (await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, { label: 'Portal' })).body;
const openLink = (id: string, key: string) => service.request('POST', `/portal/${id}/session`, { key: null, version: null, body: { key } });
const exportOf = async () => (await service.operator('POST', `/operator/v1/agencies/${agency.id}/export`)).body.id as string;
const exportedRows = (id: string, query = '') =>
  service.operator('GET', `/operator/v1/exports/${encodeURIComponent(id)}/rows?limit=1${query}`);

const kinds: readonly Kind[] = [
  { name: 'API key', take: async () => ({ token: agency.key, use: withKey }) },
  {
    name: 'operator token',
    take: async () => {
      const { body } = await service.operator('POST', '/operator/v1/tokens', { name: 'altered', scopes: ['read'] });
      const use: Use = (token) => fetch(`${service.operatorUrl}/operator/v1/agencies`, { headers: { authorization: `Bearer ${token}` } });
      return { token: body.token as string, use };
    },
  },
  {
    name: 'session at the console',
    take: async () => {
      const token = (await logIn(service)).slice('console='.length);
      return { token, use: (value) => fromBrowser(service, 'GET', '/console/session', { cookie: `console=${value}` }) };
    },
  },
  {
    name: 'key of a portal link',
    take: async () => {
      const { id, url } = await linkOf();
      return { token: url.split('#key=')[1] as string, use: (key) => openLink(id, key) };
    },
  },
  {
    name: 'session at the portal',
    take: async () => {
      const { id, url } = await linkOf();
      return { token: (await openLink(id, url.split('#key=')[1])).body.token as string, use: withKey };
    },
  },
  { name: 'export', isBase64: true, take: async () => ({ token: await exportOf(), use: (id) => exportedRows(id) }) },
  {
    name: 'cursor of an export',
    isBase64: true,
    take: async () => {
      const id = await exportOf();
      const use: Use = (cursor) => exportedRows(id, `&cursor=${encodeURIComponent(cursor)}`);
      return { token: (await exportedRows(id)).body.next_cursor as string, use };
    },
  },
  {
    name: 'cursor of a list',
    isBase64: true,
    take: async () => {
      const { body } = await service.request('GET', '/v1/orders?limit=1', { key: agency.key });
      const use: Use = (cursor) => service.request('GET', `/v1/orders?limit=1&cursor=${encodeURIComponent(cursor)}`, { key: agency.key });
      return { token: body.next_cursor as string, use };
    },
  },
  {
    name: 'lease of a publication',
    take: async () => {
      const id = await post('/v1/publications', { creator_id: 'c1', text: 'x' });
      const { data } = (await service.operator('POST', '/operator/v1/publications/claims', { limit: 200 })).body;
      const { lease_id } = (data as { lease_id: string; publication: { id: string } }[]).find(({ publication }) => publication.id === id)!;
      const outcome = (lease: string) => ({ lease_id: lease, status: 'published' });
      return { token: lease_id, use: (lease) => service.operator('POST', `/operator/v1/publications/${id}/outcome`, outcome(lease)) };
    },
  },
  {
    name: 'listener',
    take: async () => ({
      token: listenerId,
      use: (id) => service.request('GET', `/v1/webhook-listeners/${encodeURIComponent(id)}/stream`, { key: agency.key }),
    }),
  },
  {
    name: 'attempt of a listener',
    take: async () => {
      const [attempt] = await service.database.query<{ id: string }>({
        text: `
          INSERT INTO listener_attempts (agency_id, endpoint_id, id, delivery_id, event_id, event_type, attempt, headers, body, deadline_at)
          VALUES ($1, $2, uuidv7(), uuidv7(), uuidv7(), 'ping', 1, '[]', '', now() + interval '1 hour') RETURNING id`,
        values: [agency.id, listenerId],
      });
      const answer = (id: string) => ({ attempt_id: id, status_code: 200 });
      return {
        token: attempt!.id,
        use: (id) => service.request('POST', `/v1/webhook-listeners/${listenerId}/answers`, { key: agency.key, body: answer(id) }),
      };
    },
  },
];

test.each(kinds)('an altered token is refused: $name', async ({ take, isBase64 }) => {
  const { token, use } = await take();
  const altered = [...alterations, ...(isBase64 && token.length % 4 !== 0 ? [['with ignored bits', withIgnoredBits] as const] : [])];
  for (const [how, alter] of altered) expect([400, 401, 404, 409], how).toContain((await use(alter(token))).status);
  expect((await use(token)).status).toBeLessThan(300);
});
