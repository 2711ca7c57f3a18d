import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Button } from '../components/button.tsx';
import { EventSummary } from '../components/event-summary.tsx';
import { Empty, NotFound } from '../components/feedback.tsx';
import { Form, Select, TextField } from '../components/fields.tsx';
import { List } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { Badge, DeliveryBadge } from '../components/status.tsx';
import { EventType, Id, Time } from '../components/values.tsx';
import { count } from '../format.ts';
import { useCreatorNames } from '../names.ts';
import type { Schemas } from '../schemas.ts';
import { usePages } from '../use-query.ts';
import { useAgency, useLiveReload } from '../views.ts';
import { EventFilters, useFilters } from './filters.tsx';

const kinds = [
  ['event_ids', 'Event id'],
  ['delivery_ids', 'Delivery id'],
  ['order_ids', 'Order id'],
  ['fan_ids', 'Fan id'],
] as const;

const statuses = ['delivered', 'pending', 'failed'] as const;

interface StatesProps {
  readonly deliveries: readonly Pick<Schemas['LatestDelivery'], 'status'>[];
  /** The number of endpoints that missed the event. */
  readonly missed: number;
}

/** The number of endpoints by the status of their latest delivery of an event. */
export function States({ deliveries, missed }: StatesProps) {
  if (deliveries.length + missed === 0) return <span class="quiet">none</span>;
  return (
    <span class="row">
      {statuses.map((status) => {
        const found = deliveries.filter((delivery) => delivery.status === status).length;
        return found === 0 ? null : <DeliveryBadge key={status} status={status} count={found} />;
      })}
      {missed > 0 && <Badge tone="bad">{`${count(missed)} missed`}</Badge>}
    </span>
  );
}

/** Finds events by the ids that users know. */
export function EventsPage() {
  const { api } = useAgency();
  const { creatorName, isReady } = useCreatorNames();
  const filters = useFilters();
  const { search, set } = filters;
  const kind = kinds.find(([name]) => name === search.get('by'))?.[0] ?? 'order_ids';
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
  useLiveReload({ topic: 'deliveries', reload: pages.refresh, everyMs: 5_000, isEnabled: wanted === '' });
  return (
    <Page title="Events">
      <Form class="row filters" role="search" onSubmit={() => set('id', typed.trim())}>
        <Select label="Find by" value={kind} options={kinds} onChange={(value) => set('by', value)} />
        <TextField label="Id" type="search" class="id-input" spellcheck={false} value={typed} onChange={setTyped} />
        <Button type="submit" look="primary">
          Find
        </Button>
        <EventFilters {...filters} />
      </Form>
      <List
        pages={pages}
        isReady={isReady}
        empty={
          search.size > 0 ? (
            <NotFound title="No matching events">Events are stored for 30 days, and only if an endpoint was subscribed to them.</NotFound>
          ) : (
            <Empty title="No events yet">An event is recorded when an endpoint is subscribed to its type.</Empty>
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
          ['About', (event) => <EventSummary event={event} creatorName={creatorName} />],
          ['Deliveries', (event) => <States deliveries={event.deliveries ?? []} missed={event.missed_endpoint_ids?.length ?? 0} />],
          ['Event id', (event) => <Id>{event.id}</Id>],
        ]}
      />
    </Page>
  );
}
