// Generated from spec/ by `npm run generate`. Do not edit.

import type { StatusComponent } from './status-component.ts';
import type { StatusHistory } from './status-history.ts';
import type { Release } from './release.ts';

/**
 * State of the service as its users see it.
 */
export interface Status {
  /** The worst state of any component. */
  status: 'operational' | 'degraded' | 'down';
  /** When the components were checked. */
  checked_at: string;
  /** The current release. */
  version: Release;
  /** The parts of the service. */
  components: Array<StatusComponent>;
  /** What the parts of the service were in the last 90 days. Empty where it cannot be read. */
  history: Array<StatusHistory>;
}
