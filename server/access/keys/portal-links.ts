import { createHash, randomBytes } from 'node:crypto';
import type { PortalTheme } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import { lockTransactionFor } from '../../database/advisory-locks.ts';
import type { Sql, TransactingSql } from '../../database/client/sql.ts';
import { Throttled } from '../../problems/errors.ts';
import { isUuid } from '../../query/uuid.ts';
import { isWellFormed, hashApiKey, newCredential } from './api-keys.ts';
import { audit } from '../audit/audit-log.ts';
import type { Author } from '../audit/author.ts';

const secretPrefix = 'svc_link_';
const sessionPrefix = 'svc_portal_';

/** The secret of a link, and the hash of its key, which no caller can send. */
export function newPortalLink() {
  const secret = newCredential(secretPrefix);
  const keyHash = createHash('sha256').update(randomBytes(32)).digest();
  return { secret, secretHash: hashApiKey(secret), keyHash, prefix: secret.slice(0, secretPrefix.length + 4) };
}

const originsOfLink = `
  SELECT l.allowed_origins
    FROM portal_links l JOIN api_keys k ON k.id = l.key_id JOIN agencies a ON a.id = l.agency_id AND a.erased_at IS NULL
   WHERE l.id = $1 AND k.revoked_at IS NULL AND k.containment_id IS NULL AND k.expires_at > clock_timestamp()`;

const use = `
  UPDATE portal_links l SET uses_left = l.uses_left - 1
    FROM api_keys k JOIN agencies a ON a.id = k.agency_id AND a.erased_at IS NULL
   WHERE l.id = $1 AND l.secret_hash = $2 AND l.uses_left > 0
     AND k.id = l.key_id AND k.revoked_at IS NULL AND k.containment_id IS NULL AND k.expires_at > clock_timestamp()
  RETURNING l.agency_id, l.uses_left, l.theme, k.id AS key_id, k.label, k.expires_at`;

interface UsedLink {
  readonly agency_id: string;
  readonly uses_left: number;
  readonly theme: PortalTheme | null;
  readonly key_id: string;
  readonly label: string;
  /** The expiry of the link's key, which always has one. */
  readonly expires_at: Date | null;
}

const secondsToNextOpening = `
  SELECT extract(epoch FROM uuid_extract_timestamp(l.id) + interval '1 hour' - statement_timestamp())::float8 AS seconds
    FROM audit_log l
   WHERE l.agency_id = $1 AND l.action = 'portal_link.opened' AND l.id >= first_id_at(statement_timestamp() - interval '1 hour')
   ORDER BY l.id DESC OFFSET ${limits.portalOpeningsOfAgency - 1} LIMIT 1`;

/** Throws `Throttled` if the agency's links were opened too often. The lock serializes parallel openings. */
async function checkOpenings(transaction: Sql, agencyId: string): Promise<void> {
  await transaction.query({ text: `SELECT ${lockTransactionFor('portalOpenings', '$1::uuid::text')}`, values: [agencyId] });
  const [full] = await transaction.query<{ seconds: number }>({ text: secondsToNextOpening, values: [agencyId] });
  if (!full) return;
  const most = limits.portalOpeningsOfAgency.toLocaleString('en');
  throw new Throttled(`The hourly limit of opened links is reached: ${most} of the agency.`, full.seconds);
}

const findSession = `
  SELECT k.key_hash, s.link_id FROM portal_sessions s JOIN portal_links l ON l.id = s.link_id JOIN api_keys k ON k.id = l.key_id
   WHERE s.session_hash = $1`;

/** Links to the portal and their sessions, which end with the link's key. */
export class PortalLinks {
  readonly #sql: TransactingSql;

  constructor(sql: TransactingSql) {
    this.#sql = sql;
  }

  /** The origins that may embed the portal; none for an unknown or ended link. */
  async originsOf(linkId: string): Promise<readonly string[]> {
    if (!isUuid(linkId)) return [];
    const [link] = await this.#sql.query<{ allowed_origins: string[] }>({ name: 'portal link', text: originsOfLink, values: [linkId] });
    return link?.allowed_origins ?? [];
  }

  /** Opens a session. Undefined for a wrong secret, an ended link, or a link without uses left. Throws `Throttled`; a refused attempt is not a use. */
  async open(linkId: string, secret: string, { address, requestId }: Pick<Author, 'address' | 'requestId'>) {
    if (!isUuid(linkId) || !isWellFormed(secretPrefix, secret)) return undefined;
    const token = newCredential(sessionPrefix);
    return this.#sql.transaction(async (transaction) => {
      const [link] = await transaction.query<UsedLink>({ text: use, values: [linkId, hashApiKey(secret)] });
      if (!link) return undefined;
      await checkOpenings(transaction, link.agency_id);
      await transaction.query({
        text: 'INSERT INTO portal_sessions (session_hash, link_id) VALUES ($1, $2)',
        values: [hashApiKey(token), linkId],
      });
      const author = { kind: 'key', id: link.key_id, name: link.label, address, requestId } as const;
      await audit(transaction, link.agency_id, author, {
        action: 'portal_link.opened',
        subjectId: link.key_id,
        subjectName: link.label,
        details: { link_id: linkId, uses_left: link.uses_left },
      });
      return { token, expiresAt: link.expires_at!, theme: link.theme };
    });
  }

  /** Whether a token is a session and not a key. */
  isSession(token: string): boolean {
    return token.startsWith(sessionPrefix);
  }

  async find(token: string) {
    if (!isWellFormed(sessionPrefix, token)) return undefined;
    const sessionHash = hashApiKey(token);
    const [row] = await this.#sql.query<{ key_hash: Buffer; link_id: string }>({
      name: 'portal session',
      text: findSession,
      values: [sessionHash],
    });
    return row && { linkId: row.link_id, keyHash: row.key_hash, sessionHash };
  }
}
