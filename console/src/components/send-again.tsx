import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../schemas.ts';
import { useAction } from '../use-answer.ts';
import { useAgency } from '../views.ts';
import { ActionDialog } from './action-dialog.tsx';
import { Button, DialogButton } from './button.tsx';
import { ProblemBox } from './feedback.tsx';

type Delivery = Schemas['WebhookDeliveryDetail'];

interface SendAgainProps {
  readonly delivery: Delivery;
  readonly isDisabled: boolean;
  /** Called when another delivery is queued. */
  onQueued(): void;
}

/** Replays a failed delivery or, after a question, sends a successful one again, and links to the new delivery. */
export function SendAgain({ delivery, isDisabled, onQueued }: SendAgainProps) {
  const { api, mayReplay, mayWrite } = useAgency();
  const { isBusy, refusal, run } = useAction();
  const [queuedId, setQueuedId] = useState<string>();
  const { endpoint_id, id: delivery_id, failure_id } = delivery;
  const queued = async (call: Promise<{ delivery_id: string }>) => {
    setQueuedId((await call).delivery_id);
    onQueued();
  };
  const ask = (close: () => void) => (
    <ActionDialog
      title="Send this event again?"
      submit="Send again"
      work={() => queued(api.webhooks.resendDelivery({ endpoint_id, delivery_id }))}
      onDone={close}
      onClose={close}
    >
      <p>The endpoint receives the event under the same event id and a new delivery id. A receiver that deduplicates ignores it.</p>
    </ActionDialog>
  );
  return (
    <span class="send-again">
      {mayReplay && failure_id !== null && (
        <Button
          look="small"
          disabled={isBusy || isDisabled}
          onClick={() => void run(() => queued(api.webhooks.replayFailure({ endpoint_id, failure_id })))}
        >
          Replay
        </Button>
      )}
      {mayWrite && delivery.status === 'delivered' && (
        <DialogButton look="small" disabled={isDisabled} dialog={ask}>
          Send again…
        </DialogButton>
      )}
      <span role="status">
        {queuedId !== undefined && (
          <>
            Queued as <Link href={`/endpoints/${endpoint_id}/deliveries/${queuedId}`}>a new delivery</Link>.
          </>
        )}
      </span>
      {refusal && <ProblemBox refusal={refusal} />}
    </span>
  );
}

/** The deliveries that repeat another one. */
export const repeatsOf = ({ id, failure_id }: Delivery, deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.filter((other) => other.resend_of_delivery_id === id || (failure_id !== null && other.replay_of_failure_id === failure_id));
