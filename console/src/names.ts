import { useQuery } from './use-query.ts';
import { useAgency, useOperator } from './views.ts';

/** The host in the URL of a webhook listener, to which nothing is sent. */
const listenerHost = 'listener.invalid';

export function hostOf(url: string): string {
  const { host } = new URL(url);
  return host === listenerHost ? 'Listener' : host;
}

/** The label of an endpoint. Without one, its host, or a text for a webhook listener. */
export function nameOf({ label, url }: { readonly label: string; readonly url: string }): string {
  if (label !== '') return label;
  return hostOf(url);
}

/**
 * The names of agencies by id, on pages of several agencies. If they cannot be read, ids replace them. Undefined while they load: lists
 * wait for them, because late names would move the rows.
 */
export function useAgencyNames(isWanted: boolean): ((id: string) => string) | undefined {
  const { api } = useOperator();
  const { data, error } = useQuery(async () => (isWanted ? (await api.agencies.list()).data : []), [api, isWanted]);
  if (isWanted && data === undefined && error === undefined) return undefined;
  return (id) => data?.find((agency) => agency.id === id)?.name ?? id;
}

/** The names of the agency's creators by id, which are undefined if the user may not read them; and whether they have loaded. */
export function useCreatorNames() {
  const { api, mayReadCreators } = useAgency();
  const creators = useQuery(async () => (mayReadCreators ? (await api.creators.list()).data : []), [api, mayReadCreators]);
  return {
    creatorName: (id: string) => creators.data?.find((creator) => creator.id === id)?.name ?? undefined,
    isReady: !creators.isLoading,
  };
}
