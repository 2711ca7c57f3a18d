import { vi } from 'vitest';
import type { TestService } from './service.ts';

/** Makes an incident of an endpoint of the agency, and returns the id of its group. */
export async function createIncidentGroup(service: TestService, agencyId: string): Promise<string> {
  const [endpoint] = await service.database.query<{ id: string }>({
    text: `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'auto_breaker', disabled_at = now()
            WHERE id = (SELECT id FROM webhook_endpoints WHERE agency_id = $1 AND status = 'active' LIMIT 1) RETURNING id`,
    values: [agencyId],
  });
  return vi.waitFor(
    async () => {
      const { groups } = (await service.operator('GET', '/operator/v1/incidents')).body as {
        groups: { id: string; endpoint_ids: string[] }[];
      };
      const group = groups.find(({ endpoint_ids: ids }) => ids.includes(endpoint!.id));
      if (!group) throw new Error(`no group has the endpoint ${endpoint!.id}`);
      return group.id;
    },
    { timeout: 30_000, interval: 200 },
  );
}
