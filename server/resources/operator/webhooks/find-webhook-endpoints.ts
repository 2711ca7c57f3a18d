import { limits } from '../../../../generated/limits.ts';
import type { FoundWebhookEndpoint } from '../../../../generated/models.ts';
import type { Handler } from '../../handler.ts';

const matching = `
  SELECT e.id, e.agency_id, a.name AS agency_name, e.label, e.url, e.status
    FROM webhook_endpoints e JOIN agencies a ON a.id = e.agency_id
   WHERE strpos(lower(e.label), $1) > 0 OR strpos(lower(e.url), $1) > 0 OR starts_with(e.id::text, $1)
   ORDER BY lower(a.name), e.agency_id, e.created_at, e.id
   LIMIT $2`;

export const findWebhookEndpoints: Handler<'findWebhookEndpoints'> = async ({ search }, { data }) => ({
  data: await data.query<FoundWebhookEndpoint>({ text: matching, values: [search.toLowerCase(), limits.foundEndpoints] }),
});
