import type { EndpointIncident, WebhookEndpoint } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { Problems } from '../../generated/problems.ts';
import type { Rows } from '../models/tables.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { lockKey } from './api-key.ts';
import { lockContainmentInScope } from './containment.ts';
import { presentDisabled } from './disabled-endpoint.ts';
import { presentHeaders, sealHeaders } from './endpoint-headers.ts';
import { healthStatement, noAttempts, presentHealth, type HealthRow } from './endpoint-health.ts';
import { completeIncidents, readIncidents, type CountMissed } from './endpoint-incident.ts';
import type { CauseAccess } from './incident-causes.ts';
import { isOfCreators } from '../declare/event-creators.ts';
import { qualifiedColumns } from './qualified-columns.ts';
import { displayedSecretPrefix, placeOfSecrets, type SecretSealer } from './signing-secret.ts';

/** The columns that are shown. */
export const shownOfEndpoint = [
  'id',
  'url',
  'label',
  'secret_prefix',
  'enabled_event_types',
  'allowed_creator_ids',
  'header_names',
  'header_value_prefixes',
  'max_per_second',
  'api_version',
  'status',
  'disabled_reason',
  'disabled_at',
  'enabled_at',
  'episode_disabled_at',
  'certificate_expires_at',
  'containment_id',
  'consecutive_failures',
  'created_by_key_id',
  'created_by_link_id',
  'ends_with_link',
  'created_at',
  'listening_until',
] as const;

/** A row of `webhook_endpoints` without the secrets. */
export type EndpointRow = Pick<Rows['webhook_endpoints'], (typeof shownOfEndpoint)[number]>;

/** The columns of `EndpointRow`, for a table or subquery with the alias `e`. */
export const endpointColumns = qualifiedColumns('e', shownOfEndpoint);

/**
 * SQL: the assignments that set the status of the endpoint `e`; a null `wanted` leaves it. An endpoint that is disabled already keeps its reason and
 * time. A new generation separates deliveries from before the pause from later ones. Setting an endpoint to active resets its failures in a row,
 * and separates one that ended with its link from the link.
 */
export const statusChange = (
  wanted: string,
  reason: NonNullable<EndpointRow['disabled_reason']> = 'manual',
  endsWithLink = 'e.ends_with_link',
) => `
  ends_with_link = CASE WHEN ${wanted} = 'active' AND e.disabled_reason = 'link_ended' THEN false ELSE ${endsWithLink} END,
  status = coalesce(${wanted}, e.status),
  disabled_reason = CASE
    WHEN ${wanted} = 'active' THEN NULL
    WHEN ${wanted} = 'disabled' THEN coalesce(e.disabled_reason, '${reason}')
    ELSE e.disabled_reason END,
  disabled_at = CASE
    WHEN ${wanted} = 'active' THEN NULL
    WHEN ${wanted} = 'disabled' THEN coalesce(e.disabled_at, clock_timestamp())
    ELSE e.disabled_at END,
  generation = e.generation + (e.status = 'active' AND ${wanted} IS NOT DISTINCT FROM 'disabled')::integer,
  consecutive_failures = CASE WHEN ${wanted} = 'active' THEN 0 ELSE e.consecutive_failures END,
  enabled_at = CASE WHEN e.status = 'disabled' AND ${wanted} = 'active' THEN clock_timestamp() ELSE e.enabled_at END`;

/** SQL for RETURNING: whether an update changed fields that the contract shows. */
export const isChanged =
  ['old', 'new']
    .map((row) =>
      [
        'url',
        'label',
        'enabled_event_types',
        'allowed_creator_ids',
        'headers_ciphertext',
        'max_per_second',
        'status',
        'consecutive_failures',
        'ends_with_link',
      ]
        .map((column) => `${row}.${column}`)
        .join(', '),
    )
    .map((columns) => `(${columns})`)
    .join(' IS DISTINCT FROM ') + ' AS is_changed';

