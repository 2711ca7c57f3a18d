import type { Client } from './client.ts';
import { InvalidArgumentError } from './errors.ts';
import type { KnownWebhookEvent } from './schemas.ts';

/** The types of events whose facts the lists show. */
export type FactType = 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';

/** A fact, in the form of an event's `type` and `data`. It is as it is now, and not as it was when it occurred. */
export type Fact = {
  [Type in FactType]: { readonly type: Type; readonly data: Extract<KnownWebhookEvent, { type: Type }>['data'] };
}[FactType];

/** Settings of {@link reconcile}. */
export interface ReconcileOptions {
  /** The instant from which on facts are read, with an offset. Orders and their refunds are read by the time of the order. */
  start: string;
  /** Which of some facts are missing: {@link undeliveredTo} an endpoint, or those that your own database does not have. */
  missing: (facts: readonly Fact[]) => readonly Fact[] | Promise<readonly Fact[]>;
  /** The last checkpoint that you stored. It continues an unfinished walk; after a finished one, it begins the next, and `start` is not used. */
  checkpoint?: string | undefined;
  /** What to read. All but `assignment.updated` by default, which reads every fan. */
  types?: readonly FactType[];
  /** How far the next walk goes back before the beginning of this one, for facts that were recorded late. One day by default. */
  overlapMs?: number;
  /** Orders or fans of a page. 200 by default, the most. */
  pageSize?: number;
  /** Ends the walk. */
  signal?: AbortSignal;
}

/** The missing facts of one page of a list. */
export interface ReconciledPage {
  /** May be empty. */
  readonly facts: readonly Fact[];
  /** Store it after you have stored the facts. */
  readonly checkpoint: string;
}

/** The position of a walk: the next page of a list. `account` is the one whose fans are read. */
interface Position {
  readonly start: string;
  readonly begun: string;
  readonly list: 'orders' | 'fans' | 'ai_requests' | 'end';
  readonly account?: string;
  readonly cursor?: string;
}

/**
 * Walks the lists from an instant on and yields the facts that are missing, page by page, with one page in memory.
 *
 * After an interruption, call it with the last checkpoint that you stored. A page whose checkpoint you did not store comes again.
 * @example
 * const missing = undeliveredTo(client, endpointId);
 * for await (const { facts, checkpoint } of reconcile(client, { start: '2026-07-01T00:00:00Z', missing })) {
 *   for (const fact of facts) await takeIn(fact);
 *   await writeFile('checkpoint', checkpoint);
 * }
 */
export async function* reconcile(client: Client, options: ReconcileOptions): AsyncGenerator<ReconciledPage, void, undefined> {
  const { missing, types = ['order.created', 'order.refunded', 'conversation.ai_control_requested'], overlapMs = 86_400_000 } = options;
  const read = readerOf(client, types, options);
  let position = positionOf(options);
  while (position.list !== 'end') {
    const { facts, next } = await read(position);
    position = next;
    const wanted = facts.filter(({ type }) => types.includes(type));
    const found = wanted.length === 0 ? [] : await missing(wanted);
    const stored: Position =
      position.list === 'end' ? { ...position, start: new Date(Date.parse(position.begun) - overlapMs).toISOString() } : position;
    yield { facts: found, checkpoint: JSON.stringify(stored) };
  }
}

function positionOf({ start, checkpoint }: ReconcileOptions): Position {
  const begun = new Date().toISOString();
  if (checkpoint === undefined) {
    if (Number.isNaN(Date.parse(start))) throw new InvalidArgumentError('start', 'must be an instant, such as 2026-07-01T00:00:00Z');
    return { start, begun, list: 'orders' };
  }
  try {
    const stored = JSON.parse(checkpoint) as Position;
    if (['orders', 'fans', 'ai_requests'].includes(stored.list)) return stored;
    if (stored.list === 'end' && !Number.isNaN(Date.parse(stored.start))) return { start: stored.start, begun, list: 'orders' };
  } catch {
    // Not JSON.
  }
  throw new InvalidArgumentError('checkpoint', 'must be the text that reconcile returned');
}

/** Reads one page, and finds the position after it. */
function readerOf(client: Client, types: readonly FactType[], { pageSize: limit = 200, signal }: ReconcileOptions) {
  const options = signal ? { signal } : {};
  return async (position: Position): Promise<{ facts: Fact[]; next: Position }> => {
    const { start, begun, list } = position;
    const cursor = position.cursor === undefined ? {} : { cursor: position.cursor };
    const to = (next: Pick<Position, 'list' | 'account'>, following: string | null = null): Position => ({
      start,
      begun,
      ...next,
      ...(following === null ? {} : { cursor: following }),
    });

    if (list === 'orders' && types.some((type) => type.startsWith('order.'))) {
      const { data, next_cursor: following } = await client.orders.list({ start, limit, ...cursor }, options);
      const facts = data.flatMap((order): Fact[] => [
        { type: 'order.created', data: order },
        ...(order.refunded_at === null ? [] : [{ type: 'order.refunded', data: order } as const]),
      ]);
      return { facts, next: following === null ? to({ list: 'fans' }) : to({ list }, following) };
    }
    if (list !== 'ai_requests' && types.includes('assignment.updated')) {
      const accounts = (await client.creators.list({}, options)).data.map(({ account }) => account.external_id).toSorted();
      const account = accounts.find((id) => id >= (position.account ?? ''));
      if (account === undefined) return { facts: [], next: to({ list: 'ai_requests' }) };
      // The list of another account does not contain a position in the fans of a deleted one.
      const own = account === position.account ? cursor : {};
      const { data, next_cursor: following } = await client.fans.list({ account_id: account, limit, ...own }, options);
      const facts = data.map(({ fan_id, assigned_user_id }): Fact => {
        return { type: 'assignment.updated', data: { account_id: account, fan_id, assigned_user_id } };
      });
      if (following !== null) return { facts, next: to({ list: 'fans', account }, following) };
      const nextAccount = accounts.find((id) => id > account);
      return { facts, next: nextAccount === undefined ? to({ list: 'ai_requests' }) : to({ list: 'fans', account: nextAccount }) };
    }
    const wantsRequests = types.includes('conversation.ai_control_requested');
    // This list has one page: the oldest that are not acknowledged.
    const requests = wantsRequests ? (await client.aiRequests.list({ limit: 200 }, options)).data : [];
    return { facts: requests.map((data): Fact => ({ type: 'conversation.ai_control_requested', data })), next: to({ list: 'end' }) };
  };
}
