import { randomUUID } from 'node:crypto';
import type { EventType } from '../../../generated/events.ts';
import type { EndpointReport } from '../../../generated/models.ts';
import { currentRelease } from '../../../generated/releases.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import type { AttemptEnd } from './attempt.ts';
import { connectorWithFacts } from './connection-facts.ts';
import { classify } from './outcome.ts';
import { render } from './render.ts';
import { Sender } from './send.ts';
import { deliverySigner, type SignDelivery } from './sign.ts';
import { keysOf, type SigningKeys } from './signing-keys.ts';

/** The operators' webhook for events about endpoints. */
export interface OperatorAddress {
  readonly url: string;
  readonly secret: string;
}

/** An event about an endpoint, the payload of a job. */
export interface OperatorNotice {
  readonly id: string;
  readonly type: EventType;
  readonly created_at: string;
  readonly data: EndpointReport;
}

export interface OperatorNotifierOptions {
  readonly address: OperatorAddress;
  readonly formerBrand: string;
  readonly log: Pick<DeliveryLog, 'info' | 'error'>;
  readonly metrics: { countOperatorNotice(outcome: 'delivered' | 'retried' | 'failed'): void };
}

/** For connection and TLS handshake. */
const connectTimeoutMs = 10_000;

/**
 * Sends events about endpoints to the operators' webhook, rendered and signed like deliveries. Its address is part of the configuration, so it may be
 * private. The certificate is verified, whatever the environment says.
 */
export class OperatorNotifier {
  readonly #options: OperatorNotifierOptions;
  readonly #sender: Sender;
  readonly #sign: SignDelivery;
  readonly #keys: readonly SigningKeys[];

  constructor(options: OperatorNotifierOptions) {
    this.#options = options;
    this.#sender = new Sender({ connector: connectorWithFacts({ allowH2: false, timeout: connectTimeoutMs, rejectUnauthorized: true }) });
    this.#sign = deliverySigner(options.formerBrand);
    this.#keys = [keysOf(options.address.secret)];
  }

  /** Rejects if the event must be sent again. The log never has the address, whose path or query may be secret. */
  async send(notice: OperatorNotice, signal: AbortSignal, attempt: { readonly number: number; readonly most: number }): Promise<void> {
    const { log, metrics } = this.#options;
    const error = await this.#attempt(notice, signal);
    const { agency_id, endpoint_id } = notice.data;
    const fields = { event_id: notice.id, event_type: notice.type, agency_id, endpoint_id, attempt: attempt.number };
    if (error === null) {
      metrics.countOperatorNotice('delivered');
      log.info(fields, 'notified the operator of an endpoint');
    } else if (attempt.number < attempt.most) {
      metrics.countOperatorNotice('retried');
      throw new Error(`could not notify the operator of endpoint ${endpoint_id}: ${error}`);
    } else {
      metrics.countOperatorNotice('failed');
      log.error({ ...fields, error }, 'could not notify the operator of an endpoint; gave up');
    }
  }

  close(): Promise<void> {
    return this.#sender.close();
  }

  /** Why the attempt failed; null for a response with a 2xx. */
  async #attempt({ id, type, created_at, data }: OperatorNotice, signal: AbortSignal): Promise<string | null> {
    const body = render({ id, type, occurredAt: Date.parse(created_at), data: JSON.stringify(data) }, currentRelease.date);
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const signed = this.#sign({
      eventId: id,
      eventType: type,
      deliveryId: randomUUID(),
      isReconstructed: false,
      body,
      keys: this.#keys,
      timestampSeconds,
    });
    const end = await new Promise<AttemptEnd>((settle) => {
      const sent = this.#sender.send(this.#options.address.url, signed, settle);
      signal.addEventListener('abort', () => sent.abandon(), { once: true });
    });
    const outcome = classify(end);
    if (outcome.by === 'service') return 'it was not sent';
    return outcome.error === 'http_status' ? `status ${outcome.statusCode}` : outcome.error && (outcome.errorDetail ?? outcome.error);
  }
}
