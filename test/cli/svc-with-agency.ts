import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { sharedService, startService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { CommandLine } from './run-svc.ts';

/** A service with an agency, and `svc` with that agency's key. */
export interface SvcWithAgency {
  readonly service: TestService;
  readonly agency: SampleAgency;
  readonly svc: CommandLine;
  close(): Promise<void>;
}

/** With the service that other files share, unless options ask for another one. */
export async function svcWithAgency(options?: TestServiceOptions): Promise<SvcWithAgency> {
  const [service, svc] = await Promise.all([options ? startService(options) : sharedService(), CommandLine.create()]);
  const agency = await createSampleAgency(service, 'Northlight');
  svc.environment = {
    ...svc.environment,
    SVC_BASE_URL: service.baseUrl,
    SVC_API_KEY: agency.key,
    SVC_OPERATOR_URL: service.operatorUrl,
    SVC_OPERATOR_TOKEN: service.operatorToken,
  };
  return {
    service,
    agency,
    svc,
    async close() {
      await Promise.all([service.close(), svc.close()]);
    },
  };
}
