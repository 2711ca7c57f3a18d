import { vi } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService, type TestServiceOptions } from '../support/service.ts';
import { recordsOf } from '../support/sample-agency.ts';

/** An endpoint of the stage and what receives its deliveries. */
export interface StagedEndpoint {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

/** A service with an agency whose endpoints receive, refuse and hang, and with orders that were sent to all of them. */
export interface Stage {
  readonly service: TestService;
  readonly agency: TestAgency;
  readonly good: StagedEndpoint;
  readonly failing: StagedEndpoint;
  readonly hanging: StagedEndpoint;
  /** Brings in orders and resolves when the good endpoint has received them. */
  order(ids: readonly string[]): Promise<void>;
  /** Resolves when an endpoint has that many failure records. */
  failuresOf(endpoint: StagedEndpoint, count: number): Promise<void>;
  close(): Promise<void>;
}

/** Orders as the upstream platform reports them. The fan's name is markup: it is shown as text. */
const orderOf = (id: string, amountCents: number) => ({
  type: 'order',
  id,
  order_type: 'tip',
  creator_id: 'creator-1',
  fan_id: 'fan-1',
  user_id: null,
  message_id: null,
  amount_cents: amountCents,
  created_at: new Date().toISOString(),
});

export async function startStage(times: TestServiceOptions['times'] = {}): Promise<Stage> {
  const service = await startService({ retryDelaysMs: [20, 20, 20], times });
  const agency = await service.createAgency();
  await service.database.query({ text: 'UPDATE agencies SET name = $2 WHERE id = $1', values: [agency.id, 'Northlight Agency'] });
  await agency.ingest([{ type: 'employee', id: 'user-1', name: 'Lena', email: null, role: 'chatter', active: true }]);
  await agency.ingest([{ type: 'tag', id: 'tag-1', name: 'vip', color: null, position: 1 }, ...recordsOf('1', 'Mira')]);

  const endpointAt = async (label: string, receiver: Receiver, types: readonly string[]): Promise<StagedEndpoint> => {
    const answer = await service.request('POST', '/v1/webhooks', {
      key: agency.key,
      body: { url: receiver.url, label, enabled_event_types: types },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return { id: answer.body.id as string, secret: answer.body.secret as string, receiver };
  };
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  const [ok, refusing, silent] = receivers;
  refusing.answer = (_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end('<b>Down for maintenance</b>');
  silent.answer = () => undefined;
  const good = await endpointAt('Ledger', ok, ['order.created', 'order.refunded']);
  const failing = await endpointAt('<img src=x onerror=alert(1)> CRM', refusing, ['order.created']);
  const hanging = await endpointAt('', silent, ['order.created', 'assignment.updated']);

  return {
    service,
    agency,
    good,
    failing,
    hanging,
    async order(ids) {
      const before = ok.received.length;
      await agency.ingest(ids.map((id, index) => orderOf(id, 1_500 + index * 250)));
      await ok.waitFor(before + ids.length, 60_000);
    },
    async failuresOf({ id }, count) {
      const look = async () => {
        const { body } = await service.request('GET', `/v1/webhooks/${id}/failures`, { key: agency.key });
        if (body.data.length < count) throw new Error(`${body.data.length} of ${count} failures`);
      };
      await vi.waitFor(look, { timeout: 60_000, interval: 100 });
    },
    async close() {
      // What waits for the receiver that hangs ends.
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await service.close();
    },
  };
}
