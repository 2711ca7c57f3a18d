// Generated from spec/ by `npm run generate`. Do not edit.

import type { FanRecord } from './fan-record.ts';
import type { CreatorRecordAccount } from './creator-record-account.ts';
import type { Media } from './media.ts';
import type { MessageSource } from './message-source.ts';
import type { RefundRecord } from './refund-record.ts';
import type { AiRequestAction } from './ai-request-action.ts';
import type { SendRecord } from './send-record.ts';
import type { EmployeeRecord } from './employee-record.ts';
import type { OrderType } from './order-type.ts';
import type { FanSubscriptionStatus } from './fan-subscription-status.ts';
import type { OrderRecord } from './order-record.ts';
import type { CreatorRecord } from './creator-record.ts';
import type { TagRecord } from './tag-record.ts';
import type { AiRequestRecord } from './ai-request-record.ts';

/**
 * One record. `type` names its kind.
 */
export type Record = AiRequestRecord | CreatorRecord | EmployeeRecord | FanRecord | OrderRecord | RefundRecord | SendRecord | TagRecord;
