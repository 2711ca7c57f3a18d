/** A publication looks the same to its agency and to whoever posts it: `publications/publication.ts` maps both. */
export { presentPublication, publicationColumns, type PublicationRow } from '../../publications/publication.ts';
