import { firstShownId } from '../database/partitions/partitions.ts';
import { isOfCreators } from '../declare/event-creators.ts';

/** SQL: whether the failure `f` is retained, and of one of these creators: of any of them where the list is empty. */
export const isReplayable = (creatorIds: string) => `(
  f.id >= ${firstShownId}
  AND (${creatorIds} = '{}' OR ${isOfCreators('f.event_type', 'f.creator_id', creatorIds)}))`;
