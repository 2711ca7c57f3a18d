import { useAnswer } from './use-answer.ts';
import { useAgency } from './views.ts';

/** The names of the agency's creators by their ids, as far as the reader may read them. */
export function useCreatorNames(): (id: string) => string | undefined {
  const { api, mayReadCreators } = useAgency();
  const creators = useAnswer(async () => (mayReadCreators ? (await api.creators.list()).data : []), [api, mayReadCreators]);
  return (id) => creators.data?.find((creator) => creator.id === id)?.name ?? undefined;
}
