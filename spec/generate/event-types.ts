import type { ContractDocument } from './contract.ts';
import { literal, type Output } from './output.ts';

/** Writes the types of events that are delivered, for code that goes through them. */
export async function generateEventTypes(document: ContractDocument, output: Output): Promise<void> {
  await output.module(
    'generated/event-types.ts',
    `
import type { DeliveryEventType } from './models.ts';

/** Every type of event that is delivered, in the contract's order. */
export const deliveryEventTypes: readonly DeliveryEventType[] = ${literal(Object.keys(document.webhooks ?? {}))};
`,
  );
}
