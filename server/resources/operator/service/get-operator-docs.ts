import { firstPageResponse } from '../../../pages/page-responses.ts';
import type { Handler } from '../../handler.ts';

export const getOperatorDocs: Handler<'getOperatorDocs', 'site'> = async (_request, context, { site }) => firstPageResponse(site, context);
