import type { DeliveryEventType } from '../../generated/models/delivery-event-type.ts';
import { enumerations } from '../../generated/enumerations.ts';

/** Every type of event that is delivered, in the contract's order. */
export const deliveryEventTypes: readonly DeliveryEventType[] = enumerations.DeliveryEventType;
