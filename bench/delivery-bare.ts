import { createHmac, randomBytes } from 'node:crypto';
import { Agent, type Dispatcher } from 'undici';
import { inFlight, times } from './agency.ts';
import type { Drained } from './delivery-market.ts';
import type { Receiver } from './delivery-receiving.ts';
import { startMeter } from './sides.ts';

const concurrency = 128;
const eventBytes = 400;
const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;
const body = JSON.stringify({ id: 'event-1', type: 'order.created', data: { id: 'order-1', note: 'x'.repeat(eventBytes - 75) } });

function signed(): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { 'content-type': 'application/json', 'service-signature': `v1=${signature}`, 'service-signature-timestamp': seconds };
}

/** The upper limit: one signature and one request per delivery, without a database. */
export async function drainBare(receiver: Receiver, count: number): Promise<Drained> {
  const agent = new Agent({ allowH2: false, pipelining: 1 });
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData() {},
        onResponseEnd: () => resolve(),
        onResponseError: (_controller, error) => reject(error),
      };
      agent.dispatch({ origin: receiver.httpUrl, path: '/', method: 'POST', body, headers: signed() }, handler);
    });
  const expected = await receiver.expect(count);
  const endMeter = startMeter({ receiver });
  await inFlight(concurrency, times(count, String), send);
  const { firstAt, lastAt } = await expected.reached();
  const spent = endMeter();
  await agent.destroy();
  return {
    deliveriesPerSecond: count / ((lastAt - firstAt) / 1_000),
    senderCpu: (spent.generator / count) * 1_000,
    databaseCpu: 0,
    receiverCpu: (spent.receiver / count) * 1_000,
    elsewherePercent: spent.elsewhere * 100,
  };
}
