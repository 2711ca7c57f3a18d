// Generated from spec/ by `npm run generate`. Do not edit.

import { Delete, Get, Put, Inject, Request, Route } from '../routes/declarations.ts';
import type { Assignment, FanRelation, FanRelationPage, FanSubscriptionStatus } from '../models/index.ts';
import type {
  FansApi,
  AssignFanRequest,
  GetFanRequest,
  ListFansRequest,
  ReleaseAiLockRequest,
  SetAiLockRequest,
  UnassignFanRequest,
} from '../interfaces/fans.ts';

/** Declares the routes of the tag Fans and hands their requests to the implementation. */
@Route()
export class Fans<Context> {
  readonly #implementation: FansApi<Context>;

  constructor(implementation: FansApi<Context>) {
    this.#implementation = implementation;
  }

  @Put('/v1/accounts/:account_id/fans/:fan_id/assignment')
  assignFan(@Request() request: AssignFanRequest, @Inject() context: Context): Promise<FanRelation> {
    return this.#implementation.assignFan(request, context);
  }

  @Get('/v1/accounts/:account_id/fans/:fan_id')
  getFan(@Request() request: GetFanRequest, @Inject() context: Context): Promise<FanRelation> {
    return this.#implementation.getFan(request, context);
  }

  @Get('/v1/accounts/:account_id/fans')
  listFans(@Request() request: ListFansRequest, @Inject() context: Context): Promise<FanRelationPage> {
    return this.#implementation.listFans(request, context);
  }

  @Delete('/v1/accounts/:account_id/fans/:fan_id/ai-lock')
  releaseAiLock(@Request() request: ReleaseAiLockRequest, @Inject() context: Context): Promise<void> {
    return this.#implementation.releaseAiLock(request, context);
  }

  @Put('/v1/accounts/:account_id/fans/:fan_id/ai-lock')
  setAiLock(@Request() request: SetAiLockRequest, @Inject() context: Context): Promise<FanRelation> {
    return this.#implementation.setAiLock(request, context);
  }

  @Delete('/v1/accounts/:account_id/fans/:fan_id/assignment')
  unassignFan(@Request() request: UnassignFanRequest, @Inject() context: Context): Promise<void> {
    return this.#implementation.unassignFan(request, context);
  }
}
