import { Link } from 'wouter-preact';
import { Attempts } from '../components/attempts.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { eventDetails } from '../components/event-summary.tsx';
import { Loaded, Empty } from '../components/feedback.tsx';
import { DetailList } from '../components/list.tsx';
import { Disclosure, Page, Section } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { repeatsOf, SendAgain } from '../components/send-again.tsx';
import { Badge, DeliveryBadge } from '../components/status.tsx';
import { FullTime, Id, Json, Time } from '../components/values.tsx';
import { nameOf, useCreatorNames } from '../names.ts';
import { Timeline } from '../pictures/timeline.tsx';
import type { DeliveryDetail, Endpoint } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useAgency, useLiveReload } from '../views.ts';
import { States } from './events.tsx';
import { RecoverDialog } from './recover.tsx';

function kindOf({ replay_of_failure_id, resend_of_delivery_id, recovery_id }: DeliveryDetail): string {
  if (recovery_id !== null) return 'Recovered';
  if (resend_of_delivery_id !== null) return 'Sent again';
  return replay_of_failure_id === null ? 'First delivery' : 'Replay';
}

interface EndpointDeliveriesProps {
  readonly endpointId: string;
  /** Undefined if it was deleted. */
  readonly endpoint: Endpoint | undefined;
  readonly deliveries: readonly DeliveryDetail[];
  reload(): void;
}

const endpointName = (id: string, endpoint: Endpoint | undefined) => (endpoint ? nameOf(endpoint) : id);

/** The deliveries of an event to one endpoint, with the attempts of each. */
function EndpointDeliveries({ endpointId, endpoint, deliveries, reload }: EndpointDeliveriesProps) {
  const linkTo = ({ id }: DeliveryDetail) => `/endpoints/${endpointId}/deliveries/${id}`;
  return (
    <li class="endpoint-deliveries">
      <h3>
        <Link href={`/endpoints/${endpointId}`}>{endpointName(endpointId, endpoint)}</Link>
      </h3>
      {deliveries.map((delivery) => (
        <div key={delivery.id}>
          <p class="row attempt-head">
            <DeliveryBadge status={delivery.status} />
            <Link href={linkTo(delivery)}>
              {deliveries.length > 1 ? `${kindOf(delivery)}, queued ` : 'Queued '}
              <Time at={delivery.created_at} />
            </Link>
            {repeatsOf(delivery, deliveries).map((repeat) => (
              <Link key={repeat.id} href={linkTo(repeat)}>
                sent again <Time at={repeat.created_at} />
              </Link>
            ))}
            <SendAgain delivery={delivery} isDisabled={endpoint?.status === 'disabled'} onQueued={reload} />
          </p>
          <Attempts delivery={delivery} isListening={endpoint?.is_listening ?? null} />
        </div>
      ))}
    </li>
  );
}

interface MissedProps {
  readonly endpointIds: readonly string[];
  endpointOf(id: string): Endpoint | undefined;
  readonly recordedAt: string;
  reload(): void;
}

/** The endpoints that were disabled when the event was recorded. */
function Missed({ endpointIds, endpointOf, recordedAt, reload }: MissedProps) {
  const { mayWrite } = useAgency();
  const recover = (endpoint: Endpoint) => (close: () => void) => (
    <RecoverDialog
      endpoint={endpoint}
      since={recordedAt}
      onClose={() => {
        close();
        reload();
      }}
    />
  );
  return (
    <li class="endpoint-deliveries">
      <p class="row attempt-head">
        <Badge tone="bad">missed</Badge> Disabled when the event was recorded:
      </p>
      <ul class="plain">
        {endpointIds.map((id) => {
          const endpoint = endpointOf(id);
          return (
            <li key={id} class="row">
              <Link href={`/endpoints/${id}`}>{endpointName(id, endpoint)}</Link>
              {endpoint && (
                <Permitted if={mayWrite} to="recover missed events">
                  <DialogButton look="small" dialog={recover(endpoint)}>
                    Recover…
                  </DialogButton>
                </Permitted>
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}

export function EventPage({ id }: { id: string }) {
  const { api } = useAgency();
  const query = useQuery(() => api.events.get({ event_id: id }), [api, id]);
  const endpoints = useQuery(() => api.webhooks.list(), [api]);
  useLiveReload({ topic: 'deliveries', reload: query.reload });
  const { creatorName, isReady } = useCreatorNames();
  const endpointOf = (endpointId: string) => endpoints.data?.data.find((other) => other.id === endpointId);
  return (
    <Page title={query.data?.type ?? 'Event'} before={<Link href="/events">Events</Link>}>
      <Loaded query={query} isReady={isReady && !(endpoints.data === undefined && endpoints.isLoading)}>
        {(event) => {
          const groups = [...Map.groupBy(event.deliveries, (delivery) => delivery.endpoint_id)];
          return (
            <>
              <Section title="Event">
                <DetailList
                  of={[
                    ['Occurred', <FullTime at={event.created_at} />],
                    ['Recorded', <FullTime at={event.recorded_at} />],
                    ['Event id', <Id>{event.id}</Id>],
                    ...eventDetails({ event, creatorName }),
                  ]}
                />
                {event.data !== null && (
                  <Disclosure title="Show the payload">
                    <Json label="Payload" value={event.data} />
                  </Disclosure>
                )}
              </Section>
              <Section
                title="Deliveries"
                aside={<States deliveries={groups.map(([, of]) => of.at(-1)!)} missed={event.missed_endpoint_ids.length} />}
              >
                {groups.length + event.missed_endpoint_ids.length === 0 ? (
                  <Empty title="No deliveries">None of the endpoints that you can see was subscribed to this event.</Empty>
                ) : (
                  <>
                    {groups.length > 0 && (
                      <Timeline
                        event={event}
                        lanes={groups.flatMap(([endpointId, deliveries]) =>
                          deliveries.map((delivery) => ({
                            name: `${endpointName(endpointId, endpointOf(endpointId))}${deliveries.length > 1 ? ` · ${kindOf(delivery)}` : ''}`,
                            delivery,
                            isListening: endpointOf(endpointId)?.is_listening ?? null,
                          })),
                        )}
                      />
                    )}
                    <ol>
                      {event.missed_endpoint_ids.length > 0 && (
                        <Missed
                          endpointIds={event.missed_endpoint_ids}
                          endpointOf={endpointOf}
                          recordedAt={event.recorded_at}
                          reload={query.reload}
                        />
                      )}
                      {groups.map(([endpointId, deliveries]) => (
                        <EndpointDeliveries
                          key={endpointId}
                          endpointId={endpointId}
                          endpoint={endpointOf(endpointId)}
                          deliveries={deliveries}
                          reload={query.reload}
                        />
                      ))}
                    </ol>
                  </>
                )}
              </Section>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
