import type { Schemas } from '../schemas.ts';

/** What each tab of an endpoint is given. */
export interface EndpointTabProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  /** Called when the endpoint was changed. */
  reload(): void;
}
