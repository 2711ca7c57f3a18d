export { getCreator } from './get-creator.ts';
export { listCreators } from './list-creators.ts';
