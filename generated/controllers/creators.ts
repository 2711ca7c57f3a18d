// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Inject, Request, Route } from '../routes/declarations.ts';
import type { Creator, CreatorList } from '../models/index.ts';
import type { CreatorsApi, GetCreatorRequest, ListCreatorsRequest } from '../interfaces/creators.ts';

/** Declares the routes of the tag Creators and hands their requests to the implementation. */
@Route()
export class Creators<Context> {
  readonly #implementation: CreatorsApi<Context>;

  constructor(implementation: CreatorsApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/v1/creators/:creator_id')
  getCreator(@Request() request: GetCreatorRequest, @Inject() context: Context): Promise<Creator> {
    return this.#implementation.getCreator(request, context);
  }

  @Get('/v1/creators')
  listCreators(@Request() request: ListCreatorsRequest, @Inject() context: Context): Promise<CreatorList> {
    return this.#implementation.listCreators(request, context);
  }
}
