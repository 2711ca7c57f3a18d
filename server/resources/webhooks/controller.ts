import type { WebhooksApi } from '../../../generated/interfaces/webhooks.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { ListenerStreams } from '../../live/listener-streams.ts';
import type { LiveWatch } from '../../live/live-watch.ts';
import type { DeliveryRequests } from '../../entities/delivery-request.ts';
import type { DestinationPolicy } from '../../entities/destination.ts';
import type { SecretSealer } from '../../entities/signing-secret.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { answerListenerAttempt } from './answer-listener-attempt.ts';
import { cancelWebhookRecovery } from './cancel-webhook-recovery.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { createWebhookListener } from './create-webhook-listener.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { deleteWebhookListener } from './delete-webhook-listener.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { getSentWebhookRequest } from './get-sent-webhook-request.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { getWebhookEvent } from './get-webhook-event.ts';
import { getWebhookFigures } from './get-webhook-figures.ts';
import { getWebhookStats } from './get-webhook-stats.ts';
import { getWebhookRecovery } from './get-webhook-recovery.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { listWebhookEvents } from './list-webhook-events.ts';
import { listWebhookFigures } from './list-webhook-figures.ts';
import { listWebhookFailures } from './list-webhook-failures.ts';
import { pingWebhookEndpoint } from './ping-webhook-endpoint.ts';
import { recoverWebhookEvents } from './recover-webhook-events.ts';
import { replayWebhookFailure } from './replay-webhook-failure.ts';
import { replayWebhookFailures } from './replay-webhook-failures.ts';
import { resendWebhookDeliveries } from './resend-webhook-deliveries.ts';
import { resendWebhookDelivery } from './resend-webhook-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { sendTestWebhookEvent } from './send-test-webhook-event.ts';
import { SerialQueue } from './serial-queue.ts';
import { streamWebhookListener } from './stream-webhook-listener.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';
import { verifyWebhookSignature } from './verify-webhook-signature.ts';
import { watchWebhooks } from './watch-webhooks.ts';

export interface WebhooksDependencies {
  readonly cursors: Cursors;
  readonly outbox: Outbox;
  readonly destinations: DestinationPolicy;
  readonly sealer: SecretSealer;
  readonly requests: DeliveryRequests;
  readonly live: LiveWatch;
  readonly listeners: ListenerStreams;
}

export function webhooksController(dependencies: WebhooksDependencies): WebhooksApi<Contexts> {
  const turns = new SerialQueue();
  return {
    listWebhookEndpoints: (_, context) => listWebhookEndpoints(context),
    createWebhookEndpoint: (request, context) => createWebhookEndpoint(dependencies, request, context),
    getWebhookEndpoint: (request, context) => getWebhookEndpoint(request, context),
    updateWebhookEndpoint: (request, context) => updateWebhookEndpoint(dependencies, request, context),
    deleteWebhookEndpoint: (request, context) => deleteWebhookEndpoint(dependencies, request, context),
    pingWebhookEndpoint: (request, context) => pingWebhookEndpoint(dependencies, request, context),
    rotateWebhookSecret: (request, context) => rotateWebhookSecret(dependencies, request, context),
    getWebhookStats: (request, context) => getWebhookStats(request, context),
    listWebhookFailures: (request, context) => listWebhookFailures(dependencies, request, context),
    replayWebhookFailure: (request, context) => replayWebhookFailure(dependencies, request, context),
    replayWebhookFailures: (request, context) => replayWebhookFailures({ turns }, request, context),
    listWebhookDeliveries: (request, context) => listWebhookDeliveries(dependencies, request, context),
    getWebhookDelivery: (request, context) => getWebhookDelivery(request, context),
    resendWebhookDelivery: (request, context) => resendWebhookDelivery(dependencies, request, context),
    resendWebhookDeliveries: (request, context) => resendWebhookDeliveries({ ...dependencies, turns }, request, context),
    recoverWebhookEvents: (request, context) => recoverWebhookEvents({ turns }, request, context),
    cancelWebhookRecovery: (request, context) => cancelWebhookRecovery(request, context),
    getWebhookRecovery: (request, context) => getWebhookRecovery(request, context),
    getSentWebhookRequest: (request, context) => getSentWebhookRequest(dependencies, request, context),
    listWebhookEvents: (request, context) => listWebhookEvents(dependencies, request, context),
    getWebhookEvent: (request, context) => getWebhookEvent(request, context),
    getWebhookFigures: (request, context) => getWebhookFigures(request, context),
    listWebhookFigures: (request, context) => listWebhookFigures(request, context),
    sendTestWebhookEvent: (request, context) => sendTestWebhookEvent(dependencies, request, context),
    watchWebhooks: (_, context) => watchWebhooks(dependencies, context),
    createWebhookListener: (request, context) => createWebhookListener(dependencies, request, context),
    streamWebhookListener: (request, context) => streamWebhookListener(dependencies, request, context),
    answerListenerAttempt: (request, context) => answerListenerAttempt(request, context),
    deleteWebhookListener: (request, context) => deleteWebhookListener(dependencies, request, context),
    verifyWebhookSignature: (request, context) => verifyWebhookSignature(dependencies, request, context),
  };
}
