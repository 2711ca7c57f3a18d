import { releases } from 'built:releases';
import { diffLines } from 'diff';
import { useState } from 'preact/hooks';
import { Loaded } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { formatJson } from '../components/values.tsx';
import type { Schemas } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useAgency } from '../views.ts';

function Difference({ from, to }: { from: string; to: string }) {
  const parts = diffLines(formatJson(from), formatJson(to));
  if (parts.every(({ added, removed }) => !added && !removed)) return <p class="quiet">The bodies are identical.</p>;
  return (
    <pre tabIndex={0} aria-label="Differences between the bodies" class="difference">
      {parts.map(({ value, added, removed }, index) =>
        added ? <ins key={index}>{value}</ins> : removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>,
      )}
    </pre>
  );
}

/** Compares the body of a delivery with the body in another version. */
export function VersionComparison({ delivery, sent }: { delivery: Schemas['WebhookDeliveryDetail']; sent: Schemas['DeliveryRequest'] }) {
  const { api } = useAgency();
  const [version, setVersion] = useState(releases[0]!.date);
  const path = { endpoint_id: delivery.endpoint_id, delivery_id: delivery.id };
  const query = { attempt: sent.attempt, version };
  const other = useQuery(() => api.webhooks.getDeliveryRequest({ ...path, ...query }), [api, delivery.id, sent.attempt, version]);
  return (
    <>
      <div class="row filters">
        <Select
          label={`Sent in ${sent.api_version}, compare with`}
          value={version}
          options={releases.map(({ name, date }) => [date, `${date} ${name}`] as const)}
          onChange={setVersion}
        />
      </div>
      <Loaded query={other}>{({ body }) => <Difference from={sent.body ?? ''} to={body ?? ''} />}</Loaded>
    </>
  );
}
