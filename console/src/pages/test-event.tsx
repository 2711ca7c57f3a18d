import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { eventSummaries } from '../../../sdk/src/generated/events.ts';
import type { Schemas } from '../schemas.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useAction } from '../use-answer.ts';
import { useAgency } from '../views.ts';

type EventType = Schemas['DeliveryEventType'];

interface TestEventProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  onClose(): void;
  /** Called with the id of the delivery that was queued. */
  onSent(deliveryId: string): void;
}

/** Sends an event of a type that is chosen, with data as real ones have it, to this endpoint alone. */
export function TestEventDialog({ endpoint, onClose, onSent }: TestEventProps) {
  const { api } = useAgency();
  const [type, setType] = useState<EventType>(endpoint.enabled_event_types[0] ?? 'ping');
  const action = useAction();
  const params = { endpoint_id: endpoint.id };
  const send = async () => {
    const { delivery_id: id } = await (type === 'ping'
      ? api.webhooks.ping(params)
      : api.webhooks.sendTestEvent({ ...params, event_type: type }));
    onSent(id);
  };
  return (
    <FormDialog title="Send a test event" submit="Send" action={action} work={send} onClose={onClose}>
      <p>It is signed and sent like any other event, but only to this endpoint. The ids in its data begin with test_.</p>
      <fieldset class="field choices">
        <legend>Event type</legend>
        {enumerations.DeliveryEventType.map((value) => (
          <label key={value} class="choice">
            <input type="radio" name="type" value={value} checked={type === value} onChange={() => setType(value)} />
            <span>
              <code>{value}</code>
              <span class="hint">{eventSummaries[value]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
