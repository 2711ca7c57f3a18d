import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import published from '../../generated/openapi.json' with { type: 'json' };
import { problems } from '../../generated/problems.ts';
import { readConfig } from '../../server/config/config.ts';
import { installationFiller } from '../../server/config/installation.ts';
import { operationsOf } from '../../spec/generate/contract.ts';
import { checkPlaceholders, readInstallation } from '../../spec/generate/installation.ts';
import { readProblems } from '../../spec/generate/problems.ts';
import { bundledContract } from '../support/bundled-contract.ts';
import { startReceiver } from '../support/receiver.ts';
import { creator, order } from '../records/records.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

const env = {
  FORMER_BRAND: 'Acme',
  PUBLIC_URL: 'https://api.northlight.example/agencies',
  DOCS_URL: 'https://docs.northlight.example/versions',
  ERRORS_BASE: 'https://errors.northlight.example/kinds',
};

/** Asked at the listener's own address: the others are those of a proxy that is not here. */
async function get(base: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(base + path, { headers });
  const text = await response.text();
  return { status: response.status, text, body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined };
}

let service: TestService;
let agency: TestAgency;
let publicBase: string;
const operatorBase = () => service.operatorUrl;

beforeAll(async () => {
  service = await startService({ env });
  publicBase = `http://127.0.0.1:${service.config.port}`;
  agency = await service.createAgency();
});
afterAll(() => service.close());

const browser = { accept: 'text/html' };
const documents = {
  'the public contract': () => get(publicBase, '/v1/openapi.json'),
  'the operator’s contract': () => get(operatorBase(), '/operator/v1/openapi.json'),
  'the changelog': () => get(publicBase, '/changelog'),
  'the changelog’s page': () => get(publicBase, '/changelog', browser),
  'the reference page': () => get(publicBase, '/docs'),
  'the operator’s reference page': () => get(operatorBase(), '/operator/docs'),
  ...Object.fromEntries(Object.keys(problems).map((slug) => [`the page of ${slug}`, () => get(publicBase, `/errors/${slug}`)])),
};

