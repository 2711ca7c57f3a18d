export { assignFan } from './assign-fan.ts';
export { getFan } from './get-fan.ts';
export { listFans } from './list-fans.ts';
export { releaseAiLock } from './release-ai-lock.ts';
export { setAiLock } from './set-ai-lock.ts';
export { unassignFan } from './unassign-fan.ts';
