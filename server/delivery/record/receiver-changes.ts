import type { Sql } from '../../database/client/sql.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { DeliveryTarget } from '../claim/leased-delivery.ts';
import type { DelivererOptions, DeliveryLog } from '../deliverer-options.ts';
import type { ReceiverOutcome } from '../send/outcome.ts';

export interface ReceiverChangesOptions {
  readonly sql: Sql;
  readonly log: Pick<DeliveryLog, 'warn'>;
  readonly knownHosts: DelivererOptions['knownHosts'];
}

/** What accepted attempts of this process have shown of a receiver. Times are milliseconds since the epoch. */
interface Receiver {
  readonly url: string;
  readonly hostname: string;
  readonly port: string;
  readonly isTls: boolean;
  /** When its certificates expire. A receiver has several if its instances differ. */
  readonly certificateEnds: number[];
  /** The latest last. */
  readonly servers: string[];
  /** Resolutions without a common address, the latest last. */
  readonly resolutions: (readonly string[])[];
  acceptedAt: number | undefined;
  /** Whether the latest attempt failed. */
  isFailing: boolean;
  writtenAt: number;
}

type Change = readonly [kind: 'server' | 'address', before: string | null, after: string | null];

const maxReceivers = 20_000;

/** The values of `Server` and the certificates that are remembered of the instances of a receiver. */
const maxInstances = 4;

/** The addresses of a name with more resolutions change all the time, so that a change explains nothing. */
const maxResolutions = 3;

const writePauseMs = 60_000;

/** The first change of ten minutes stays: a receiver that alternates between servers adds no more rows. */
const write = `
  INSERT INTO receiver_changes (agency_id, endpoint_id, slot, kind, accepted_at, failed_at, before, after)
  SELECT $1, $2, date_bin('10 minutes', $4, 'epoch'), f.kind, $3, $4, f.before, f.after
    FROM unnest($5::text[], $6::text[], $7::text[]) AS f (kind, before, after)
  ON CONFLICT DO NOTHING`;

/** A URL that was changed meanwhile has another receiver. */
const writeCertificate = `
  UPDATE webhook_endpoints e SET certificate_expires_at = $4
   WHERE e.agency_id = $1 AND e.id = $2 AND e.url = $3 AND e.certificate_expires_at IS DISTINCT FROM $4`;

/** The first product of a header `Server`. Other characters could imitate the service's own words. */
const productOf = (server: string | undefined) => /^[\w.+-]{1,40}(?:\/[\w.+-]{1,20})?/.exec(server ?? '')?.[0];

function newReceiver(url: string): Receiver {
  const { hostname = '', port = '', protocol } = URL.parse(url) ?? {};
  const name = hostname.replace(/\.$/, '');
  return {
    url,
    hostname: name,
    port,
    isTls: protocol === 'https:',
    certificateEnds: [],
    servers: [],
    resolutions: [],
    acceptedAt: undefined,
    isFailing: false,
    writtenAt: -Infinity,
  };
}

/** Adds a value as the latest one. */
function add<Value>(values: Value[], isSame: (known: Value) => boolean, value: Value, most: number): void {
  if (values.at(-1) === value) return;
  const known = values.findIndex(isSame);
  if (known >= 0) values.splice(known, 1);
  values.push(value);
  if (values.length > most) values.shift();
}

const shares = (addresses: readonly string[]) => (known: readonly string[]) => known.some((address) => addresses.includes(address));

/**
 * Records what changed about a receiver between its last accepted and its first failed attempt in this process: the header `Server`, and the
 * addresses of its name. Accepted attempts are only remembered, and cost no statement. A certificate that the receiver did not have yet costs one.
 */
export class ReceiverChanges {
  readonly #options: ReceiverChangesOptions;
  readonly #receivers = new LruCache<{ current: Receiver }>(maxReceivers);
  /** Receivers with a certificate that is not stored, and when it expires. */
  readonly #certificates = new Map<Receiver, readonly [DeliveryTarget, end: number]>();
  #isWritingCertificates = false;

