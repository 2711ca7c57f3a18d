import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { NextAttempt } from '../components/attempts.tsx';
import { DeliveryBadge, EventType, Outcome, Time } from '../components/values.tsx';
import { DialogButton } from '../components/button.tsx';
import { Empty } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { openRow, RowLink } from '../components/list-and-detail.tsx';
import { List } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import type { Schemas } from '../schemas.ts';
import { duration } from '../format.ts';
import { usePages } from '../use-answer.ts';
import { useAgency, useLiveReload, type EndpointTabProps } from '../views.ts';
import { EventTypeFilter, TimeFilter, useFilters } from './filters.tsx';
import { ResendDialog } from './resend.tsx';

type Delivery = Schemas['WebhookDelivery'];

function outcomeOf({ attempts, is_in_flight: isInFlight }: Delivery) {
  const last = attempts.at(-1);
  return last ? <Outcome attempt={last} /> : <span class="quiet">{isInFlight ? 'in progress' : 'not attempted yet'}</span>;
}

/** What was sent to the endpoint, newest first. */
export function DeliveriesTab({ endpoint }: EndpointTabProps) {
  const { api, mayWrite } = useAgency();
  const filters = useFilters();
  const status = (filters.search.get('status') ?? '') as Schemas['DeliveryStatus'] | '';
  const statuses = status === '' ? undefined : [status];
  const pages = usePages(
    (cursor) => api.webhooks.listDeliveries({ endpoint_id: endpoint.id, ...filters.query, statuses, cursor, limit: 25 }),
    [api, endpoint.id, filters.search.toString()],
  );
  useLiveReload({ of: 'deliveries', reload: pages.refresh, endpointId: endpoint.id });
  const resend = (close: () => void) => (
    <ResendDialog
      endpoint={endpoint}
      filters={{ ...filters.query, ...(status === 'delivered' || status === 'failed' ? { statuses: [status] } : {}) }}
      onClose={() => {
        close();
        pages.reload();
      }}
    />
  );
  return (
    <Section
      title="Deliveries"
      lands
      aside={
        mayWrite && (
          <DialogButton disabled={endpoint.status === 'disabled' || status === 'pending'} dialog={resend}>
            Send all matching again…
          </DialogButton>
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
          filters.search.size > 0 ? (
            <Empty title="No matching deliveries" text="Change the filters. Deliveries are stored for 30 days." />
          ) : (
            <Empty
              title="No deliveries yet"
              text="Send a test event, or wait for the first event of the types that this endpoint subscribes to."
            />
          )
        }
        label="Deliveries"
        kind="stacks brief"
        onRow={openRow}
        columns={[
          [
            'Queued',
            ({ id, created_at: at }) => (
              <RowLink home={`/endpoints/${endpoint.id}/deliveries`} id={id}>
                <Time at={at} />
              </RowLink>
            ),
            'when',
          ],
          ['Status', (delivery) => <DeliveryBadge status={delivery.status} />, 'lead'],
          ['Event type', (delivery) => <EventType type={delivery.event_type} />],
          ['Attempts', ({ attempts }) => attempts.length, 'number', { unit: unitOfAttempts }],
          ['Last response', outcomeOf],
          // Narrow rows leave it out: the delivery says it.
          ['Took', tookOf, 'number', { tone: () => 'nothing' }],
          [
            'Next attempt',
            (delivery) =>
              delivery.status === 'pending' ? (
                <NextAttempt delivery={delivery} isListening={endpoint.is_listening} />
              ) : (
                <span class="quiet">–</span>
              ),
            undefined,
            { tone: (delivery) => (delivery.status === 'pending' ? 'named' : 'nothing') },
          ],
        ]}
      />
    </Section>
  );
}

export const unitOfAttempts = ({ attempts }: Pick<Delivery, 'attempts'>) => (attempts.length === 1 ? 'attempt' : 'attempts');

function tookOf({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  return last ? duration(last.duration_ms) : '–';
}
