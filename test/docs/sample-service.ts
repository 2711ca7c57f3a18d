import contract from '../../generated/openapi.json' with { type: 'json' };
import operators from '../../generated/openapi.operator.json' with { type: 'json' };
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { partsOfFailure, recordFailure, recordIncident, recordListenerAttempt, recordRecovery } from '../support/sample-agency.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import type { Environment } from './run-sample.ts';

const instant = '2026-07-18T21:04:11.000Z';

/** The examples of parameters and members that name something, by their names: the first of each in the contract. */
function examples(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { name, example } = node as { name?: unknown; example?: unknown };
    if (typeof name === 'string' && typeof example === 'string' && !found.has(name)) found.set(name, example);
    for (const [key, value] of Object.entries(node)) {
      if (/_id$/.test(key) && typeof value === 'string' && !found.has(key)) found.set(key, value);
      visit(value);
    }
  };
  visit(contract.paths);
  visit(contract.components.parameters);
  visit(operators.paths);
  visit(operators.components);
  visit(contract.components.schemas);
  return found;
}

/** A service that holds what the examples of the contract name, and takes the place of what they cannot name. */
export interface SampleService {
  readonly service: TestService;
  readonly agency: TestAgency;
  readonly receiver: Receiver;
  readonly environment: Environment;
  /** The text with an endpoint, a failure, a publication and so on that exist, in place of those of its examples. */
  withExisting(text: string): Promise<string>;
  /** Undoes state that blocks other samples: containment, tokens of one name, endpoints, of which an agency may have few. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startSampleService(): Promise<SampleService> {
  const service = await startService({ times: { measurementMs: 0 } });
  const agency = await service.createAgency();
  const receiver = await startReceiver();
  const ids = examples();
  const id = (name: string) => ids.get(name)!;
  await agency.ingest([
    { type: 'employee', id: id('user_id'), name: 'Ada', email: null, role: 'chatter', active: true },
    { type: 'tag', id: '0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4', name: 'VIP', color: null, position: 1 },
    { type: 'creator', id: id('creator_id'), name: 'Mia', account: { external_id: id('account_id'), username: 'mia' } },
    {
      type: 'fan',
      account_id: id('account_id'),
      fan_id: id('fan_id'),
      fan_username: 'marble_fox',
      subscription_status: 'active_subscriber',
      is_online: true,
      related_at: instant,
      tag_ids: [],
    },
    {
      type: 'order',
      id: id('order_id'),
      order_type: 'tip',
      creator_id: id('creator_id'),
      fan_id: id('fan_id'),
      user_id: id('user_id'),
      message_id: null,
      amount_cents: 1500,
      created_at: instant,
    },
  ]);

  const post = async (path: string, body: unknown): Promise<any> => {
    const { status, body: answer, text } = await service.request('POST', path, { key: agency.key, body });
    if (status >= 300) throw new Error(text);
    return answer;
  };
  const endpoint = async () => (await post('/v1/webhooks', { url: receiver.url, enabled_event_types: ['order.created'] })).id as string;
  const publication = async () => (await post('/v1/publications', { creator_id: id('creator_id'), text: 'New set.' })).id as string;

  /** An agency with the name of the examples, for their erasure. */
  const erasable = async () => (await service.operator('POST', '/operator/v1/agencies', { name: 'Northlight Agency' })).body.id as string;

