import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../schemas.ts';
import { Form } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { DeliveryBadge, EventType, Id, Time } from '../components/values.tsx';
import { FactLine } from '../components/fact.tsx';
import { Empty } from '../components/feedback.tsx';
import { Select, TextField } from '../components/fields.tsx';
import { List } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { useCreatorNames } from '../names.ts';
import { usePages } from '../use-answer.ts';
import { useAgency, useLiveReload } from '../views.ts';
import { EventTypeFilter, TimeFilter, useFilters } from './filters.tsx';

const kinds = [
  ['event_ids', 'Event id'],
  ['delivery_ids', 'Delivery id'],
  ['order_ids', 'Order id'],
  ['fan_ids', 'Fan id'],
] as const;
type Kind = (typeof kinds)[number][0];

const isKind = (text: string | null): text is Kind => kinds.some(([kind]) => kind === text);

const statuses = ['delivered', 'pending', 'failed'] as const;

/** How many endpoints an event reached, and at how many its latest delivery is pending or failed. */
function States({ deliveries }: { deliveries: readonly Schemas['LatestDelivery'][] }) {
  if (deliveries.length === 0) return <span class="quiet">none</span>;
  return (
    <span class="states">
      {statuses.map((status) => {
        const of = deliveries.filter((delivery) => delivery.status === status).length;
        return of === 0 ? null : <DeliveryBadge key={status} status={status} of={of} />;
      })}
    </span>
  );
}

/** Finds events by what people have at hand, and leads to what became of each. */
export function EventsPage() {
  const { api } = useAgency();
  const creatorName = useCreatorNames();
  const filters = useFilters();
  const { search, set } = filters;
  const by = search.get('by');
  const kind = isKind(by) ? by : 'order_ids';
  const wanted = search.get('id') ?? '';
  const [typed, setTyped] = useState(wanted);
  const pages = usePages(
    (cursor) => {
      const ids = wanted.split(',').flatMap((id) => id.trim() || []);
      const found = ids.length > 0 ? { [kind]: ids } : {};
      return api.events.list({ ...filters.query, ...found, cursor, limit: 25, include_deliveries: true });
    },
    [api, search.toString()],
  );
  useLiveReload({ of: 'deliveries', reload: pages.refresh, everyMs: 5_000, isWanted: wanted === '' });
  return (
    <Page title="Events">
      <Form class="filters" role="search" onSubmit={() => set('id', typed.trim())}>
        <Select label="Find by" value={kind} options={kinds} onChange={(value) => set('by', value)} />
        <TextField label="Id" type="search" class="id-input" spellcheck={false} value={typed} onChange={setTyped} />
        <Button type="submit" look="primary">
          Find
        </Button>
        <EventTypeFilter {...filters} />
        <TimeFilter {...filters} />
      </Form>
      <List
        pages={pages}
        empty={
          search.size > 0 ? (
            <Empty title="No matching events" text="Events are stored for 30 days, and only if an endpoint was subscribed to them." />
          ) : (
            <Empty title="No events yet" text="An event is recorded when an endpoint is subscribed to its type." />
          )
        }
        label="Events"
        kind="stacks brief"
        columns={[
          [
            'Recorded',
            ({ id, recorded_at: at }) => (
              <Link href={`/events/${id}`}>
                <Time at={at} />
              </Link>
            ),
            'when',
          ],
          ['Event type', (event) => <EventType type={event.type} />, 'lead'],
          ['About', (event) => <FactLine event={event} creatorName={creatorName} />],
          ['Deliveries', (event) => <States deliveries={event.deliveries ?? []} />],
          ['Event id', (event) => <Id>{event.id}</Id>],
        ]}
      />
    </Page>
  );
}
