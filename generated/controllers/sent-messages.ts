// Generated from spec/ by `npm run generate`. Do not edit.

import { Get } from '@tsoa/runtime/dist/decorators/methods.js';
import { Inject, Request } from '@tsoa/runtime/dist/decorators/parameter.js';
import { Route } from '@tsoa/runtime/dist/decorators/route.js';
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
