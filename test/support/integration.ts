import { afterAll, beforeAll } from 'vitest';
import { operations, type Client } from '../../sdk/src/index.ts';
import type { IncomingRecord, OperatorClient } from '../../sdk/src/operator.ts';
import { clientOf, operatorOf } from '../sdk/clients.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { sharedService, startService, type TestService, type TestServiceOptions } from './service.ts';

export interface OpenedAgency {
  readonly id: string;
  /** Has every scope and every creator. */
  readonly client: Client;
  readonly operator: OperatorClient;
  /** Ingests records of the upstream platform. */
  ingest(...records: IncomingRecord[]): Promise<{ created: number; updated: number; unchanged: number }>;
}

/** What an operator does for a new agency, by the SDK alone: the agency, and a key for its integration. */
async function openAgency(service: TestService): Promise<OpenedAgency> {
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

export interface Integration {
  readonly agency: OpenedAgency;
  /** Of the agency's webhooks, once there is an endpoint for it. */
  readonly receiver: Receiver;
  readonly service: TestService;
}

/**
 * Starts a service, a receiver and an agency with these records for the tests of a file, and stops them at its end. Where the service
 * need not deliver, it is that of the worker.
 */
export function useIntegration(
  records: readonly IncomingRecord[] = [],
  options: Pick<TestServiceOptions, 'delivers' | 'retryDelaysMs'> = {},
): () => Integration {
  let service: TestService | undefined;
  let receiver: Receiver | undefined;
  let agency: OpenedAgency | undefined;
  beforeAll(async () => {
    [service, receiver] = await Promise.all([options.delivers === false ? sharedService() : startService(options), startReceiver()]);
    agency = await openAgency(service);
    if (records.length > 0) await agency.ingest(...records);
  });
  afterAll(async () => {
    await service?.close();
    await receiver?.close();
  });
  return () => ({ agency: agency!, receiver: receiver!, service: service! });
}
