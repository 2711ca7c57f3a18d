import type { ListSentMessagesRequest } from '../../../generated/interfaces/sent-messages.ts';
import type { Reach } from '../../access/reach.ts';
import type { Values } from '../../query/values.ts';

export interface Runs {
  /** One row for each run. */
  readonly from: string;
  /** Which rows `m` belong to the run. */
  readonly conditions: string[];
}

const everySource = ['messaging', 'script'];

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * The runs of an index that hold the wanted rows in the list's order: one per source, and per employee where employees
 * are asked for, or per creator where the creators are limited by the request or the key.
 */
export function runsOf(request: ListSentMessagesRequest, reach: Reach, values: Values): Runs {
  const sources = `unnest(${values.place(distinct(request.sources ?? everySource), 'text[]')}) AS s (source)`;
  const ofOwner = (column: string, owners: readonly string[]): Runs => ({
    from: `${sources} CROSS JOIN unnest(${values.place(distinct(owners), 'text[]')}) AS o (owner)`,
    conditions: ['m.source = s.source', `m.${column} = o.owner`],
  });
  const creatorIds = request.creator_ids?.filter((id) => reach.covers(id)) ?? (reach.isRestricted ? reach.creatorIds : undefined);
  if (request.user_ids) {
    const { from, conditions } = ofOwner('sent_by_user_id', request.user_ids);
    return {
      from,
      conditions: creatorIds ? [...conditions, `m.creator_id = ANY (${values.place(creatorIds, 'text[]')})`] : conditions,
    };
  }
  return creatorIds ? ofOwner('creator_id', creatorIds) : { from: sources, conditions: ['m.source = s.source'] };
}
