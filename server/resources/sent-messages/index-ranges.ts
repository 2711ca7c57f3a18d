import type { ListSentMessagesRequest } from '../../../generated/interfaces/sent-messages.ts';
import type { TenantScope } from '../../access/scope/tenant-scope.ts';
import { messageSources } from '../../entities/sent-message.ts';
import type { Values } from '../../query/values.ts';

export interface IndexRanges {
  readonly count: number;
  /** SQL with one row per range. */
  readonly from: string;
  /** Conditions on the rows `m` of a range. */
  readonly conditions: string[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * The ranges of an index with the requested rows in the list's order: one per source, and per employee if employees are requested, or per creator if
 * the request or the key limits creators.
 */
export function indexRangesOf(request: ListSentMessagesRequest, tenantScope: TenantScope, values: Values): IndexRanges {
  const wanted = distinct(request.sources ?? messageSources);
  const sources = `unnest(${values.place(wanted, 'text[]')}) AS s (source)`;
  const ofOwner = (column: string, given: readonly string[]): IndexRanges => {
    const owners = distinct(given);
    return {
      count: wanted.length * owners.length,
      from: `${sources} CROSS JOIN unnest(${values.place(owners, 'text[]')}) AS o (owner)`,
      conditions: ['m.source = s.source', `m.${column} = o.owner`],
    };
  };
  const creatorIds =
    request.creator_ids?.filter((id) => tenantScope.covers(id)) ?? (tenantScope.isRestricted ? tenantScope.creatorIds : undefined);
  if (request.user_ids) {
    const ranges = ofOwner('sent_by_user_id', request.user_ids);
    if (creatorIds) ranges.conditions.push(`m.creator_id = ANY (${values.place(creatorIds, 'text[]')})`);
    return ranges;
  }
  return creatorIds ? ofOwner('creator_id', creatorIds) : { count: wanted.length, from: sources, conditions: ['m.source = s.source'] };
}
