import type { WebhookHeader } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import { fieldRefusal } from '../problems/validation-error.ts';
import type { Rows } from '../models/tables.ts';
import type { SecretOpener, SecretSealer } from './signing-secret.ts';

/** A header with its value, as it is sent. */
type Header = readonly [name: string, value: string];

/** A header of a request. Without a value, the stored one stays. */
interface GivenHeader {
  readonly name: string;
  readonly value?: string;
}

type HeaderColumns = Pick<Rows['webhook_endpoints'], 'header_names' | 'header_value_prefixes' | 'headers_ciphertext'>;

/** Names that deliveries have, that belong to HTTP itself, or that trace an attempt. `own` headers cannot replace them. */
const reservedNames = new Set([
  ...['connection', 'cookie', 'date', 'expect', 'host', 'http2-settings', 'keep-alive', 'set-cookie', 'te', 'trailer', 'transfer-encoding'],
  ...['traceparent', 'tracestate', 'upgrade', 'user-agent', 'via'],
]);

const isReserved = (name: string, formerBrand: string) =>
  reservedNames.has(name) ||
  ['content-', 'proxy-', 'service-', 'webhook-', `${formerBrand.toLowerCase()}-`].some((prefix) => name.startsWith(prefix));

/** The place of an endpoint's headers, so that they cannot be decrypted as those of another endpoint. */
const placeOfHeaders = (agencyId: string, endpointId: string) => `headers of ${agencyId} ${endpointId}`;

export const openHeaders = (opener: SecretOpener, sealed: Buffer, agencyId: string, endpointId: string) =>
  JSON.parse(opener.decrypt(sealed, placeOfHeaders(agencyId, endpointId))) as Header[];

export const renewHeaders = (sealer: Pick<SecretSealer, 'renew'>, sealed: Buffer, agencyId: string, endpointId: string) =>
  sealer.renew(sealed, placeOfHeaders(agencyId, endpointId));

export function sealHeaders(sealer: SecretSealer, headers: readonly Header[], agencyId: string, endpointId: string): HeaderColumns {
  return {
    header_names: headers.map(([name]) => name),
    header_value_prefixes: headers.map(([, value]) => value.slice(0, Math.min(4, Math.floor(value.length / 4)))),
    headers_ciphertext: headers.length === 0 ? null : sealer.encrypt(JSON.stringify(headers), placeOfHeaders(agencyId, endpointId)),
  };
}

/** The headers of a request, with the `stored` values of those without one. Throws `validation_failed`. */
export function checkHeaders(
  given: readonly GivenHeader[],
  stored: readonly Header[],
  formerBrand: string,
  problems: Problems<'validation_failed'>,
): Header[] {
  const storedValues = new Map(stored.map(([name, value]) => [name.toLowerCase(), value]));
  const names = given.map(({ name }) => name.toLowerCase());
  return given.map(({ name, ...rest }, index) => {
    const value = rest.value ?? storedValues.get(names[index]!);
    const refuse = (member: string, message: string) => fieldRefusal(`headers.${index}.${member}`, message, member, problems);
    if (isReserved(names[index]!, formerBrand)) throw refuse('name', 'is the name of a header that only the service sends');
    if (names.indexOf(names[index]!) < index) throw refuse('name', 'must differ from the other names, regardless of case');
    if (value === undefined) throw refuse('value', 'is required: no value of this header is stored for this origin');
    return [name, value];
  });
}

export const presentHeaders = (row: Pick<HeaderColumns, 'header_names' | 'header_value_prefixes'>): WebhookHeader[] =>
  row.header_names.map((name, index) => ({ name, value_prefix: row.header_value_prefixes[index]! }));
