/** The host in the URL of a listener, to which nothing is sent. */
const listenerHost = 'listener.invalid';

/** What an endpoint is called: its label; without one its host, or that it is a listener. */
export function nameOf({ label, url }: { readonly label: string; readonly url: string }): string {
  if (label !== '') return label;
  const { host } = new URL(url);
  return host === listenerHost ? 'Listener' : host;
}
