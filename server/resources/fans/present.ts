import type { FanRelation } from '../../../generated/models/index.ts';

export interface FanRow {
  readonly fan_id: string;
  readonly fan_username: string | null;
  readonly assigned_user_id: string | null;
  readonly ai_locked_at: Date | null;
  readonly related_at: Date;
  readonly tags: FanRelation['tags'];
}

export type KnownTag = FanRelation['tags'][number];

/** Reads a fan's tags by their ids: those that are known, in the order in which they are given here. */
export function tagReader(known: readonly KnownTag[]): (tagIds: readonly string[]) => KnownTag[] {
  const places = new Map(known.map(({ id }, place) => [id, place]));
  return (tagIds) =>
    tagIds
      .map((id) => places.get(id))
      .filter((place) => place !== undefined)
      .sort((a, b) => a - b)
      .map((place) => known[place]!);
}

/** The columns of `FanRow` for rows of `fans` with the alias `f`; the tags come in the order of the agency's app. */
export const fanColumns = `
  f.fan_id, f.fan_username, f.assigned_user_id, f.ai_locked_at, f.related_at,
  coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY t.position, t.id)
              FROM {tags} t WHERE t.id = ANY(f.tag_ids)), '[]') AS tags`;

export function presentFan(row: FanRow): FanRelation {
  return {
    fan_id: row.fan_id,
    fan_username: row.fan_username,
    assigned_user_id: row.assigned_user_id,
    ai_active: row.ai_locked_at !== null,
    tags: row.tags,
  };
}
