export { getInsight } from './get-insight.ts';
export { updateInsight } from './update-insight.ts';
