import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { NextAttempt } from '../components/attempts.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { Empty } from '../components/feedback.tsx';
import { openRow, RowLink } from '../components/list-and-detail.tsx';
import { List } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { DeliveryBadge, Outcome } from '../components/status.tsx';
import { EventType, Time } from '../components/values.tsx';
import type { Delivery, Schemas } from '../schemas.ts';
import { duration } from '../format.ts';
import { usePages } from '../use-query.ts';
import { useAgency, useLiveReload, type EndpointTabProps } from '../views.ts';
import { EventFilters, SelectFilter, useFilters } from './filters.tsx';
import { ResendDialog } from './resend.tsx';

function outcomeOf({ attempts, is_in_flight: isInFlight }: Delivery) {
  const last = attempts.at(-1);
  return last ? <Outcome attempt={last} /> : <span class="quiet">{isInFlight ? 'in progress' : 'not attempted yet'}</span>;
}

export function DeliveriesTab({ endpoint }: EndpointTabProps) {
  const { api, mayWrite } = useAgency();
  const filters = useFilters();
  const status = filters.search.get('status') as Schemas['DeliveryStatus'] | null;
  const statuses = status === null ? undefined : [status];
  const pages = usePages(
    (cursor) => api.webhooks.listDeliveries({ endpoint_id: endpoint.id, ...filters.query, statuses, cursor, limit: 25 }),
    [api, endpoint.id, filters.search.toString()],
  );
  useLiveReload({ topic: 'deliveries', reload: pages.refresh, endpointId: endpoint.id });
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
      takesFocus
      aside={
        mayWrite && (
          <DialogButton disabled={endpoint.status === 'disabled' || status === 'pending'} dialog={resend}>
            Send all matching again…
          </DialogButton>
        )
      }
    >
      <div class="row filters">
        <SelectFilter {...filters} name="status" label="Status" values={enumerations.DeliveryStatus} />
        <EventFilters {...filters} />
      </div>
      <List
        pages={pages}
        empty={
          filters.search.size > 0 ? (
            <Empty title="No matching deliveries">Change the filters. Deliveries are stored for 30 days.</Empty>
          ) : (
            <Empty title="No deliveries yet">
              Send a test event, or wait for the first event of the types that this endpoint subscribes to.
            </Empty>
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
          // Narrow rows leave it out: the delivery has it.
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
