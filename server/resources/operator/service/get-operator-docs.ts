import type { TextAnswer } from '../../../../generated/interfaces/text-answer.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { firstPageResponse } from '../../../pages/page.ts';
import type { Site } from '../../../pages/site.ts';

export function getOperatorDocs(site: Site, context: ContextOf<'getOperatorDocs'>): TextAnswer<'text/html' | 'text/markdown'> {
  return firstPageResponse(site, context);
}
