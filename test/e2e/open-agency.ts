import { operations, type Client } from '../../sdk/src/index.ts';
import type { IncomingRecord, OperatorClient } from '../../sdk/src/operator.ts';
import { clientOf, operatorOf } from '../sdk/clients.ts';
import type { TestService } from '../support/service.ts';

export interface OpenedAgency {
  readonly id: string;
  /** Has every scope and every creator. */
  readonly client: Client;
  readonly operator: OperatorClient;
  /** Takes in what comes from the upstream platform. */
  ingest(...records: IncomingRecord[]): Promise<{ created: number; updated: number; unchanged: number }>;
}

/** What an operator does for a new agency, by the SDK alone: the agency, and a key for its integration. */
export async function openAgency(service: TestService): Promise<OpenedAgency> {
  const operator = operatorOf(service);
  const { id } = await operator.agencies.create({ name: 'Northlight' });
  const scopes = [...new Set(Object.values(operations).flatMap(({ scope }) => scope ?? []))];
  const { api_key: apiKey } = await operator.keys.create({ agency_id: id, label: 'Integration', scopes });
  return {
    id,
    client: clientOf(service, apiKey),
    operator,
    ingest: (...records) => operator.records.ingest({ agency_id: id, records }),
  };
}
