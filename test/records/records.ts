import type { RecordOf, RecordType } from '../../server/ingestion/record-tables.ts';

export type AnyRecord = RecordOf<RecordType>;

export function creator(id: string, fields: Partial<RecordOf<'creator'>> = {}): RecordOf<'creator'> {
  return { type: 'creator', id, name: `Creator ${id}`, account: { external_id: `account-${id}`, username: null }, ...fields };
}

export function employee(id: string, fields: Partial<RecordOf<'employee'>> = {}): RecordOf<'employee'> {
  return { type: 'employee', id, name: `Employee ${id}`, email: null, role: 'chatter', active: true, ...fields };
}

export function tag(id: string, fields: Partial<RecordOf<'tag'>> = {}): RecordOf<'tag'> {
  return { type: 'tag', id, name: `Tag ${id}`, color: null, position: 0, ...fields };
}

export function fan(accountId: string, fanId: string, fields: Partial<RecordOf<'fan'>> = {}): RecordOf<'fan'> {
  return {
    type: 'fan',
    account_id: accountId,
    fan_id: fanId,
    fan_username: `user-${fanId}`,
    subscription_status: 'active_subscriber',
    is_online: false,
    related_at: '2026-01-01T00:00:00Z',
    tag_ids: [],
    ...fields,
  };
}

export function send(id: string, creatorId: string, fields: Partial<RecordOf<'send'>> = {}): RecordOf<'send'> {
  return {
    type: 'send',
    id,
    sent_at: '2026-01-02T10:00:00Z',
    source: 'messaging',
    sent_by_user_id: null,
    creator_id: creatorId,
    fan_id: null,
    fan_username: null,
    is_private_media: false,
    price_eur: null,
    sale_status: null,
    message_id: null,
    media: [],
    ...fields,
  };
}

export function order(id: string, creatorId: string, fields: Partial<RecordOf<'order'>> = {}): RecordOf<'order'> {
  return {
    type: 'order',
    id,
    order_type: 'tip',
    creator_id: creatorId,
    fan_id: null,
    user_id: null,
    message_id: null,
    amount_cents: 100,
    created_at: '2026-01-02T10:00:00Z',
    ...fields,
  };
}

export function refund(orderId: string, refundedAt = '2026-01-03T10:00:00Z'): RecordOf<'refund'> {
  return { type: 'refund', order_id: orderId, refunded_at: refundedAt };
}

export function aiRequest(id: string, accountId: string, fields: Partial<RecordOf<'ai_request'>> = {}): RecordOf<'ai_request'> {
  return {
    type: 'ai_request',
    id,
    account_id: accountId,
    fan_id: 'f1',
    action: 'stop',
    requested_by_user_id: null,
    requested_at: '2026-01-02T10:00:00Z',
    ...fields,
  };
}
