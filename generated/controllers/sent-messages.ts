// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Inject, Request, Route } from '../routes/declarations.ts';
import type { MessageSource, SentMessagePage } from '../models/index.ts';
import type { SentMessagesApi, ListSentMessagesRequest } from '../interfaces/sent-messages.ts';

/** Declares the routes of the tag SentMessages and hands their requests to the implementation. */
@Route()
export class SentMessages<Context> {
  readonly #implementation: SentMessagesApi<Context>;

  constructor(implementation: SentMessagesApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/v1/sent-messages')
  listSentMessages(@Request() request: ListSentMessagesRequest, @Inject() context: Context): Promise<SentMessagePage> {
    return this.#implementation.listSentMessages(request, context);
  }
}
