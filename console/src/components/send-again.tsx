import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../schemas.ts';
import { useAction } from '../use-answer.ts';
import { useAgency } from '../views.ts';
import { Confirm } from './confirm.tsx';
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
  const [isAsking, setAsking] = useState(false);
  const [queuedId, setQueuedId] = useState<string>();
  const { endpoint_id, id: delivery_id, failure_id } = delivery;
  const queued = (newId: string) => {
    setQueuedId(newId);
    onQueued();
  };
  const replay = async (failureId: string) => {
    const params = { endpoint_id, failure_id: failureId };
    queued((await api.webhooks.replayFailure(params)).delivery_id);
  };
  const resend = async () => {
    const params = { endpoint_id, delivery_id };
    queued((await api.webhooks.resendDelivery(params)).delivery_id);
  };
  return (
    <span class="send-again">
      {mayReplay && failure_id !== null && (
        <button type="button" class="button small" disabled={isBusy || isDisabled} onClick={() => void run(() => replay(failure_id))}>
          Replay
        </button>
      )}
      {mayWrite && delivery.status === 'delivered' && (
        <button type="button" class="button small" disabled={isDisabled} onClick={() => setAsking(true)}>
          Send again…
        </button>
      )}
      <span role="status">
        {queuedId !== undefined && (
          <>
            Queued as <Link href={`/endpoints/${endpoint_id}/deliveries/${queuedId}`}>a new delivery</Link>.
          </>
        )}
      </span>
      {refusal && <ProblemBox refusal={refusal} />}
      {isAsking && (
        <Confirm
          title="Send this event again?"
          action="Send again"
          isDestructive={false}
          work={resend}
          onDone={() => setAsking(false)}
          onCancel={() => setAsking(false)}
        >
          <p>The endpoint receives the event under the same event id and a new delivery id. A receiver that deduplicates ignores it.</p>
        </Confirm>
      )}
    </span>
  );
}

/** The deliveries that repeat another one. */
export const repeatsOf = ({ id, failure_id }: Delivery, deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.filter((other) => other.resend_of_delivery_id === id || (failure_id !== null && other.replay_of_failure_id === failure_id));
