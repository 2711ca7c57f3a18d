import type { CreatorsApi } from '../../../generated/interfaces/creators.ts';
import type { Contexts } from '../../access/request-context.ts';
import { getCreator } from './get-creator.ts';
import { listCreators } from './list-creators.ts';

export function creatorsController(): CreatorsApi<Contexts> {
  return {
    listCreators: (_request, context) => listCreators(context),
    getCreator: (request, context) => getCreator(request, context),
  };
}
