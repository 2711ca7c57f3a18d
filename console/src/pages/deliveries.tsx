import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import type { Schemas } from '../schemas.ts';
import { NextAttempt } from '../components/attempts.tsx';
import { DeliveryBadge, EventType, Outcome } from '../components/badges.tsx';
import { Empty } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { List, Table } from '../components/list.tsx';
import { RowLink, openRow } from '../components/list-and-detail.tsx';
import { Section } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { duration } from '../time.ts';
import { usePages } from '../use-pages.ts';
import { useAgency, useLiveReload } from '../views.ts';
import type { EndpointTabProps } from './endpoint-tab.ts';
import { EventTypeFilter, TimeFilter, useFilters } from './filters.tsx';
import { ResendDialog } from './resend.tsx';

type Status = Schemas['DeliveryStatus'];

function Row({ delivery, endpoint }: { delivery: Schemas['WebhookDelivery']; endpoint: Schemas['WebhookEndpoint'] }) {
  const last = delivery.attempts.at(-1);
  return (
    <tr onClick={openRow}>
      <td class="when">
        <RowLink home={`/endpoints/${endpoint.id}/deliveries`} id={delivery.id}>
          <Time at={delivery.created_at} />
        </RowLink>
      </td>
      <td class="lead">
        <DeliveryBadge status={delivery.status} />
      </td>
      <td>
        <EventType type={delivery.event_type} />
      </td>
      <td class="number" data-unit={delivery.attempts.length === 1 ? 'attempt' : 'attempts'}>
        {delivery.attempts.length}
      </td>
      <td>
        {last ? <Outcome attempt={last} /> : <span class="quiet">{delivery.is_in_flight ? 'in progress' : 'not attempted yet'}</span>}
      </td>
      {/* Narrow rows leave it out: the delivery says it. */}
      <td class="number nothing">{last ? duration(last.duration_ms) : '–'}</td>
      <td class={delivery.status === 'pending' ? 'named' : 'nothing'}>
        {delivery.status === 'pending' ? (
          <NextAttempt delivery={delivery} isListening={endpoint.is_listening} />
        ) : (
          <span class="quiet">–</span>
        )}
      </td>
    </tr>
  );
}

/** What was sent to the endpoint, newest first. */
export function DeliveriesTab({ endpoint }: EndpointTabProps) {
  const { api, mayWrite } = useAgency();
  const [isResending, setResending] = useState(false);
  const filters = useFilters();
  const status = (filters.search.get('status') ?? '') as Status | '';
  const pages = usePages(
    (cursor) =>
      api.webhooks.listDeliveries({
        endpoint_id: endpoint.id,
        ...filters.query,
        ...(status === '' ? {} : { statuses: [status] }),
        ...(cursor === undefined ? {} : { cursor }),
        limit: 25,
      }),
    [api, endpoint.id, filters.search.toString()],
  );
  useLiveReload({ of: 'deliveries', reload: pages.refresh, endpointId: endpoint.id });
  const isFiltered = filters.search.size > 0;
  return (
    <Section
      title="Deliveries"
      lands
      aside={
        mayWrite && (
          <button
            type="button"
            class="button"
            disabled={endpoint.status === 'disabled' || status === 'pending'}
            onClick={() => setResending(true)}
          >
            Send all matching again…
          </button>
        )
      }
    >
      <div class="filters">
        <Select
          label="Status"
          value={status}
          options={[['', 'All'], ...enumerations.DeliveryStatus.map((value) => [value, value] as const)]}
          onChange={(value) => filters.set('status', value)}
        />
        <EventTypeFilter {...filters} />
        <TimeFilter {...filters} />
      </div>
      <List
        pages={pages}
        empty={
          isFiltered ? (
            <Empty title="No matching deliveries">
              <p>Change the filters. Deliveries are stored for 30 days.</p>
            </Empty>
          ) : (
            <Empty title="No deliveries yet">
              <p>Send a test event, or wait for the first event of the types that this endpoint subscribes to.</p>
            </Empty>
          )
        }
      >
        {(deliveries) => (
          <Table
            label="Deliveries"
            isBrief
            head={['Queued', 'Status', 'Event type', ['Attempts', 'number'], 'Last response', ['Took', 'number'], 'Next attempt']}
          >
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} endpoint={endpoint} />
            ))}
          </Table>
        )}
      </List>
      {isResending && (
        <ResendDialog
          endpoint={endpoint}
          filters={{ ...filters.query, ...(status === 'delivered' || status === 'failed' ? { statuses: [status] } : {}) }}
          onClose={() => {
            setResending(false);
            pages.reload();
          }}
        />
      )}
    </Section>
  );
}
