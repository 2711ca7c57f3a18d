import type { ErasedRows } from '../../generated/models.ts';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { readRoles } from '../../server/database/client/roles.ts';
import type { TransactingSql } from '../../server/database/client/sql.ts';
import { erase } from '../../server/retention/erasure/erase.ts';
import { aiRequest, creator, employee, fan, order, refund, send, type AnyRecord } from '../records/records.ts';
import { fromBrowser } from '../support/console.ts';
import type { Answer, TestAgency, TestService } from '../support/service.ts';

/** What is searched for after an erasure: an id, a name, a message and a note that nothing else contains. */
export const person = { id: 'fan-4711-erased', name: 'marble_fox_erased', message: 'message-erased-1', note: 'prefers erased mornings' };

/** Records about the person, and about another fan of the same creator. */
export const records = (at = new Date().toISOString()): AnyRecord[] => [
  creator('c1'),
  creator('c2'),
  employee('e1'),
  fan('account-c1', person.id, { fan_username: person.name }),
  fan('account-c2', person.id, { fan_username: person.name }),
  fan('account-c1', 'fan-other'),
  order('o1', 'c1', { fan_id: person.id, message_id: person.message, amount_cents: 700, created_at: at }),
  order('o2', 'c2', { fan_id: person.id, amount_cents: 300, created_at: at }),
  order('o3', 'c1', { fan_id: 'fan-other', amount_cents: 900, created_at: at }),
  refund('o2', at),
  send('s1', 'c1', { fan_id: person.id, fan_username: person.name, message_id: person.message, sent_at: at }),
  send('s2', 'c1', { fan_id: 'fan-other', fan_username: 'user-fan-other', sent_at: at }),
  aiRequest('r1', 'account-c1', { fan_id: person.id, requested_at: at }),
  aiRequest('r2', 'account-c1', { fan_id: 'fan-other', requested_at: at }),
];

/** The worker's own pool: with its role and no other rights. */
export async function workerOf(service: TestService): Promise<WorkerPool> {
  const url = service.config.databaseUrl!;
  return openWorkerPool(url, 2, () => undefined, new Set(), (await readRoles(url)).worker);
}

/** Carries out an erasure to its end, without the pauses of the job. */
export async function carryOut(worker: TransactingSql, erasureId: string, signal = new AbortController().signal): Promise<void> {
  for (let turns = 0; turns < 100; turns++) {
    const [row] = await worker.query<{ is_open: boolean }>({
      text: 'SELECT ended_at IS NULL AS is_open FROM erasures WHERE id = $1',
      values: [erasureId],
    });
    if (!row!.is_open) return;
    await erase(worker, { erasureId }, signal, { settleMs: 0, turnMs: 60_000 });
  }
  throw new Error('the erasure does not end');
}

/** A note and its change by the agency, an assignment, and, by an operator in the agency's place, a note: all about the person. */
export async function useFan(service: TestService, agency: TestAgency): Promise<void> {
  const path = `/v1/accounts/account-c1/fans/${person.id}`;
  const expectOk = (answer: Answer) => {
    if (answer.status >= 300) throw new Error(answer.text);
  };
  const etag = async () => (await service.request('GET', `${path}/insight`, { key: agency.key })).body.etag as string;
  for (const text of [person.note, `${person.note}, again`]) {
    const body = { note: text, etag: await etag() };
    expectOk(await service.request('PATCH', `${path}/insight`, { key: agency.key, body }));
  }
  expectOk(await service.request('PUT', `${path}/assignment`, { key: agency.key, body: { user_id: 'e1' } }));
  const headers = { 'service-version': 'Amethyste', authorization: `Bearer ${service.operatorToken}` };
  const body = { note: `${person.note}, by an operator`, etag: await etag() };
  expectOk(await fromBrowser(service, 'PATCH', `/console/agencies/${agency.id}${path}/insight`, { headers, body }));
}

/** The tables of the counts of an erasure. */
export const tablesIn = (counts: readonly ErasedRows[]) => counts.map(({ table }) => table);