/** Changes of an endpoint. Undefined members stay. */
interface EndpointChange {
  /** Checked by `checkDestinationText`, normalized; null for the present one. */
  readonly url: string | null;
  readonly label: string | undefined;
  readonly enabledEventTypes: readonly string[] | undefined;
  readonly allowedCreatorIds: readonly string[] | undefined;
  readonly headers: ReturnType<typeof sealHeaders> | undefined;
  readonly maxPerSecond: number | null | undefined;
  readonly status: EndpointRow['status'] | undefined;
  readonly endsWithLink: boolean | undefined;
  /** The key that changes it. */
  readonly keyId: string | null;
}

/**
 * Changes an endpoint of the tenant scope; undefined if there is none. A new URL receives only events of the creators that the key may
 * access. Pending deliveries of other events are drained, like those of an earlier generation. An explicit status removes the endpoint from
 * a containment.
 */
export async function changeEndpoint(
  transaction: ScopedSql,
  id: string,
  { url, label, enabledEventTypes, allowedCreatorIds, headers, maxPerSecond, status, endsWithLink, keyId }: EndpointChange,
): Promise<(EndpointRow & { readonly is_changed: boolean }) | undefined> {
  const types = enabledEventTypes && [...new Set(enabledEventTypes)];
  const { creatorIds } = transaction.tenantScope;
  const [changed] = await transaction.query<EndpointRow & { is_changed: boolean }>({
    text: `
      UPDATE webhook_endpoints e SET
        url = coalesce($2, e.url),
        label = coalesce($3, e.label),
        enabled_event_types = coalesce($4::text[], e.enabled_event_types),
        allowed_creator_ids = coalesce($5::text[], e.allowed_creator_ids),
        header_names = coalesce($10::text[], e.header_names),
        header_value_prefixes = coalesce($11::text[], e.header_value_prefixes),
        headers_ciphertext = CASE WHEN $10 IS NULL THEN e.headers_ciphertext ELSE $12::bytea END,
        max_per_second = CASE WHEN $13 THEN $14::integer ELSE e.max_per_second END,
        url_creator_ids = CASE
          WHEN $2 <> e.url THEN $7::text[]
          WHEN e.url_creator_ids = '{}' OR $5 = '{}' THEN '{}'
          ELSE array(SELECT DISTINCT unnest(e.url_creator_ids || coalesce($5, '{}'))) END,
        narrowed_at = CASE
          WHEN $5 <> '{}' AND (e.allowed_creator_ids = '{}' OR NOT e.allowed_creator_ids <@ $5) THEN now()
          ELSE e.narrowed_at END,
        url_key_id = CASE WHEN $2 <> e.url THEN $8::uuid ELSE e.url_key_id END,
        certificate_expires_at = CASE WHEN $2 <> e.url THEN NULL ELSE e.certificate_expires_at END,
        drained_generation = CASE WHEN $2 <> e.url THEN 0 ELSE e.drained_generation END,
        containment_id = CASE WHEN $6::text IS NULL THEN e.containment_id END,
        ${statusChange('$6', 'manual', 'coalesce($9::boolean AND e.created_by_link_id IS NOT NULL, e.ends_with_link)')}
      WHERE e.id = $1 AND {scope webhook_endpoints e}
      RETURNING ${endpointColumns}, ${isChanged}`,
    values: [
      ...[id, url, label, types, allowedCreatorIds, status, creatorIds, keyId, endsWithLink],
      ...[headers?.header_names, headers?.header_value_prefixes, headers?.headers_ciphertext],
      ...[maxPerSecond !== undefined, maxPerSecond],
    ],
  });
  return changed;
}

/** SQL: whether an event may go to the URL of an endpoint, by the endpoint's `url_creator_ids`. */
export const mayGoOut = (urlCreatorIds: string, eventType: string, creatorId: string) =>
  `((${urlCreatorIds} = '{}' OR ${isOfCreators(eventType, creatorId, urlCreatorIds)}) IS TRUE)`;

/** The URL of every webhook listener, with a host name that cannot exist. */
export const listenerUrl = 'https://listener.invalid/';

