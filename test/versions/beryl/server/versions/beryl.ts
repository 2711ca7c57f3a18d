import type { Changes } from '../../generated/versions.ts';
import type { FormChanges } from './forms.ts';

/** An AI request has a `requester`. */
export const beryl: FormChanges<Changes>['Beryl'] = {
  AiRequest: {
    toFormer: ({ id, account_id, fan_id, action, requester, requested_at }) => ({
      id,
      account_id,
      fan_id,
      action,
      requested_by_user_id: requester.user_id,
      requested_at,
    }),
    fromFormer: ({ id, account_id, fan_id, action, requested_by_user_id, requested_at }) => ({
      id,
      account_id,
      fan_id,
      action,
      requester: { user_id: requested_by_user_id },
      requested_at,
    }),
  },
};
