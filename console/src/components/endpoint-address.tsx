import type { ComponentChildren } from 'preact';
import type { Schemas } from '../schemas.ts';

type Endpoint = Pick<Schemas['WebhookEndpoint'], 'url' | 'is_listening'>;

/** Where deliveries go: the URL or, for a listener, whether a program receives them now. */
export function EndpointAddress({
  endpoint: { url, is_listening: isListening },
  children,
}: {
  endpoint: Endpoint;
  children?: ComponentChildren;
}) {
  if (isListening !== null)
    return (
      <p class="url">
        {isListening
          ? 'Listener, connected: deliveries go to a running svc listen.'
          : 'Listener, not connected: deliveries wait until svc listen connects.'}
      </p>
    );
  return (
    <p class="url" title={url}>
      {url} {children}
    </p>
  );
}