export interface NewEndpoint {
  /** Checked by `checkDestinationText`, normalized. */
  url: string;
  label: string;
  enabledEventTypes: readonly string[];
  /** Creators of the agency; empty for all of them, including future ones. */
  allowedCreatorIds: readonly string[];
  /** Creators of the key that sets the URL; empty for all of them. */
  urlCreatorIds: readonly string[];
  headers: Parameters<typeof sealHeaders>[1];
  maxPerSecond: number | null;
  /** Release date of the version of the payloads. */
  apiVersion: string;
  secret: string;
  /** The key that creates it; null if an operator does. */
  keyId: string | null;
  /** The portal link through which it is created, and with which it ends. */
  linkId: string | null;
  /** Whether it receives over a stream. */
  isListener?: boolean;
}

/** The endpoint as the contract shows it. */
function presentEndpoint(row: EndpointRow, health: HealthRow, incident: EndpointIncident | null): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    label: row.label,
    secret_prefix: row.secret_prefix,
    enabled_event_types: row.enabled_event_types,
    allowed_creator_ids: row.allowed_creator_ids,
    headers: presentHeaders(row),
    max_per_second: row.max_per_second,
    api_version: row.api_version,
    status: row.status,
    ...presentDisabled(row),
    disabled_at: row.disabled_at?.toISOString() ?? null,
    consecutive_failures: row.consecutive_failures,
    created_by_key_id: row.created_by_key_id,
    created_by_link_id: row.created_by_link_id,
    ends_with_link: row.ends_with_link,
    created_at: row.created_at.toISOString(),
    certificate_expires_at: row.certificate_expires_at?.toISOString() ?? null,
    is_listening: row.listening_until && row.listening_until.getTime() > Date.now(),
    health: presentHealth(row, health),
    incident,
  };
}

/** An endpoint without attempts. */
export const presentNewEndpoint = (row: EndpointRow): WebhookEndpoint => presentEndpoint(row, noAttempts(row), null);

/** The endpoints with their latest attempts, and their incidents. */
export async function presentEndpoints(
  data: CauseAccess,
  rows: readonly EndpointRow[],
  countMissed: CountMissed,
): Promise<WebhookEndpoint[]> {
  if (rows.length === 0) return [];
  const health = new Map((await data.query<HealthRow>(healthStatement(rows, data.isScoped))).map((row) => [row.id, row]));
  const incidents = await completeIncidents(data, await readIncidents(data, rows, health), countMissed);
  return rows.map((row) => presentEndpoint(row, health.get(row.id) ?? noAttempts(row), incidents.get(row.id)?.incident ?? null));
}

export const presentOneEndpoint = async (data: CauseAccess, row: EndpointRow, countMissed: CountMissed): Promise<WebhookEndpoint> =>
  (await presentEndpoints(data, [row], countMissed))[0]!;

/**
 * Inserts an endpoint of the agency, inside the caller's transaction. A lock on the agency's row serializes parallel creations, so that the
 * limit is exact. Throws `unknown_creator` and `webhook_endpoint_limit`, and `KeyRevoked` if the key was revoked or contained meanwhile. If
 * an operator creates an endpoint of a contained agency, the endpoint is contained too, until the same release.
 */
export async function createEndpoint(
  data: ScopedSql,
  sealer: SecretSealer,
  endpoint: NewEndpoint,
  problems: Problems<'unknown_creator' | 'webhook_endpoint_limit'>,
): Promise<EndpointRow> {
  const row = await insertEndpoint(data, sealer, endpoint, problems);
  if (row) return row;
  throw problems.problem('webhook_endpoint_limit', { detail: `The agency already has ${limits.endpointsOfAgency} webhook endpoints.` });
}

