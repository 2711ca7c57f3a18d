import type { EncryptionKeyUse } from '../../../../generated/models.ts';
import { secretHeaders } from '../../../entities/signing-secret.ts';
import type { Handler } from '../../handler.ts';

/** The configured keys, the current one first, then other keys of secrets. */
export const getEncryptionStatus: Handler<'getEncryptionStatus', 'keyring'> = async (_request, { data }, { keyring }) => {
  const { current, previous } = keyring.keyIds;
  const counts = new Map<string | null, number>([current, ...previous].map((id) => [id, 0]));
  for (const { beginning, count } of await data.query<{ beginning: Buffer; count: number }>({
    text: secretHeaders,
    values: [keyring.currentHeader.length],
  })) {
    const id = keyring.idOfKey(beginning);
    counts.set(id, (counts.get(id) ?? 0) + count);
  }
  const stateOf = (id: string | null): EncryptionKeyUse['state'] => {
    if (id === null) return 'unnamed';
    return id === current ? 'current' : previous.includes(id) ? 'previous' : 'unknown';
  };
  const secretCount = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    current_key_id: current,
    secret_count: secretCount,
    remaining_count: secretCount - counts.get(current)!,
    keys: [...counts].map(([id, count]) => ({ key_id: id, state: stateOf(id), secret_count: count })),
  };
};
