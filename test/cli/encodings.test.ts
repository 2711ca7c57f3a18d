import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creator } from '../records/records.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

const bom = '\u{FEFF}';
const encodings = {
  'UTF-16 with a byte order mark': (text: string) => Buffer.from(bom + text, 'utf16le'),
  'UTF-16 without one': (text: string) => Buffer.from(text, 'utf16le'),
  'big-endian UTF-16': (text: string) => Buffer.from(bom + text, 'utf16le').swap16(),
};

let own: SvcWithAgency;
beforeAll(async () => {
  own = await svcWithAgency();
}, 60_000);
afterAll(() => own?.close());

const file = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(own.svc.folder, name);
  await writeFile(path, content);
  return path;
};

const publication = JSON.stringify({ creator_id: 'creator-1', text: 'Zoë is back.' });
const createFrom = (path: string) => own.svc.run('publications', 'create', '-d', `@${path}`);
const capture = JSON.stringify({ headers: { 'service-signature': 'v1=00', 'service-signature-timestamp': '1' }, body: '{}' });
const verify = ['--secret', 'svc_whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0'];

/** The profiles and, apart from them, the environment without the key that would take precedence. */
async function withProfiles(content: string | Buffer) {
  const { SVC_BASE_URL, SVC_API_KEY, ...environment } = own.svc.environment;
  const folder = join(own.svc.folder, 'profiles');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'profiles.json'), content, { mode: 0o600 });
  const start = own.svc.environment;
  own.svc.environment = { ...environment, SVC_CONFIG_DIR: folder };
  try {
    return await own.svc.run('me');
  } finally {
    own.svc.environment = start;
  }
}

const profiles = () => JSON.stringify({ default: 'own', profiles: { own: { base_url: own.service.baseUrl, api_key: own.agency.key } } });

describe('a UTF-8 byte order mark is accepted', () => {
  it('in --data of a file and of standard input', async () => {
    expect(await createFrom(await file('publication.json', bom + publication))).toMatchObject({ code: 0, json: { text: 'Zoë is back.' } });
    const { done } = own.svc.start(['publications', 'create', '-d', '@-'], { input: bom + publication });
    expect(await done).toMatchObject({ code: 0, json: { text: 'Zoë is back.' } });
  });

  it('in profiles.json', async () => {
    expect(await withProfiles(bom + profiles())).toMatchObject({ code: 0, json: { agency: { id: own.agency.id } } });
  });

  it('in operator.json', async () => {
    const { SVC_OPERATOR_URL, SVC_OPERATOR_TOKEN, ...environment } = own.svc.environment;
    await file('operator.json', bom + JSON.stringify({ url: own.service.operatorUrl, token: own.service.operatorToken }));
    const start = own.svc.environment;
    own.svc.environment = { ...environment, DATA_DIR: own.svc.folder };
    expect((await own.svc.run('agencies', 'list')).code).toBe(0);
    own.svc.environment = start;
  });

  it('in records', async () => {
    const path = await file('records.ndjson', `${bom}${JSON.stringify(creator('creator-bom'))}\n`);
    expect(await own.svc.run('ingest', path, '--agency', own.agency.id)).toMatchObject({ code: 0, json: { created: 1 } });
  });

  it('in a captured delivery and its headers', async () => {
    const asText = `${bom}POST /hooks HTTP/1.1\nservice-signature: v1=00\nservice-signature-timestamp: 1\n\n{}`;
    for (const content of [bom + capture, asText]) {
      const { code, stderr } = await own.svc.run('verify', await file('capture.http', content), ...verify);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^svc: (unsupported_signature|signature_mismatch|timestamp)/)]);
    }
    const [headers, body] = [await file('headers.txt', `${bom}service-signature: v1=00\n`), await file('body.json', '{}')];
    const { stderr } = await own.svc.run('verify', '--headers', headers, '--body', body, ...verify);
    expect(stderr).toMatch(/service-signature-timestamp/i);
  });
});

describe.each(Object.entries(encodings))('%s is refused in words', (_, encode) => {
  const refusal = /the text is UTF-16\. Save it as UTF-8/;

  it('in --data, profiles.json, records and captured deliveries', async () => {
    const path = await file('utf16.json', encode(publication));
    expect(await createFrom(path)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`svc: ${path}: the text is UTF-16`),
    });
    expect(await withProfiles(encode(profiles()))).toMatchObject({ code: 2, stderr: expect.stringMatching(refusal) });
    const records = await file('utf16.ndjson', encode(`${JSON.stringify(creator('c'))}\n`));
    const ingested = await own.svc.run('ingest', records, '--agency', own.agency.id);
    expect(ingested).toMatchObject({ code: 1, stderr: expect.stringMatching(/line 1: the text is UTF-16\. Save it as UTF-8/) });
    const captured = await own.svc.run('verify', await file('utf16.http', encode(capture)), ...verify);
    expect(captured).toMatchObject({ code: 2, stderr: expect.stringMatching(refusal) });
  });
});
