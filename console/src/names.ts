import { useAnswer } from './use-answer.ts';
import { useAgency, useOperator } from './views.ts';

/** The host in the URL of a listener, to which nothing is sent. */
const listenerHost = 'listener.invalid';

/** What an endpoint is called: its label; without one its host, or that it is a listener. */
export function nameOf({ label, url }: { readonly label: string; readonly url: string }): string {
  if (label !== '') return label;
  const { host } = new URL(url);
  return host === listenerHost ? 'Listener' : host;
}

/**
 * The names of agencies by their ids, where a page shows more than one agency; an id is its own name where they cannot be read. Undefined until
 * they are known: a list waits for them, as names that come later would move its rows.
 */
export function useAgencyNames(isWanted: boolean): ((id: string) => string) | undefined {
  const { api } = useOperator();
  const { data, refusal } = useAnswer(async () => (isWanted ? (await api.agencies.list()).data : []), [api, isWanted]);
  if (isWanted && data === undefined && refusal === undefined) return undefined;
  return (id) => data?.find((agency) => agency.id === id)?.name ?? id;
}

/** The names of the agency's creators by their ids, as far as the reader may read them. */
export function useCreatorNames(): (id: string) => string | undefined {
  const { api, mayReadCreators } = useAgency();
  const creators = useAnswer(async () => (mayReadCreators ? (await api.creators.list()).data : []), [api, mayReadCreators]);
  return (id) => creators.data?.find((creator) => creator.id === id)?.name ?? undefined;
}
