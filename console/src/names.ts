import { useQuery } from './use-query.ts';
import { useAgency, useOperator } from './views.ts';

/** The host in the URL of a listener, to which nothing is sent. */
const listenerHost = 'listener.invalid';

/** The label of an endpoint; without one its host, or that it is a listener. */
export function nameOf({ label, url }: { readonly label: string; readonly url: string }): string {
  if (label !== '') return label;
  const { host } = new URL(url);
  return host === listenerHost ? 'Listener' : host;
}

/**
 * The names of agencies by their ids, on pages of more than one agency; the id itself if the names cannot be read. Undefined while they load:
 * lists wait for them, because names that arrive later would move the rows.
 */
export function useAgencyNames(isWanted: boolean): ((id: string) => string) | undefined {
  const { api } = useOperator();
  const { data, error } = useQuery(async () => (isWanted ? (await api.agencies.list()).data : []), [api, isWanted]);
  if (isWanted && data === undefined && error === undefined) return undefined;
  return (id) => data?.find((agency) => agency.id === id)?.name ?? id;
}

/** The names of the agency's creators by their ids; undefined if the reader may not read them. */
export function useCreatorNames(): (id: string) => string | undefined {
  const { api, mayReadCreators } = useAgency();
  const creators = useQuery(async () => (mayReadCreators ? (await api.creators.list()).data : []), [api, mayReadCreators]);
  return (id) => creators.data?.find((creator) => creator.id === id)?.name ?? undefined;
}
