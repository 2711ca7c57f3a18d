import type { SignatureCheck } from '../../generated/models.ts';
import type {
  DeliveryRequests,
  StoredEvent,
  ReceivedDelivery,
  RequestedAttempt,
  SigningEndpointRow,
} from '../entities/delivery-request.ts';
import type { SecretOpener } from '../entities/signing-secret.ts';
import { checkSignatures, type HeaderNames } from './check-signatures.ts';
import { render } from '../delivery/send/render.ts';
import { deliverySigner, type SignDelivery } from '../delivery/send/sign.ts';
import { openSecrets } from '../delivery/send/signing-keys.ts';

/** Builds and checks requests outside deliveries, with the same result as the deliverer. */
export class RequestMaker implements DeliveryRequests {
  readonly #opener: SecretOpener;
  readonly #sign: SignDelivery;
  readonly #names: HeaderNames;

  constructor(opener: SecretOpener, formerBrand: string) {
    this.#opener = opener;
    this.#sign = deliverySigner(formerBrand);
    const former = formerBrand.toLowerCase();
    this.#names = {
      eventIds: ['webhook-id', 'service-event-id', `${former}-event-id`],
      schemes: [
        { kind: 'service', signature: 'service-signature', timestamp: 'service-signature-timestamp' },
        { kind: 'service', signature: `${former}-signature`, timestamp: `${former}-signature-timestamp` },
        { kind: 'standard', signature: 'webhook-signature', timestamp: 'webhook-timestamp' },
      ],
    };
  }

  body({ id, type, occurredAt, data }: Omit<StoredEvent, 'isReconstructed'>, apiVersion: string): string {
    return render({ id, type, occurredAt: occurredAt.getTime(), data }, apiVersion);
  }

  sign({ event, deliveryId, apiVersion, timestampSeconds }: RequestedAttempt, endpoint: SigningEndpointRow) {
    const body = this.body(event, apiVersion);
    const keys = openSecrets(this.#opener, endpoint).map(({ keys }) => keys);
    const { id: eventId, type: eventType, isReconstructed } = event;
    const { headers } = this.#sign({ eventId, eventType, deliveryId, isReconstructed, body, keys, timestampSeconds });
    const pairs = Array.from({ length: headers.length / 2 }, (_, index) => [headers[2 * index]!, headers[2 * index + 1]!] as const);
    return { headers: pairs, body };
  }

  eventIdOf({ headers }: ReceivedDelivery): string | undefined {
    return this.#names.eventIds.map((name) => headers.get(name)).find((id) => id !== undefined);
  }

  check(
    received: ReceivedDelivery,
    endpoint: SigningEndpointRow,
    others: readonly SigningEndpointRow[],
    sent: string | undefined,
    now: Date,
  ): SignatureCheck {
    return checkSignatures({
      names: this.#names,
      received,
      own: openSecrets(this.#opener, endpoint),
      others: others.flatMap((other) => openSecrets(this.#opener, other)),
      sent,
      nowSeconds: now.getTime() / 1_000,
    });
  }
}