  /** Replaces an example; created when a text has it. */
  async function existing(text: string): Promise<readonly (readonly [string, string])[]> {
    const pairs: (readonly [string, string])[] = [
      ['svc_live_YOUR_KEY', agency.key],
      ['YOUR_OPERATOR_TOKEN', service.operatorToken],
      [id('agency_id'), /erasure|(agencies|fans).erase/.test(text) ? await erasable() : agency.id],
    ];
    // The span of a recovery is recent.
    if (/\/recoveries|recover_?events/i.test(text)) {
      pairs.push(
        ['2026-07-18T00:00:00Z', new Date(Date.now() - 86_400_000).toISOString()],
        ['2026-07-19T00:00:00Z', new Date().toISOString()],
      );
    }
    for (const url of new Set(text.match(/https:\/\/hooks\.example\.com[\w/.-]*/g))) pairs.push([url, receiver.url]);
    if (text.includes(id('endpoint_id')) || text.includes(id('event_id'))) {
      const own = await endpoint();
      pairs.push([id('endpoint_id'), own]);
      const parts = ['failure_id', 'event_id', 'delivery_id'] as const;
      if (parts.some((part) => text.includes(id(part)))) {
        const failure_id = await recordFailure(service, agency.id, own);
        const ofFailure = { failure_id, ...(await partsOfFailure(service, failure_id)) };
        for (const part of parts) pairs.push([id(part), ofFailure[part]]);
      }
    }
    const endpointId = pairs.find(([example]) => example === id('endpoint_id'))?.[1];
    if (endpointId !== undefined && text.includes(id('recovery_id'))) {
      pairs.push([id('recovery_id'), await recordRecovery(service, agency.id, endpointId)]);
    }
    if (text.includes(id('group_id'))) pairs.push([id('group_id'), await recordIncident(service, await endpoint())]);
    if (text.includes(id('listener_id'))) {
      const own = (await post('/v1/webhook-listeners', { enabled_event_types: ['order.created'] })).id as string;
      pairs.push([id('listener_id'), own]);
      // Examples of bodies name an attempt.
      pairs.push(['5b0c7a52-6d0e-4f7c-9f3e-3f2f6a0a9b11', await recordListenerAttempt(service, agency.id, own)]);
    }
    if (text.includes(id('erasure_id'))) {
      const begun = await service.operator('POST', `/operator/v1/agencies/${await erasable()}/fan-erasures`, { fan_id: 'fan' });
      pairs.push([id('erasure_id'), begun.body.id]);
    }
    if (text.includes(id('export_id'))) {
      const opened = await service.operator('POST', `/operator/v1/agencies/${agency.id}/export`);
      pairs.push([id('export_id'), opened.body.id]);
    }
    if (text.includes(id('publication_id'))) {
      const own = await publication();
      pairs.push([id('publication_id'), own]);
      if (text.includes(id('lease_id'))) {
        const { data } = (await service.operator('POST', '/operator/v1/publications/claims', { limit: 200 })).body;
        pairs.push([id('lease_id'), data.find((claim: any) => claim.publication.id === own).lease_id]);
      }
    }
    if (text.includes(id('key_id'))) {
      const made = await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'a', scopes: ['read:orders'] });
      pairs.push([id('key_id'), made.body.id]);
      // A key is released that was contained.
      if (/contain|release/i.test(text)) await service.operator('POST', `/operator/v1/keys/${made.body.id}/containment`, {});
    }
    if (text.includes(id('token_id'))) {
      const { body } = await service.operator('POST', '/operator/v1/tokens', { name: 'To be revoked', scopes: ['read'] });
      pairs.push([id('token_id'), body.id]);
    }
    if (text.includes('8d1f0c7a52be4e90')) {
      const { body } = await service.request('GET', `/v1/accounts/${id('account_id')}/fans/${id('fan_id')}/insight`, { key: agency.key });
      pairs.push(['8d1f0c7a52be4e90', body.etag]);
    }
    return pairs;
  }

  return {
    service,
    agency,
    receiver,
    environment: {
      SVC_BASE_URL: service.baseUrl,
      SVC_API_KEY: agency.key,
      SVC_OPERATOR_URL: service.operatorUrl,
      SVC_OPERATOR_TOKEN: service.operatorToken,
    },
    async withExisting(text) {
      return (await existing(text)).reduce((filled, [example, value]) => filled.replaceAll(example, value), text);
    },
    async clear() {
      await service.operator('DELETE', `/operator/v1/agencies/${agency.id}/containment`);
      for (const { id: tokenId, revoked_at } of (await service.operator('GET', '/operator/v1/tokens')).body.data) {
        if (revoked_at === null) await service.operator('DELETE', `/operator/v1/tokens/${tokenId}`);
      }
      const { data } = (await service.request('GET', '/v1/webhooks', { key: agency.key })).body;
      for (const { id: endpointId } of data) await service.request('DELETE', `/v1/webhooks/${endpointId}`, { key: agency.key });
    },
    async close() {
      await service.close();
      await receiver.close();
    },
  };
}
