import type { ContainApiKeyRequest } from '../../../../generated/interfaces/operator.ts';
import type { Containment } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { contain, type ContainmentDependencies } from '../agencies/containment.ts';
import { requireKey } from '../agencies/require-agency.ts';

/** Refuses the key, and pauses the endpoints that it made or whose URL it gave. */
export async function containApiKey(
  dependencies: ContainmentDependencies,
  { key_id: keyId, body = {} }: ContainApiKeyRequest,
  context: ContextOf<'containApiKey'>,
): Promise<Containment> {
  const key = await requireKey(dependencies.data, keyId, context);
  const target = { agencyId: key.agency_id, keyId: key.id, name: key.label, creatorIds: key.creator_ids };
  return contain(dependencies, target, body, context);
}
