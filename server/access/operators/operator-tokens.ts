import type { OperatorScope } from '../../../generated/operations.ts';
import { lockTransaction } from '../../database/advisory-locks.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { OperatorTransaction } from '../../orm/operator-models.ts';
import { isWellFormed, hashApiKey, newCredential } from '../keys/api-keys.ts';
import { hasInvisibleCharacters } from '../../lib/invisible-characters.ts';
import { sharedQuery } from '../../lib/shared-query.ts';

/** The names of the tokens of the configuration in the audit log and the console. */
export const firstTokenName = 'OPERATOR_TOKEN';
export const metricsTokenName = 'METRICS_TOKEN';

const prefix = 'svc_operator_';
const displayedLength = prefix.length + 4;

export interface KnownOperatorToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly expiresAt: Date;
  readonly revoked: boolean;
  readonly expired: boolean;
}

export function newOperatorToken() {
  const token = newCredential(prefix);
  return { token, hash: hashApiKey(token), prefix: token.slice(0, displayedLength) };
}

/** Finds a token by its hash, so that the duration reveals nothing about other tokens. Updates its last use at most once a minute. */
const find = `
  WITH token AS MATERIALIZED (
    SELECT id, name, scopes, expires_at, revoked_at IS NOT NULL AS revoked, expires_at <= clock_timestamp() AS expired,
           last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS is_to_note
      FROM operator_tokens WHERE token_hash = $1
  ), noted AS (
    UPDATE operator_tokens t SET last_used_at = now() FROM token
     WHERE t.id = token.id AND token.is_to_note AND NOT token.revoked AND NOT token.expired
  )
  SELECT id, name, scopes, expires_at AS "expiresAt", revoked, expired FROM token`;

/** Normalizes a name, so that lookalike names are equal. Undefined for a name that is invisible or has invisible characters. */
export function normalizedName(name: string): string | undefined {
  if (hasInvisibleCharacters(name)) return undefined;
  const normalized = name
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/[\s_\u2800-]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(normalized) ? normalized : undefined;
}

/** The name of a valid token with this normalized name. Locks out other transactions that compare names. */
export async function findSimilarName(transaction: OperatorTransaction, normalized: string): Promise<string | undefined> {
  await transaction.query({ text: `SELECT FROM ${lockTransaction('operatorTokenNames')}` });
  const tokens = await transaction.operator_tokens.rows({ where: { revoked_at: null }, attributes: ['name'] });
  return tokens.find(({ name }) => normalizedName(name) === normalized)?.name;
}

const findAll = 'SELECT token_hash AS "tokenHash" FROM operator_tokens';

/** The named operator tokens. A process caches all their hashes, and unknown tokens that arrive at the same time share a query, so guesses cost little. */
export class OperatorTokens {
  readonly #sql: Sql;
  /** By hash: null for a token that may be valid, or a token that is revoked or expired. */
  #known = new Map<string, KnownOperatorToken | null>();
  readonly #refresh: () => Promise<void>;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#refresh = sharedQuery(() => this.#readHashes());
  }

  /** Undefined for an unknown token. A revocation applies from the next request on in every process. */
  async find(text: string): Promise<KnownOperatorToken | undefined> {
    if (!isWellFormed(prefix, text)) return undefined;
    const hash = hashApiKey(text);
    const name = hash.toString('base64');
    if (!this.#known.has(name)) await this.#refresh();
    const known = this.#known.get(name);
    if (known !== null) return known;
    const [found] = await this.#sql.query<KnownOperatorToken>({ name: 'operator token', text: find, values: [hash] });
    if (found && (found.revoked || found.expired)) this.#known.set(name, found);
    return found;
  }

  async #readHashes(): Promise<void> {
    const rows = await this.#sql.query<{ tokenHash: Buffer }>({ name: 'operator token hashes', text: findAll });
    const names = rows.map(({ tokenHash }) => tokenHash.toString('base64'));
    this.#known = new Map(names.map((name) => [name, this.#known.get(name) ?? null]));
  }
}
