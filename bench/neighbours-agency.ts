import { randomUUID } from 'node:crypto';
import type { RunningService } from './service.ts';

/** How much an agency holds. */
export interface Holding {
  readonly creators: number;
  readonly fans: number;
  readonly orders: number;
  readonly keys: number;
}

export interface BenchAgency {
  readonly id: string;
  readonly keys: readonly string[];
}

const largestBatch = 1_000;

/** What an order of the operator answers. Throws what was refused. */
export async function operate<Answer>(service: RunningService, path: string, body: object, method = 'POST'): Promise<Answer> {
  const answer = await fetch(service.operatorUrl + path, {
    method,
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

export function orderOf(number: number, { creators, fans }: Pick<Holding, 'creators' | 'fans'>): object {
  return {
    type: 'order',
    id: randomUUID(),
    order_type: 'push',
    creator_id: `creator-${number % creators}`,
    fan_id: `fan-${number % fans}`,
    user_id: 'employee-1',
    message_id: null,
    amount_cents: 500 + (number % 100),
    created_at: new Date(Date.now() - (number % 20_000) * 60_000).toISOString(),
  };
}

/** Makes an agency with its records and keys, over the operator API alone. */
export async function makeAgency(service: RunningService, name: string, holding: Holding): Promise<BenchAgency> {
  const { id } = await operate<{ id: string }>(service, '/operator/v1/agencies', { name });
  const creators = Array.from({ length: holding.creators }, (_, n) => ({
    type: 'creator',
    id: `creator-${n}`,
    name: `Creator ${n}`,
    account: { external_id: `account-${n}`, username: `creator${n}` },
  }));
  const fans = Array.from({ length: holding.fans }, (_, n) => ({
    type: 'fan',
    account_id: `account-${n % holding.creators}`,
    fan_id: `fan-${n}`,
    fan_username: `fan_${n}`,
    subscription_status: 'active_subscriber',
    is_online: n % 10 === 0,
    related_at: new Date(Date.now() - n * 60_000).toISOString(),
    tag_ids: [],
  }));
  const orders = Array.from({ length: holding.orders }, (_, n) => orderOf(n, holding));
  for (const records of [creators, fans, orders]) {
    for (let from = 0; from < records.length; from += largestBatch) {
      await operate(service, `/operator/v1/agencies/${id}/records`, { records: records.slice(from, from + largestBatch) });
    }
  }
  const keys: string[] = [];
  while (keys.length < holding.keys) {
    const made = await operate<{ api_key: string }>(service, `/operator/v1/agencies/${id}/keys`, {
      label: `key ${keys.length}`,
      scopes: ['read:orders', 'read:fans', 'read:analytics', 'read:webhooks', 'write:webhooks'],
    });
    keys.push(made.api_key);
  }
  return { id, keys };
}
