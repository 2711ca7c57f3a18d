// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Post, Inject, Request, Route } from '../routes/declarations.ts';
import type { AiRequestAcknowledged, AiRequestAcknowledgement, AiRequestList } from '../models/index.ts';
import type { AiRequestsApi, AcknowledgeAiRequestsRequest, ListAiRequestsRequest } from '../interfaces/ai-requests.ts';

/** Declares the routes of the tag AiRequests and hands their requests to the implementation. */
@Route()
export class AiRequests<Context> {
  readonly #implementation: AiRequestsApi<Context>;

  constructor(implementation: AiRequestsApi<Context>) {
    this.#implementation = implementation;
  }

  @Post('/v1/ai-requests/acknowledgements')
  acknowledgeAiRequests(@Request() request: AcknowledgeAiRequestsRequest, @Inject() context: Context): Promise<AiRequestAcknowledged> {
    return this.#implementation.acknowledgeAiRequests(request, context);
  }

  @Get('/v1/ai-requests')
  listAiRequests(@Request() request: ListAiRequestsRequest, @Inject() context: Context): Promise<AiRequestList> {
    return this.#implementation.listAiRequests(request, context);
  }
}
