import type { FansApi } from '../../../generated/interfaces/fans.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { assignFan } from './assign-fan.ts';
import { getFan } from './get-fan.ts';
import { listFans } from './list-fans.ts';
import { releaseAiLock } from './release-ai-lock.ts';
import { setAiLock } from './set-ai-lock.ts';
import { unassignFan } from './unassign-fan.ts';

export interface FansDependencies {
  readonly cursors: Cursors;
  readonly outbox: Outbox;
}

export function fansController(dependencies: FansDependencies): FansApi<Contexts> {
  return {
    listFans: (request, context) => listFans(dependencies, request, context),
    getFan: (request, context) => getFan(request, context),
    assignFan: (request, context) => assignFan(dependencies, request, context),
    unassignFan: (request, context) => unassignFan(dependencies, request, context),
    setAiLock: (request, context) => setAiLock(request, context),
    releaseAiLock: (request, context) => releaseAiLock(request, context),
  };
}
