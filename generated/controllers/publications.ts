// Generated from spec/ by `npm run generate`. Do not edit.

import { Delete, Get, Post, Inject, Request, Route } from '../routes/declarations.ts';
import type { Publication, PublicationCreate, PublicationPage } from '../models/index.ts';
import type {
  PublicationsApi,
  CreatePublicationRequest,
  DeletePublicationRequest,
  ListPublicationsRequest,
} from '../interfaces/publications.ts';

/** Declares the routes of the tag Publications and hands their requests to the implementation. */
@Route()
export class Publications<Context> {
  readonly #implementation: PublicationsApi<Context>;

  constructor(implementation: PublicationsApi<Context>) {
    this.#implementation = implementation;
  }

  @Post('/v1/publications')
  createPublication(@Request() request: CreatePublicationRequest, @Inject() context: Context): Promise<Publication> {
    return this.#implementation.createPublication(request, context);
  }

  @Delete('/v1/publications/:publication_id')
  deletePublication(@Request() request: DeletePublicationRequest, @Inject() context: Context): Promise<void> {
    return this.#implementation.deletePublication(request, context);
  }

  @Get('/v1/publications')
  listPublications(@Request() request: ListPublicationsRequest, @Inject() context: Context): Promise<PublicationPage> {
    return this.#implementation.listPublications(request, context);
  }
}
