import type { FillIn } from '../../config/installation.ts';
import type { Site } from '../../pages/site.ts';
import type { StatusHistory } from '../../status/history.ts';
import type { ServiceChecks } from '../../status/service-checks.ts';

export interface MetaDependencies {
  readonly checks: ServiceChecks;
  /** Of the last 90 days; empty where the database does not answer. */
  readonly history: () => Promise<StatusHistory>;
  readonly fillIn: FillIn;
  readonly site: Site;
}
