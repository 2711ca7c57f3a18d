// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Inject, Request, Route } from '../routes/declarations.ts';
import type { Changelog, Health, Me, Status } from '../models/index.ts';
import type {
  MetaApi,
  GetChangelogRequest,
  GetDocsRequest,
  GetErrorPageRequest,
  GetHealthRequest,
  GetMeRequest,
  GetOpenapiDocumentRequest,
  GetStatusRequest,
} from '../interfaces/meta.ts';

/** Declares the routes of the tag Meta and hands their requests to the implementation. */
@Route()
export class Meta<Context> {
  readonly #implementation: MetaApi<Context>;

  constructor(implementation: MetaApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/changelog')
  getChangelog(@Request() request: GetChangelogRequest, @Inject() context: Context): Promise<Changelog> {
    return this.#implementation.getChangelog(request, context);
  }

  @Get('/docs')
  getDocs(@Request() request: GetDocsRequest, @Inject() context: Context): Promise<string> {
    return this.#implementation.getDocs(request, context);
  }

  @Get('/errors/:slug')
  getErrorPage(@Request() request: GetErrorPageRequest, @Inject() context: Context): Promise<string> {
    return this.#implementation.getErrorPage(request, context);
  }

  @Get('/v1/_health')
  getHealth(@Request() request: GetHealthRequest, @Inject() context: Context): Promise<Health> {
    return this.#implementation.getHealth(request, context);
  }

  @Get('/v1/me')
  getMe(@Request() request: GetMeRequest, @Inject() context: Context): Promise<Me> {
    return this.#implementation.getMe(request, context);
  }

  @Get('/v1/openapi.json')
  getOpenapiDocument(@Request() request: GetOpenapiDocumentRequest, @Inject() context: Context): Promise<{ [key: string]: any | null }> {
    return this.#implementation.getOpenapiDocument(request, context);
  }

  @Get('/status')
  getStatus(@Request() request: GetStatusRequest, @Inject() context: Context): Promise<Status> {
    return this.#implementation.getStatus(request, context);
  }
}
