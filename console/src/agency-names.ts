import { answerOf } from './api.ts';
import { useAnswer } from './use-answer.ts';
import { useOperator } from './views.ts';

/** The names of agencies by their ids, where a page shows more than one agency; an id is its own name until they are known. */
export function useAgencyNames(isWanted: boolean): (id: string) => string {
  const { api } = useOperator();
  const agencies = useAnswer(async () => (isWanted ? (await answerOf(api.GET('/operator/v1/agencies'))).data : []), [api, isWanted]);
  return (id) => agencies.data?.find((agency) => agency.id === id)?.name ?? id;
}
