import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { firstPageResponse } from '../../pages/page.ts';
import type { MetaDependencies } from './dependencies.ts';

export function getDocs(
  { site }: Pick<MetaDependencies, 'site'>,
  context: ContextOf<'getDocs'>,
): TextAnswer<'text/html' | 'text/markdown'> {
  return firstPageResponse(site, context);
}
