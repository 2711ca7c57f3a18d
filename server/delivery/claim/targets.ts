import { liveSecretsSql } from '../../entities/signing-secret.ts';
import type { DeliveryTarget } from './leased-delivery.ts';

/** SQL: the columns of an endpoint that sending needs, of the table as `e` or of a subquery that selects them. */
export const targetColumns = (alias: string) =>
  alias === 'e'
    ? `e.agency_id, e.id AS endpoint_id, e.url, e.api_version, e.generation, e.consecutive_failures, e.listening_until IS NOT NULL AS is_listener, ${liveSecretsSql('e')} AS secrets, encode(e.headers_ciphertext, 'base64') AS headers`
    : ['agency_id', 'endpoint_id', 'url', 'api_version', 'generation', 'consecutive_failures', 'is_listener', 'secrets', 'headers']
        .map((column) => `${alias}.${column}`)
        .join(', ');

export interface TargetRow {
  readonly agency_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly api_version: string;
  readonly generation: number;
  readonly consecutive_failures: number;
  readonly is_listener: boolean;
  readonly secrets: string;
  readonly headers: string | null;
}

/** Reads the targets of a statement's rows. Deliveries to one endpoint share a target. */
export class TargetReader {
  readonly #known = new Map<string, DeliveryTarget>();

  read(row: TargetRow): DeliveryTarget {
    let target = this.#known.get(row.endpoint_id);
    if (!target) {
      target = {
        agencyId: row.agency_id,
        endpointId: row.endpoint_id,
        url: row.url,
        apiVersion: row.api_version,
        secrets: row.secrets,
        headers: row.headers,
        generation: row.generation,
        consecutiveFailures: row.consecutive_failures,
        isListener: row.is_listener,
      };
      this.#known.set(row.endpoint_id, target);
    }
    return target;
  }
}
