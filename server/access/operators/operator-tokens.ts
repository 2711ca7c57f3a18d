import type { OperatorScope } from '../../../generated/operations.ts';
import { lockTransaction } from '../../database/advisory-locks.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { OperatorTransaction } from '../../orm/operator-models.ts';
import { canBeMinted, hashApiKey, mint } from '../keys/api-keys.ts';
import { hasInvisibleCharacters } from '../../lib/invisible-characters.ts';
import { sharedQuery } from '../../lib/shared-query.ts';

/** As the audit log and the console name the token that the service was started with. */
export const firstTokenName = 'OPERATOR_TOKEN';

/** The same for the token that reads only the metrics. */
export const metricsTokenName = 'METRICS_TOKEN';

const prefix = 'svc_operator_';
const displayedLength = prefix.length + 4;

/** A named operator token as the database knows it. */
export interface KnownOperatorToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly expiresAt: Date;
  readonly revoked: boolean;
  readonly expired: boolean;
}

export interface MintedOperatorToken {
  readonly token: string;
  readonly hash: Buffer;
  /** Its first characters, for display. */
  readonly prefix: string;
}

export function mintOperatorToken(): MintedOperatorToken {
  const token = mint(prefix);
  return { token, hash: hashApiKey(token), prefix: token.slice(0, displayedLength) };
}

/** Looks a token up by its hash, so that the time it takes reveals nothing about any token, and notes once a minute that it is in use. */
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

/**
 * What two names that read alike have in common: compatible forms of characters, case and accents' forms, and spaces are the same. Undefined
 * for a name that shows nothing, or has characters that do not show.
 */
export function readingOf(name: string): string | undefined {
  if (hasInvisibleCharacters(name)) return undefined;
  const reading = name
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/[\s_\u2800-]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(reading) ? reading : undefined;
}

/** The name of a token that is not revoked and that reads so. Other transactions that ask for one wait until this one is over. */
export async function nameThatReads(transaction: OperatorTransaction, reading: string): Promise<string | undefined> {
  await transaction.query({ text: `SELECT FROM ${lockTransaction('operatorTokenNames')}` });
  const tokens = await transaction.operator_tokens.rows({ where: { revoked_at: null }, attributes: ['name'] });
  return tokens.find(({ name }) => readingOf(name) === reading)?.name;
}

const findAll = 'SELECT token_hash AS "tokenHash" FROM operator_tokens';

/**
 * The named operator tokens of the installation. A process knows the hashes of all: a token with another hash costs no query of its own,
 * because all that arrive meanwhile share one query. So the number of guesses costs the database nothing.
 */
export class OperatorTokens {
  readonly #sql: Sql;
  /** By hash: null for a token that may be valid, or what is known of one that is revoked or expired for good. */
  #known = new Map<string, KnownOperatorToken | null>();
  readonly #learn: () => Promise<void>;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#learn = sharedQuery(() => this.#readHashes());
  }

  /** Undefined for a text that is not a token, or is unknown. A revocation holds from the next request on in every process. */
  async find(text: string): Promise<KnownOperatorToken | undefined> {
    if (!canBeMinted(prefix, text)) return undefined;
    const hash = hashApiKey(text);
    const name = hash.toString('base64');
    if (!this.#known.has(name)) await this.#learn();
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
