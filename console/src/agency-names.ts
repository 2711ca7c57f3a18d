import { useAnswer } from './use-answer.ts';
import { useOperator } from './views.ts';

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
