import type { Sql } from '../database/sql.ts';
import { Problem } from '../problems/problem.ts';
import { displayedSecretPrefix } from './signing-secret.ts';

export const maxEndpointsPerAgency = 10;

/** A webhook endpoint as its table holds it, without its secrets. */
export interface EndpointRow {
  id: string;
  url: string;
  label: string;
  secret_prefix: string;
  enabled_event_types: string[];
  allowed_creator_ids: string[];
  api_version: string;
  status: 'active' | 'disabled';
  disabled_reason: 'manual' | 'auto_breaker' | null;
  disabled_at: Date | null;
  created_at: Date;
}

/** The columns of `EndpointRow`, for a table or subquery with the alias `e`. */
export const endpointColumns =
  'e.id, e.url, e.label, e.secret_prefix, e.enabled_event_types, e.allowed_creator_ids, e.api_version, e.status, ' +
  'e.disabled_reason, e.disabled_at, e.created_at';

export interface NewEndpoint {
  /** Checked by `checkDestinationText`, normalised. */
  url: string;
  label: string;
  enabledEventTypes: readonly string[];
  /** Creators of the agency; empty for all of them, also future ones. */
  allowedCreatorIds: readonly string[];
  /** Release date of the version that payloads are rendered in. */
  apiVersion: string;
  secret: string;
}

/** Encrypts secrets at rest. */
export interface SecretSealer {
  encrypt(text: string): Buffer;
}

/**
 * Inserts an endpoint inside the caller's transaction. The lock on the agency's row lets parallel creations wait for
 * each other, so that the limit holds. Throws the problem `webhook_endpoint_limit`.
 */
export async function createEndpoint(
  transaction: Sql,
  sealer: SecretSealer,
  agencyId: string,
  endpoint: NewEndpoint,
): Promise<EndpointRow> {
  await transaction.query({ text: 'SELECT id FROM agencies WHERE id = $1 FOR NO KEY UPDATE', values: [agencyId] });
  const [row] = await transaction.query<EndpointRow>({
    text: `
      INSERT INTO webhook_endpoints AS e
        (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8
      WHERE (SELECT count(*) FROM webhook_endpoints WHERE agency_id = $1) < $9
      RETURNING ${endpointColumns}`,
    values: [
      agencyId,
      endpoint.url,
      endpoint.label,
      sealer.encrypt(endpoint.secret),
      displayedSecretPrefix(endpoint.secret),
      [...new Set(endpoint.enabledEventTypes)],
      [...new Set(endpoint.allowedCreatorIds)],
      endpoint.apiVersion,
      maxEndpointsPerAgency,
    ],
  });
  if (!row) {
    throw new Problem('webhook_endpoint_limit', { detail: `The agency already has ${maxEndpointsPerAgency} webhook endpoints.` });
  }
  return row;
}
