import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { useWithEvents } from '../about.ts';
import { NextAttempt, OutcomesOf } from '../components/attempts.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { About } from '../components/event-summary.tsx';
import { Empty, NotFound } from '../components/feedback.tsx';
import { openRow, RowLink } from '../components/list-and-detail.tsx';
import { List } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { DeliveryBadge } from '../components/status.tsx';
import { EventType, Time } from '../components/values.tsx';
import type { Delivery, Schemas } from '../schemas.ts';
import { duration } from '../format.ts';
import { useCreatorNames } from '../names.ts';
import { usePages } from '../use-query.ts';
import { useAgency, useLiveReload, type EndpointTabProps } from '../views.ts';
import { EventFilters, FilterRow, OutcomeFilter, SelectFilter, useFilters } from './filters.tsx';
import { ResendDialog } from './resend.tsx';

const outcomesOf = ({ attempts, is_in_flight: isInFlight }: Delivery) =>
  attempts.length > 0 ? <OutcomesOf attempts={attempts} /> : <span class="quiet">{isInFlight ? 'in progress' : 'not attempted yet'}</span>;

export function DeliveriesTab({ endpoint }: EndpointTabProps) {
  const { api, mayWrite, mayReplay } = useAgency();
  const filters = useFilters();
  const withEvents = useWithEvents();
  const { creatorName, isReady } = useCreatorNames();
  const status = filters.search.get('status') as Schemas['DeliveryStatus'] | null;
  const statuses = status === null ? undefined : [status];
  const pages = usePages(
    async (cursor) =>
      withEvents(
        await api.webhooks.listDeliveries({
          endpoint_id: endpoint.id,
          ...filters.query,
          ...filters.outcomes,
          statuses,
          cursor,
          limit: 100,
        }),
      ),
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
        <Permitted if={mayWrite} to="send deliveries again">
          <DialogButton
            disabled={endpoint.status === 'disabled' || status === 'pending' || filters.search.has('outcome')}
            title={filters.search.has('outcome') ? 'Clear the filter by outcome first.' : undefined}
            dialog={resend}
          >
            Send all matching again…
          </DialogButton>
        </Permitted>
      }
    >
      <FilterRow {...filters}>
        <SelectFilter {...filters} name="status" label="Status" values={enumerations.DeliveryStatus} />
        <OutcomeFilter {...filters} />
        <EventFilters {...filters} />
      </FilterRow>
      <List
        pages={pages}
        isReady={isReady}
        empty={
          filters.search.size > 0 ? (
            <NotFound title="No matching deliveries">Change the filters. Deliveries are stored for 30 days.</NotFound>
          ) : (
            <Empty title="No deliveries yet">
              {mayReplay ? 'Send a test event, or wait' : 'Wait'} for the first event of the types that this endpoint subscribes to.
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
          ['About', ({ event }) => <About event={event} creatorName={creatorName} />],
          ['Attempts', outcomesOf],
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

function tookOf({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  return last ? duration(last.duration_ms) : '–';
}