  constructor(options: ReceiverChangesOptions) {
    this.#options = options;
  }

  observe(target: DeliveryTarget, startedAt: number, { error, server }: ReceiverOutcome): void {
    if (target.isListener) return;
    const cached = this.#receivers.get(target.endpointId, () => ({ current: newReceiver(target.url) }));
    if (cached.current.url !== target.url) cached.current = newReceiver(target.url);
    const receiver = cached.current;
    this.#observeCertificate(target, receiver);
    const product = productOf(server);
    const addresses = this.#options.knownHosts?.addressesOf(receiver.hostname);
    if (error === null) {
      receiver.isFailing = false;
      receiver.acceptedAt = Math.max(startedAt, receiver.acceptedAt ?? 0);
      if (product !== undefined) add(receiver.servers, (known) => known === product, product, maxInstances);
      if (addresses) add(receiver.resolutions, shares(addresses), addresses, maxResolutions);
      return;
    }
    const { acceptedAt, isFailing } = receiver;
    if (isFailing || acceptedAt === undefined || startedAt < acceptedAt) return;
    receiver.isFailing = true;
    if (error === 'destination_forbidden' || startedAt - receiver.writtenAt < writePauseMs) return;
    const changes = changesOf(receiver, product, addresses);
    if (changes.length === 0) return;
    receiver.writtenAt = startedAt;
    void this.#write(target, acceptedAt, startedAt, changes);
  }

  #observeCertificate(target: DeliveryTarget, receiver: Receiver): void {
    const { hostname, port, isTls, certificateEnds } = receiver;
    const end = isTls ? this.#options.knownHosts?.certificateEndOf(hostname, port) : undefined;
    if (end === undefined || certificateEnds.includes(end)) return;
    add(certificateEnds, (known) => known === end, end, maxInstances);
    this.#certificates.set(receiver, [target, end]);
    if (!this.#isWritingCertificates) void this.#writeCertificates();
  }

  /** One endpoint at a time: a statement that locks several could wait for one that locks them in another order. */
  async #writeCertificates(): Promise<void> {
    const { sql, log } = this.#options;
    this.#isWritingCertificates = true;
    for (const [receiver, [{ agencyId, endpointId, url }, end]] of this.#certificates) {
      this.#certificates.delete(receiver);
      try {
        await sql.query({ name: 'write-certificate', text: writeCertificate, values: [agencyId, endpointId, url, new Date(end)] });
      } catch (error) {
        // The next attempt writes it.
        receiver.certificateEnds.length = 0;
        log.warn({ err: error, endpoint_id: endpointId }, 'could not record the expiry of a certificate');
      }
    }
    this.#isWritingCertificates = false;
  }

  async #write({ agencyId, endpointId }: DeliveryTarget, acceptedAt: number, failedAt: number, changes: readonly Change[]) {
    const { sql, log } = this.#options;
    const values = [
      agencyId,
      endpointId,
      new Date(acceptedAt),
      new Date(failedAt),
      ...[0, 1, 2].map((part) => changes.map((change) => change[part])),
    ];
    try {
      await sql.query({ name: 'write-receiver-changes', text: write, values });
    } catch (error) {
      log.warn({ err: error, endpoint_id: endpointId }, 'could not record a change of a receiver');
    }
  }
}

function changesOf({ servers, resolutions }: Receiver, product: string | undefined, addresses: readonly string[] | undefined): Change[] {
  const changes: Change[] = [];
  const before = servers.at(-1);
  if (product !== undefined && before !== undefined && !servers.includes(product)) changes.push(['server', before, product]);
  const isStable = resolutions.length > 0 && resolutions.length < maxResolutions;
  // Agencies must not learn addresses of private networks, so none is stored.
  if (addresses && isStable && !resolutions.some(shares(addresses))) changes.push(['address', null, null]);
  return changes;
}