/** As `createEndpoint`, for an endpoint that receives over a stream. Throws `webhook_listener_limit`. */
export async function createListener(
  data: ScopedSql,
  sealer: SecretSealer,
  endpoint: Omit<NewEndpoint, 'url'>,
  problems: Problems<'unknown_creator' | 'webhook_listener_limit'>,
): Promise<EndpointRow> {
  const row = await insertEndpoint(data, sealer, { ...endpoint, url: listenerUrl, isListener: true }, problems);
  if (row) return row;
  const [count] = await data.query<{ of_agency: number }>({
    text: 'SELECT l.of_agency FROM listeners_of_agency({agency_id}, $1::uuid) l',
    values: [endpoint.keyId],
  });
  const isFull = count!.of_agency >= limits.listenersOfAgency;
  throw problems.problem('webhook_listener_limit', {
    detail: isFull
      ? `The agency already has ${limits.listenersOfAgency} listeners.`
      : `The key has already created ${limits.listenersOfKey} listeners.`,
  });
}

/** Returns undefined if the agency or the key has reached its limit. */
async function insertEndpoint(
  data: ScopedSql,
  sealer: SecretSealer,
  endpoint: NewEndpoint,
  { problem }: Problems<'unknown_creator'>,
): Promise<EndpointRow | undefined> {
  await lockKey(data, endpoint.keyId);
  // A containment waits for the lock on the key or, without a key, for this lock.
  if (endpoint.keyId === null) await lockContainmentInScope(data);
  const allowedCreatorIds = [...new Set(endpoint.allowedCreatorIds)];
  const [agency] = await data.query<{ id: string; endpoint_id: string; known_creators: number }>({
    text: `
      SELECT a.id, uuidv7() AS endpoint_id, (SELECT count(*) FROM {creators} c WHERE c.id = ANY ($1::text[])) AS known_creators
        FROM {agencies} a
         FOR NO KEY UPDATE OF a`,
    values: [allowedCreatorIds],
  });
  if (!agency) throw new Error(`agency ${data.tenantScope.agencyId} does not exist`);
  if (agency.known_creators < allowedCreatorIds.length) throw problem('unknown_creator');
  const headers = sealHeaders(sealer, endpoint.headers, agency.id, agency.endpoint_id);
  const [row] = await data.query<EndpointRow>({
    text: `
      INSERT INTO webhook_endpoints AS e
        (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, url_creator_ids,
         api_version, created_by_key_id, url_key_id, created_by_link_id, ends_with_link, listening_until, header_names, header_value_prefixes, headers_ciphertext, max_per_second,
         containment_id, status, disabled_reason, disabled_at)
      SELECT {agency_id}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $11::uuid, $11, $12::uuid, $12 IS NOT NULL, CASE WHEN $13 THEN clock_timestamp() END, $15, $16, $17, $18, contained.id,
             CASE WHEN contained.id IS NULL THEN 'active' ELSE 'disabled' END, CASE WHEN contained.id IS NOT NULL THEN 'manual' END,
             CASE WHEN contained.id IS NOT NULL THEN clock_timestamp() END
        FROM (SELECT containment_of_agency({agency_id}) AS id) contained
       WHERE CASE WHEN $13
         THEN (SELECT l.of_agency < $10 AND l.of_key < $14 FROM listeners_of_agency({agency_id}, $11::uuid) l)
         ELSE endpoints_of_agency({agency_id}) < $10 END
      RETURNING ${endpointColumns}`,
    values: [
      agency.endpoint_id,
      endpoint.url,
      endpoint.label,
      sealer.encrypt(endpoint.secret, placeOfSecrets(agency.id, agency.endpoint_id)),
      displayedSecretPrefix(endpoint.secret),
      [...new Set(endpoint.enabledEventTypes)],
      allowedCreatorIds,
      endpoint.urlCreatorIds,
      endpoint.apiVersion,
      endpoint.isListener ? limits.listenersOfAgency : limits.endpointsOfAgency,
      endpoint.keyId,
      endpoint.linkId,
      endpoint.isListener ?? false,
      limits.listenersOfKey,
      headers.header_names,
      headers.header_value_prefixes,
      headers.headers_ciphertext,
      endpoint.maxPerSecond,
    ],
  });
  return row;
}
