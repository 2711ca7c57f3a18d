import { isOfCreators } from '../access/reach-sql.ts';

/** SQL: whether the failure `f` is kept, and of one of these creators: of any of them where the list is empty. */
export const isReplayable = (creatorIds: string) => `(
  f.id >= first_id_at(now() - interval '30 days')
  AND (${creatorIds} = '{}' OR ${isOfCreators('f.event_type', 'f.creator_id', creatorIds)}))`;
