import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { eventSummaries } from '../../../sdk/src/generated/events.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Choices } from '../components/fields.tsx';
import type { Schemas } from '../schemas.ts';
import { useAgency } from '../views.ts';

type EventType = Schemas['DeliveryEventType'];

interface TestEventProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  onClose(): void;
  /** Called with the id of the delivery that was queued. */
  onSent(deliveryId: string): void;
}

/** Event types, each with what it says. */
export const eventOptions = <Type extends EventType>(types: readonly Type[]) =>
  types.map((value) => ({ value, label: <code>{value}</code>, hint: eventSummaries[value] }));

/** Sends an event of a type that is chosen, with data as real ones have it, to this endpoint alone. */
export function TestEventDialog({ endpoint, onClose, onSent }: TestEventProps) {
  const { api } = useAgency();
  const [type, setType] = useState<EventType>(endpoint.enabled_event_types[0] ?? 'ping');
  const send = async () => {
    const place = { endpoint_id: endpoint.id };
    const { delivery_id: id } = await (type === 'ping'
      ? api.webhooks.ping(place)
      : api.webhooks.sendTestEvent({ ...place, event_type: type }));
    onSent(id);
  };
  return (
    <ActionDialog title="Send a test event" submit="Send" isForm work={send} onClose={onClose}>
      <p>It is signed and sent like any other event, but only to this endpoint. The ids in its data begin with test_.</p>
      <Choices
        legend="Event type"
        options={eventOptions(enumerations.DeliveryEventType)}
        chosen={[type]}
        one="type"
        onChange={([chosen]) => setType(chosen!)}
      />
    </ActionDialog>
  );
}
