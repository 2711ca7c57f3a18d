import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

/**
 * The bare handler that the list of orders is compared with, in a separate process: Express and `pg` with the best prepared statement. It
 * checks neither keys, versions, limits nor parameters, and writes no log.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const pageItems = 50;
const text = `
  SELECT p.*, f.fan_username
    FROM (SELECT id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at, refunded_at
            FROM orders WHERE agency_id = (SELECT id FROM agencies) ORDER BY created_at DESC, id DESC LIMIT ${pageItems + 1}) p
    LEFT JOIN fans f ON f.agency_id = (SELECT id FROM agencies) AND f.account_id = p.account_id AND f.fan_id = p.fan_id
   ORDER BY p.created_at DESC, p.id DESC`;

const app = express();
app.disable('x-powered-by').disable('etag');
app.get('/v1/orders', async (_request, response) => {
  const { rows } = await pool.query<{ created_at: Date; id: string }>({ name: 'orders', text });
  const data = rows.slice(0, pageItems);
  const { created_at, id } = data.at(-1)!;
  response.json({ data, next_cursor: Buffer.from(JSON.stringify([created_at, id])).toString('base64url') });
});
const server = app.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
