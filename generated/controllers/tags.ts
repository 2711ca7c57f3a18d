// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Inject, Request, Route } from '../routes/declarations.ts';
import type { TagList } from '../models/index.ts';
import type { TagsApi, ListTagsRequest } from '../interfaces/tags.ts';

/** Declares the routes of the tag Tags and hands their requests to the implementation. */
@Route()
export class Tags<Context> {
  readonly #implementation: TagsApi<Context>;

  constructor(implementation: TagsApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/v1/tags')
  listTags(@Request() request: ListTagsRequest, @Inject() context: Context): Promise<TagList> {
    return this.#implementation.listTags(request, context);
  }
}
