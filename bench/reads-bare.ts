import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

/**
 * What the service's lists are measured against, in a process of its own: Express and `pg` with the best statement by
 * hand for each list, prepared. It checks no key, no version, no limit and no parameter, and writes no log.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const agency = await pool.query<{ id: string }>('SELECT id FROM agencies');
const agencyId = agency.rows[0]!.id;

const lists: Readonly<Record<string, { position: readonly [string, string]; text: string }>> = {
  orders: {
    position: ['created_at', 'id'],
    text: `
      SELECT p.*, f.fan_username
        FROM (SELECT id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at, refunded_at
                FROM orders
               WHERE agency_id = $1 AND (created_at, id) < ($2, $3)
               ORDER BY created_at DESC, id DESC LIMIT :limit) p
        LEFT JOIN fans f ON f.agency_id = $1 AND f.account_id = p.account_id AND f.fan_id = p.fan_id
       ORDER BY p.created_at DESC, p.id DESC`,
  },
  'sent-messages': {
    position: ['sent_at', 'id'],
    text: `
      SELECT id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, price_eur, sale_status, message_id, media
        FROM ((SELECT * FROM sent_messages
                WHERE agency_id = $1 AND source = 'messaging' AND (sent_at, id) < ($2, $3)
                ORDER BY sent_at DESC, id DESC LIMIT :limit)
              UNION ALL
              (SELECT * FROM sent_messages
                WHERE agency_id = $1 AND source = 'script' AND (sent_at, id) < ($2, $3)
                ORDER BY sent_at DESC, id DESC LIMIT :limit)) m
       ORDER BY sent_at DESC, id DESC LIMIT :limit`,
  },
  fans: {
    position: ['related_at', 'fan_id'],
    text: `
      SELECT fan_id, fan_username, assigned_user_id, ai_locked_at IS NOT NULL AS ai_active, related_at, tag_ids AS tags
        FROM fans
       WHERE agency_id = $1 AND account_id = $4 AND (related_at, fan_id) < ($2, $3)
       ORDER BY related_at DESC, fan_id DESC LIMIT :limit`,
  },
};

type Row = Record<string, unknown>;

/** One more statement for the whole page costs less than one lookup per fan within the statement of the page. */
async function addTags(fans: readonly Row[]): Promise<void> {
  const text = 'SELECT id, name FROM tags WHERE agency_id = $1 ORDER BY position, id';
  const { rows } = await pool.query<{ id: string; name: string }>({ name: 'tags', text, values: [agencyId] });
  for (const fan of fans) {
    const ids = fan['tags'] as string[];
    fan['tags'] = ids.length > 0 ? rows.filter(({ id }) => ids.includes(id)) : [];
  }
}

const app = express();
app.disable('x-powered-by').disable('etag');
app.get('/:list', async (request, response) => {
  const name = request.params.list;
  const { position, text } = lists[name]!;
  const limit = Number(request.query['limit'] ?? 50);
  const { cursor = 'WyJpbmZpbml0eSIsIiJd' } = request.query as { cursor?: string };
  const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
  const account = name === 'fans' ? [request.query['account']] : [];
  const rowCount = String(limit + 1);
  const { rows } = await pool.query<Row>({
    name: `${name} ${rowCount}`,
    text: text.replaceAll(':limit', rowCount),
    values: [agencyId, at, id, ...account],
  });
  const data = rows.slice(0, limit);
  if (name === 'fans') await addTags(data);
  const last = data.at(-1);
  const next =
    rows.length > limit && last ? Buffer.from(JSON.stringify(position.map((column) => last[column]))).toString('base64url') : null;
  if (name === 'fans') for (const fan of data) delete fan['related_at'];
  response.json({ data, next_cursor: next });
});
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
