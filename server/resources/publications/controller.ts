import type { PublicationsApi } from '../../../generated/interfaces/publications.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { createPublication } from './create-publication.ts';
import { deletePublication } from './delete-publication.ts';
import { listPublications } from './list-publications.ts';

export interface PublicationsDependencies {
  readonly cursors: Cursors;
}

export function publicationsController(dependencies: PublicationsDependencies): PublicationsApi<Contexts> {
  return {
    listPublications: (request, context) => listPublications(dependencies, request, context),
    createPublication: (request, context) => createPublication(request, context),
    deletePublication: (request, context) => deletePublication(request, context),
  };
}
