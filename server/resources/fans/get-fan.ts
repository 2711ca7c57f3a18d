import { presentFan } from '../../entities/fan.ts';
import type { Handler } from '../handler.ts';
import { findFan } from './find-fan.ts';

export const getFan: Handler<'getFan'> = async (request, context) => {
  return presentFan(await findFan(context.data, request, context));
};
