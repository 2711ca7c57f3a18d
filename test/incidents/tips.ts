import { recordsOf } from '../support/sample-agency.ts';

/** Records of a creator with a fan. */
export const creatorRecords = [{ type: 'tag', id: 'tag-1', name: 'vip', color: null, position: 1 }, ...recordsOf('1', 'Mira')];

/** A record of an order of the creator, which was created now. */
export const tip = (id: string) => ({
  type: 'order',
  order_type: 'tip',
  id,
  creator_id: 'creator-1',
  fan_id: null,
  user_id: null,
  message_id: null,
  amount_cents: 100,
  created_at: new Date().toISOString(),
});
