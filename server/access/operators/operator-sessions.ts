import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '../../../generated/limits.ts';
import type { OperatorScope } from '../../../generated/operations.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { OperatorModels } from '../../orm/operator-models.ts';
import { isWellFormed, newCredential } from '../keys/api-keys.ts';
import { audit } from '../audit/audit-log.ts';
import type { Author } from '../audit/author.ts';

const prefix = 'svc_session_';

/** Hexadecimal digits at the end of a secret that prove that it was created with OPERATOR_TOKEN. */
const sealLength = 16;

/** A valid session. Its id, name and scopes are those of the named token of the login; null for the token that the service was started with. */
export interface KnownSession {
  readonly tokenId: string | null;
  readonly name: string | null;
  readonly scopes: readonly OperatorScope[] | null;
  readonly expiresAt: Date;
}

const find = `
  SELECT s.token_id AS "tokenId", t.name, t.scopes, s.expires_at AS "expiresAt"
    FROM operator_sessions s LEFT JOIN operator_tokens t ON t.id = s.token_id
   WHERE s.session_hash = $1 AND s.expires_at > clock_timestamp()
     AND (s.token_id IS NULL OR (t.revoked_at IS NULL AND t.expires_at > clock_timestamp()))`;

const open = `
  INSERT INTO operator_sessions (session_hash, token_id, expires_at)
  SELECT $1, $2::uuid, least(now() + make_interval(hours => $3), (SELECT t.expires_at FROM operator_tokens t WHERE t.id = $2))
  RETURNING expires_at AS "expiresAt"`;

export interface OperatorSessionsOptions {
  readonly sql: Sql;
  readonly data: OperatorModels;
  readonly operatorToken: string;
}

/**
 * Sessions of operators at the console. A session lasts some hours, and no longer than the token of its login: revoking the token ends it from the
 * next request on, in every process. Changing OPERATOR_TOKEN ends all sessions.
 */
export class OperatorSessions {
  readonly #options: OperatorSessionsOptions;

  constructor(options: OperatorSessionsOptions) {
    this.#options = options;
  }

  /** Undefined for an invalid or ended session. A secret that this installation did not create costs no query. */
  async find(secret: string): Promise<KnownSession | undefined> {
    if (!this.#isSealed(secret)) return undefined;
    const { sql } = this.#options;
    const [found] = await sql.query<KnownSession>({ name: 'operator session', text: find, values: [this.hashOf(secret)] });
    return found;
  }

  /** Only the browser stores the secret. */
  async open(author: Author) {
    const unsealed = newCredential(prefix);
    const secret = unsealed + this.#sealOf(unsealed);
    return this.#options.data.transaction(async (transaction) => {
      const [opened] = await transaction.query<{ expiresAt: Date }>({
        text: open,
        values: [this.hashOf(secret), author.id, limits.sessionHours],
      });
      await audit(transaction, null, author, { action: 'operator_session.opened', subjectId: author.id, subjectName: author.name });
      return { secret, expiresAt: opened!.expiresAt };
    });
  }

  async end(secret: string, author: Author): Promise<void> {
    await this.#options.data.transaction(async (transaction) => {
      const ended = await transaction.operator_sessions.destroy({ session_hash: this.hashOf(secret) });
      if (ended.length === 0) return;
      await audit(transaction, null, author, { action: 'operator_session.ended', subjectId: author.id, subjectName: author.name });
    });
  }

  #sealOf(unsealed: string): string {
    return createHmac('sha256', this.#options.operatorToken).update(`seal ${unsealed}`).digest('hex').slice(0, sealLength);
  }

  #isSealed(secret: string): boolean {
    const [unsealed, seal] = [secret.slice(0, -sealLength), secret.slice(-sealLength)];
    if (!isWellFormed(prefix, unsealed) || !/^[0-9a-f]{16}$/.test(seal)) return false;
    return timingSafeEqual(Buffer.from(this.#sealOf(unsealed)), Buffer.from(seal));
  }

  /** The stored hash, from which neither the secret nor OPERATOR_TOKEN can be guessed. */
  hashOf(secret: string): Buffer {
    return createHmac('sha256', this.#options.operatorToken).update(secret).digest();
  }
}
