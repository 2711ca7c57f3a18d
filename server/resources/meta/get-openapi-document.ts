import { howToBuild } from '../../pages/not-built.ts';
import type { Handler } from '../handler.ts';

export const getOpenapiDocument: Handler<'getOpenapiDocument', 'contract'> = async (_request, context, { contract }) => {
  if (contract) return contract;
  throw context.problem('unavailable', { detail: `The contract's documents are not built. ${howToBuild}` });
};
