export { listTags } from './list-tags.ts';
