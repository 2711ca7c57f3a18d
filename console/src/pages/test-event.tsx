import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { eventSummaries } from '../../../sdk/src/generated/events.ts';
import { ActionDialog } from '../components/dialog.tsx';
import { Choices } from '../components/fields.tsx';
import type { DeliveryEventType, Endpoint } from '../schemas.ts';
import { useAgency } from '../views.ts';

interface TestEventProps {
  readonly endpoint: Endpoint;
  onClose(): void;
  onDone(queued: { readonly delivery_id: string }): void;
}

/** Event types with their summaries, for `Choices`. */
export const eventOptions = <Type extends DeliveryEventType>(types: readonly Type[]) =>
  types.map((value) => ({ value, label: <code>{value}</code>, hint: eventSummaries[value] }));

/** Sends an event of a chosen type to this endpoint alone, with realistic data. */
export function TestEventDialog({ endpoint, ...dialog }: TestEventProps) {
  const { api } = useAgency();
  const [type, setType] = useState<DeliveryEventType>(endpoint.enabled_event_types[0] ?? 'ping');
  const params = { endpoint_id: endpoint.id };
  const send = () => (type === 'ping' ? api.webhooks.ping(params) : api.webhooks.sendTestEvent({ ...params, event_type: type }));
  return (
    <ActionDialog {...dialog} title="Send a test event" submit="Send" isForm work={send}>
      <p>It is signed and sent like any other event, but only to this endpoint. The ids in its data begin with test_.</p>
      <Choices
        legend="Event type"
        options={eventOptions(enumerations.DeliveryEventType)}
        value={[type]}
        one="type"
        onChange={([chosen]) => setType(chosen!)}
      />
    </ActionDialog>
  );
}
