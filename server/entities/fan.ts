import type { FanRelation } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import type { Rows } from '../models/tables.ts';
import { sql } from '../orm/conditions.ts';
import type { ScopedReads } from '../orm/model-rows.ts';

/** A fan of one account. */
export interface FanPath {
  readonly account_id: string;
  readonly fan_id: string;
}

/** A row of `fans` with its tags. */
export type FanRow = Pick<Rows['fans'], 'fan_id' | 'fan_username' | 'assigned_user_id' | 'ai_locked_at' | 'related_at'> & {
  readonly tags: FanRelation['tags'];
};

export type KnownTag = FanRelation['tags'][number];

/** Returns the known tags of a fan, in the order of `known`. */
export function tagReader(known: readonly KnownTag[]): (tagIds: readonly string[]) => KnownTag[] {
  const places = new Map(known.map(({ id }, place) => [id, place]));
  return (tagIds) =>
    tagIds
      .map((id) => places.get(id))
      .filter((place) => place !== undefined)
      .sort((a, b) => a - b)
      .map((place) => known[place]!);
}

/** The search for a `FanRow` in `fans`. Tags are in the order of the agency's app. */
export const shownFan = {
  attributes: ['fan_id', 'fan_username', 'assigned_user_id', 'ai_locked_at', 'related_at'],
  expressions: {
    tags: sql<FanRelation['tags']>(
      `coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY t.position, t.id)
                   FROM {tags} t WHERE t.id = ANY(fans.tag_ids)), '[]')`,
    ),
  },
} as const;

export function presentFan(row: FanRow): FanRelation {
  return {
    fan_id: row.fan_id,
    fan_username: row.fan_username,
    assigned_user_id: row.assigned_user_id,
    ai_active: row.ai_locked_at !== null,
    tags: row.tags,
  };
}

/** Throws `unknown_account` unless an account in the tenant scope has the id. */
export async function requireAccount(
  data: ScopedReads<'creators'>,
  accountId: string,
  { problem }: Problems<'unknown_account'>,
): Promise<void> {
  if (!(await data.creators.row({ where: { account_id: accountId }, attributes: ['id'] }))) throw problem('unknown_account');
}

/** Throws `unknown_account` or `unknown_fan` unless an account in the tenant scope has the fan. */
export async function requireFan(
  data: ScopedReads<'fans' | 'creators'>,
  { account_id, fan_id }: FanPath,
  problems: Problems<'unknown_account' | 'unknown_fan'>,
): Promise<void> {
  if (await data.fans.row({ where: { account_id, fan_id }, attributes: ['fan_id'] })) return;
  await requireAccount(data, account_id, problems);
  throw problems.problem('unknown_fan');
}
