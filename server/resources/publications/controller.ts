export { createPublication } from './create-publication.ts';
export { deletePublication } from './delete-publication.ts';
export { listPublications } from './list-publications.ts';