describe('on an installation with a former name and addresses of its own', () => {
  test.each(Object.entries(documents))('%s does not mention another installation', async (_, read) => {
    const { status, text } = await read();
    expect(status).toBe(200);
    expect(text.match(/.{0,40}(?:legacy|api\.example\.com).{0,40}/gi)).toBeNull();
    expect(text).not.toMatch(/\{(base_url|operator_url|docs_url|errors_base|former_brand|former_prefix|dev_destinations)\}/);
  });

  test('the contract names the former header that is accepted', async () => {
    const { body } = await documents['the public contract']();
    const name = 'Acme-Version';
    expect(body.tags[0].description).toContain(`\`${name}\``);
    const authorization = `Bearer ${agency.key}`;
    expect((await get(publicBase, '/v1/me', { authorization, [name]: 'Amethyste' })).status).toBe(200);
    expect((await get(publicBase, '/v1/me', { authorization, 'Legacy-Version': 'Amethyste' })).status).toBe(400);
  });

  test('the contract names the former headers that deliveries carry', async () => {
    const { body } = await documents['the public contract']();
    const references = body.webhooks['order.created'].post.parameters as { $ref: string }[];
    const parameters = references.map(
      ({ $ref }) => body.components.parameters[$ref.split('/').at(-1)!] as { name: string; required: boolean },
    );
    // Only reconstructed events and traced facts have the others.
    expect(parameters.filter(({ required }) => !required).map(({ name }) => name)).toEqual(['Service-Event-Reconstructed', 'traceparent']);
    const names = parameters.filter(({ required }) => required).map(({ name }) => name.toLowerCase());
    expect(names).toContain('acme-signature');
    const receiver = await startReceiver();
    try {
      const authorization = `Bearer ${agency.key}`;
      await agency.ingest([creator('c1')]);
      const created = await fetch(`${publicBase}/v1/webhooks`, {
        method: 'POST',
        headers: { authorization, 'service-version': 'Amethyste', 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver.url, enabled_event_types: ['order.created'] }),
      });
      expect(created.status).toBe(201);
      await agency.ingest([order('o1', 'c1')]);
      const [delivered] = await receiver.waitFor(1);
      const ofHttp = ['accept', 'connection', 'content-length', 'content-type', 'host'];
      expect(
        Object.keys(delivered!.headers)
          .filter((name) => !ofHttp.includes(name))
          .toSorted(),
      ).toEqual(names.toSorted());
    } finally {
      await receiver.close();
    }
  });

  test('the contract shows the addresses at which the installation is reached', async () => {
    const { body } = await documents['the public contract']();
    expect(body.servers).toEqual([{ url: env.PUBLIC_URL }]);
    expect(body.tags[0].description).toContain(`curl ${env.PUBLIC_URL}/v1/me`);
    for (const [slug, { value }] of Object.entries(body.components.examples as Record<string, { value: any }>)) {
      expect(value.type, slug).toBe(`${env.ERRORS_BASE}/${slug}`);
      if ('documentation_url' in value) expect(value.documentation_url).toBe(env.DOCS_URL);
    }
    const refused = await get(publicBase, '/v1/me');
    const { type, documentation_url } = body.components.examples.missing_version.value;
    expect(refused.body).toMatchObject({ type, documentation_url });
    const operator = await documents['the operator’s contract']();
    expect(operator.body.servers).toEqual([{ url: service.operatorUrl }]);
    expect(operator.body.info.description).toContain(`${env.PUBLIC_URL}/v1/openapi.json`);
  });

  test('the operator’s contract shows secrets and keys with the prefix that is accepted', async () => {
    const { body } = await documents['the operator’s contract']();
    const path = `/operator/v1/agencies/{agency_id}/webhooks`;
    const { secret } = body.paths[path].post.requestBody.content['application/json'].example;
    expect(secret).toMatch(/^acme_whsec_/);
    const imported = await service.operator('POST', `/operator/v1/agencies/${agency.id}/webhooks`, {
      url: 'https://hooks.northlight.example/',
      enabled_event_types: ['order.created'],
      secret,
    });
    expect(imported.status).toBe(201);
    expect(body.components.schemas.ApiKeyCreate.properties.api_key.description).toContain('`acme_live_`');
  });

  test('the contract names private addresses to which deliveries may go', async () => {
    const description = (contract: typeof published) => contract.components.schemas.WebhookEndpointCreate.properties.url.description;
    const { body } = await documents['the public contract']();
    expect(description(body as typeof published)).toContain('`127.0.0.0/8`');
    expect((await get(publicBase, '/errors/undeliverable_url')).text).toContain('<code>127.0.0.0/8</code>');
    const strict = installationFiller(readConfig({ DEV_DESTINATIONS: '' }, false))(published);
    expect(description(strict)).not.toMatch(/127|development/);
  });

  test('the links of pages lead to existing pages, also behind the path of a proxy', async () => {
    const found = new Set<string>();
    for (const path of ['/changelog', '/status', '/errors/not_found', '/docs']) {
      const { text } = await get(publicBase, path, browser);
      const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link!).filter((link) => !link.startsWith('data:'));
      expect(links.length, path).toBeGreaterThan(0);
      for (const link of links) {
        const { pathname } = new URL(link, env.PUBLIC_URL + path);
        expect(pathname, `${link} on ${path}`).toMatch(/^\/agencies\//);
        if (found.has(pathname)) continue;
        expect((await get(publicBase, pathname.slice('/agencies'.length), browser)).status, `${link} on ${path}`).toBe(200);
        found.add(pathname);
      }
    }
  });

  test('the files of the operator’s documentation are on its listener, without the token', async () => {
    expect((await get(operatorBase(), '/operator/docs/assets/minisearch.js')).status).toBe(200);
    expect((await get(operatorBase(), '/operator/docs/assets/nothing')).status).toBe(404);
    expect((await get(operatorBase(), '/operator/v1/agencies')).status).toBe(401);
  });
});

describe('the extensions of a served contract', () => {
  const extensionsOf = (node: unknown, named = false): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries(node).flatMap(([name, member]) => [
      ...(!named && name.startsWith('x-') ? [name] : []),
      ...extensionsOf(member, !named && ['headers', 'properties'].includes(name)),
    ]);
  };

  test.each(['the public contract', 'the operator’s contract'] as const)('%s explains each of them, and no other', async (name) => {
    const { body } = await documents[name]();
    const section = (body.tags[0].description as string).split('## Extensions of this document')[1]!;
    const explained = [...section.matchAll(/`(x-[\w-]+)`/g)].map(([, extension]) => extension!);
    expect([...new Set(extensionsOf(body))].toSorted()).toEqual([...new Set(explained)].toSorted());
  });
});

test('the generation stops at a name in braces that is not known', async () => {
  const installation = await readInstallation('spec/installation.yaml');
  const contract = await bundledContract();
  const registry = await readProblems('spec/problems.yaml');
  expect(checkPlaceholders(contract, registry, installation)).toEqual([]);
  operationsOf(contract)[0]!.object.description = 'See {former_brnd} and {creator_id}.';
  Object.assign(registry.problems['not_found']!, { description: 'Read {docs_ulr}.' });
  expect(checkPlaceholders(contract, registry, installation)).toEqual([
    '{former_brnd} is not a known name',
    '{docs_ulr} is not a known name',
  ]);
});
