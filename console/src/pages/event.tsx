import { Link } from 'wouter-preact';
import type { Schemas } from '../schemas.ts';
import { Attempts } from '../components/attempts.tsx';
import { DeliveryBadge, Id, Json, FullTime, Time } from '../components/values.tsx';
import { factsOf } from '../components/fact.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { SendAgain, repeatsOf } from '../components/send-again.tsx';
import { Timeline } from '../pictures/timeline.tsx';
import { useCreatorNames, nameOf } from '../names.ts';
import { Facts } from '../components/list.tsx';
import { Page, Section } from '../components/page.tsx';
import { useAnswer } from '../use-answer.ts';
import { useAgency, useLiveReload } from '../views.ts';

type Delivery = Schemas['WebhookDeliveryDetail'];

function kindOf({ replay_of_failure_id, resend_of_delivery_id, recovery_id }: Delivery): string {
  if (recovery_id !== null) return 'Recovered';
  if (resend_of_delivery_id !== null) return 'Sent again';
  return replay_of_failure_id === null ? 'First delivery' : 'Replay';
}

interface WayProps {
  readonly endpointId: string;
  readonly deliveries: readonly Delivery[];
  readonly name: string;
  readonly isDisabled: boolean;
  /** Null for an endpoint that is not a listener. */
  readonly isListening: boolean | null;
  reload(): void;
}

/** What became of the event at one endpoint: its deliveries, and the attempts of each. */
function Way({ endpointId, deliveries, name, isDisabled, isListening, reload }: WayProps) {
  const linkTo = ({ id }: Delivery) => `/endpoints/${endpointId}/deliveries/${id}`;
  return (
    <li class="way">
      <h3>
        <Link href={`/endpoints/${endpointId}`}>{name}</Link>
      </h3>
      {deliveries.map((delivery) => (
        <div key={delivery.id} class="way-delivery">
          <p class="attempt-head">
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
            <SendAgain delivery={delivery} isDisabled={isDisabled} onQueued={reload} />
          </p>
          <Attempts delivery={delivery} isListening={isListening} />
        </div>
      ))}
    </li>
  );
}

/** One event's way: the fact, and what each endpoint made of it. */
export function EventPage({ id }: { id: string }) {
  const { api } = useAgency();
  const answer = useAnswer(() => api.events.get({ event_id: id }), [api, id]);
  const endpoints = useAnswer(() => api.webhooks.list(), [api]);
  useLiveReload({ of: 'deliveries', reload: answer.reload });
  const creatorName = useCreatorNames();
  const found = (endpointId: string) => endpoints.data?.data.find((other) => other.id === endpointId);
  const named = (endpointId: string) => {
    const endpoint = found(endpointId);
    return endpoint ? nameOf(endpoint) : endpointId;
  };
  return (
    <Page title={answer.data?.type ?? 'Event'} before={<Link href="/events">Events</Link>}>
      <Answer of={answer}>
        {(event) => {
          const ways = [...Map.groupBy(event.deliveries, (delivery) => delivery.endpoint_id)];
          return (
            <div class="event">
              <Section title="Event">
                <Facts
                  of={[
                    ['Occurred', <FullTime at={event.created_at} />],
                    ['Recorded', <FullTime at={event.recorded_at} />],
                    ['Event id', <Id>{event.id}</Id>],
                    ...factsOf(event, creatorName),
                  ]}
                />
                {event.data !== null && (
                  <details class="as-table">
                    <summary>Show the payload</summary>
                    <Json label="Payload" value={event.data} />
                  </details>
                )}
              </Section>
              <Section title="Deliveries">
                {ways.length === 0 ? (
                  <Empty title="No deliveries" text="None of the endpoints that you can see was subscribed to this event." />
                ) : (
                  <>
                    <Timeline
                      event={event}
                      lanes={ways.flatMap(([endpointId, deliveries]) =>
                        deliveries.map((delivery) => ({
                          name: `${named(endpointId)}${deliveries.length > 1 ? ` · ${kindOf(delivery)}` : ''}`,
                          delivery,
                          isListening: found(endpointId)?.is_listening ?? null,
                        })),
                      )}
                    />
                    <ol class="ways">
                      {ways.map(([endpointId, deliveries]) => (
                        <Way
                          key={endpointId}
                          endpointId={endpointId}
                          deliveries={deliveries}
                          name={named(endpointId)}
                          isDisabled={found(endpointId)?.status === 'disabled'}
                          isListening={found(endpointId)?.is_listening ?? null}
                          reload={answer.reload}
                        />
                      ))}
                    </ol>
                  </>
                )}
              </Section>
            </div>
          );
        }}
      </Answer>
    </Page>
  );
}
