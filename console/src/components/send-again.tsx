import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { DeliveryDetail } from '../schemas.ts';
import { useAction } from '../use-query.ts';
import { useAgency } from '../views.ts';
import { Button } from './button.tsx';
import { ActionDialog, DialogButton } from './dialog.tsx';
import { ErrorBox } from './feedback.tsx';
import { Permitted } from './permitted.tsx';

/** Retries a pending delivery at once, replays a failed one or, after a confirmation, sends a successful one again, and links to the new delivery. */
export function SendAgain({ delivery, isDisabled, onQueued }: { delivery: DeliveryDetail; isDisabled: boolean; onQueued(): void }) {
  const { api, mayReplay, mayWrite } = useAgency();
  const { isBusy, error, run } = useAction();
  const [queuedId, setQueuedId] = useState<string>();
  const { endpoint_id, id: delivery_id, failure_id } = delivery;
  const isDelayed = delivery.status === 'pending' && !delivery.is_in_flight && Date.parse(delivery.next_attempt_at!) > Date.now();
  const onDone = (queued: { delivery_id: string }) => {
    setQueuedId(queued.delivery_id);
    onQueued();
  };
  const confirm = (close: () => void) => (
    <ActionDialog
      title="Send this event again?"
      submit="Send again"
      work={() => api.webhooks.resendDelivery({ endpoint_id, delivery_id })}
      onDone={onDone}
      onClose={close}
    >
      <p>The endpoint receives the event under the same event id and a new delivery id. A receiver that deduplicates ignores it.</p>
    </ActionDialog>
  );
  return (
    <span class="row send-again">
      {failure_id !== null && (
        <Permitted if={mayReplay} to="replay it">
          <Button
            look="small"
            disabled={isBusy || isDisabled}
            onClick={() => void run(async () => onDone(await api.webhooks.replayFailure({ endpoint_id, failure_id })))}
          >
            Replay
          </Button>
        </Permitted>
      )}
      {isDelayed && (
        <Permitted if={mayReplay} to="retry it now">
          <Button
            look="small"
            disabled={isBusy || isDisabled}
            onClick={() => void run(() => api.webhooks.retryDelivery({ endpoint_id, delivery_id }).then(onQueued))}
          >
            Retry now
          </Button>
        </Permitted>
      )}
      {delivery.status === 'delivered' && (
        <Permitted if={mayWrite} to="send it again">
          <DialogButton look="small" disabled={isDisabled} dialog={confirm}>
            Send again…
          </DialogButton>
        </Permitted>
      )}
      <span role="status">
        {queuedId !== undefined && (
          <>
            Queued as <Link href={`/endpoints/${endpoint_id}/deliveries/${queuedId}`}>a new delivery</Link>.
          </>
        )}
      </span>
      {error && <ErrorBox error={error} />}
    </span>
  );
}

export const repeatsOf = ({ id, failure_id }: DeliveryDetail, deliveries: readonly DeliveryDetail[]): DeliveryDetail[] =>
  deliveries.filter((other) => other.resend_of_delivery_id === id || (failure_id !== null && other.replay_of_failure_id === failure_id));
