import type { Sql } from '../database/sql.ts';
import { isUuid } from '../query/uuid.ts';

const originsOfLink = `
  SELECT l.allowed_origins FROM portal_links l JOIN api_keys k ON k.id = l.key_id
   WHERE l.id = $1 AND k.revoked_at IS NULL AND k.containment_id IS NULL AND k.expires_at > clock_timestamp()`;

/** Links to the portal, as the portal's page needs them. */
export class PortalLinks {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Origins whose pages may show the portal inside of their own: none for a link that is over or never was. */
  async originsOf(linkId: string): Promise<readonly string[]> {
    if (!isUuid(linkId)) return [];
    const [link] = await this.#sql.query<{ allowed_origins: string[] }>({ name: 'portal link', text: originsOfLink, values: [linkId] });
    return link?.allowed_origins ?? [];
  }
}
