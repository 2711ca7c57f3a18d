import { Keyring } from '../../server/access/encryption/keyring.ts';
import { openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { Deliverer } from '../../server/delivery/deliverer.ts';
import { DestinationGuard } from '../../server/delivery/send/destination-connector.ts';
import { Sender } from '../../server/delivery/send/send.ts';
import { parseRanges } from '../../server/entities/destination-ranges.ts';
import { silentMetrics } from '../support/silent-metrics.ts';

/** A deliverer in a process of its own, for tests that kill it or let several work side by side. */
const { pool } = openWorkerPool(process.env.DATABASE_URL!, 6, () => undefined);
const guard = new DestinationGuard({ policy: { devRanges: parseRanges(['127.0.0.0/8']) } });
const { DEADLY, DEAD_AFTER_MS } = process.env;
const sender = new Sender({ connector: guard.connector });
const deliverer = new Deliverer({
  pool,
  secrets: new Keyring(Buffer.from(process.env.SECRET_KEY!, 'base64')),
  connector: guard.connector,
  formerBrand: 'Legacy',
  log: { debug() {}, info() {}, warn: console.warn, error: console.error },
  metrics: silentMetrics,
  concurrency: 64,
  ...(DEAD_AFTER_MS === undefined ? {} : { deadAfterMs: Number(DEAD_AFTER_MS), beatMs: Number(DEAD_AFTER_MS) / 8 }),
  sender: {
    // A payload with the deadly text ends the process as it is sent.
    send(url, signed, settle) {
      if (DEADLY !== undefined && signed.body.includes(DEADLY)) process.kill(process.pid, 'SIGKILL');
      return sender.send(url, signed, settle);
    },
    close: () => sender.close(),
  },
});
deliverer.start();
process.on('disconnect', () => void deliverer.stop().then(() => process.exit()));
