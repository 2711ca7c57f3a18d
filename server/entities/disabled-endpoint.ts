import type { WebhookEndpoint } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';

type CauseRow = Pick<Rows['webhook_endpoints'], 'disabled_reason' | 'containment_id'>;
type Shown = Pick<WebhookEndpoint, 'disabled_reason' | 'disabled_detail'>;

/**
 * The column stores the cause, and the contract shows one of two reasons. The end of a portal link is `manual`, because a person ended it
 * or set its expiry. The enforcement of a quota is `auto_breaker`, because the service does it.
 */
const reasonOf: Readonly<Record<NonNullable<CauseRow['disabled_reason']>, Shown['disabled_reason']>> = {
  manual: 'manual',
  link_ended: 'manual',
  auto_breaker: 'auto_breaker',
  auto_quota: 'auto_breaker',
};

function detailOf({ disabled_reason: cause, containment_id: containmentId }: CauseRow): Shown['disabled_detail'] {
  if (cause === 'auto_quota' || cause === 'link_ended') return cause;
  return containmentId === null ? null : 'contained';
}

/** Reason and detail of the contract; nulls while the endpoint is active. */
export function presentDisabled(row: CauseRow): Shown {
  const { disabled_reason: cause } = row;
  return { disabled_reason: cause && reasonOf[cause], disabled_detail: cause && detailOf(row) };
}
