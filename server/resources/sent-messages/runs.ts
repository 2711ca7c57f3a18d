import type { ListSentMessagesRequest } from '../../../generated/interfaces/sent-messages.ts';
import type { TenantScope } from '../../access/scope/tenant-scope.ts';
import { messageSources } from '../../entities/sent-message.ts';
import type { Values } from '../../query/values.ts';

export interface Runs {
  readonly count: number;
  /** One row for each run. */
  readonly from: string;
  /** Which rows `m` belong to the run. */
  readonly conditions: string[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * The runs of an index that hold the wanted rows in the list's order: one per source, and per employee where employees
 * are requested, or per creator where the creators are limited by the request or the key.
 */
export function runsOf(request: ListSentMessagesRequest, tenantScope: TenantScope, values: Values): Runs {
  const wanted = distinct(request.sources ?? messageSources);
  const sources = `unnest(${values.place(wanted, 'text[]')}) AS s (source)`;
  const ofOwner = (column: string, given: readonly string[]): Runs => {
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
    const runs = ofOwner('sent_by_user_id', request.user_ids);
    return creatorIds ? { ...runs, conditions: [...runs.conditions, `m.creator_id = ANY (${values.place(creatorIds, 'text[]')})`] } : runs;
  }
  return creatorIds ? ofOwner('creator_id', creatorIds) : { count: wanted.length, from: sources, conditions: ['m.source = s.source'] };
}
