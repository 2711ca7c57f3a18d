import { Link } from 'wouter-preact';
import { answerOf, type Schemas } from '../api.ts';
import { Attempts } from '../components/attempts.tsx';
import { DeliveryBadge, EventType } from '../components/badges.tsx';
import { Id } from '../components/copy.tsx';
import { FactOf } from '../components/fact.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { Json } from '../components/json.tsx';
import { Fact, Facts } from '../components/list.tsx';
import { Page, Section } from '../components/page.tsx';
import { FullTime, Time } from '../components/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { useAgency, useLiveReload } from '../views.ts';
import { nameOf } from './endpoints.tsx';

type Delivery = Schemas['WebhookDeliveryDetail'];

function kindOf({ replay_of_failure_id, resend_of_delivery_id, recovery_id }: Delivery): string {
  if (recovery_id !== null) return 'Recovered';
  if (resend_of_delivery_id !== null) return 'Sent again';
  return replay_of_failure_id === null ? 'Delivery' : 'Replay';
}

/** What became of the event at one endpoint: its deliveries, and the attempts of each. */
function Way({ endpointId, deliveries, name }: { endpointId: string; deliveries: readonly Delivery[]; name: string }) {
  return (
    <li class="way">
      <h3>
        <Link href={`/endpoints/${endpointId}`}>{name}</Link>
      </h3>
      {deliveries.map((delivery) => (
        <div key={delivery.id} class="way-delivery">
          <p class="attempt-head">
            <DeliveryBadge status={delivery.status} />
            <Link href={`/endpoints/${endpointId}/deliveries/${delivery.id}`}>{kindOf(delivery)}</Link>
            <span class="quiet">
              queued <Time at={delivery.created_at} />
            </span>
          </p>
          <Attempts delivery={delivery} />
        </div>
      ))}
    </li>
  );
}

/** One event's way: the fact, and what each endpoint made of it. */
export function EventPage({ id }: { id: string }) {
  const { api } = useAgency();
  const answer = useAnswer(() => answerOf(api.GET('/v1/webhook-events/{event_id}', { params: { path: { event_id: id } } })), [api, id]);
  const endpoints = useAnswer(() => answerOf(api.GET('/v1/webhooks')), [api]);
  useLiveReload({ of: 'deliveries', reload: answer.reload });
  const named = (endpointId: string) => {
    const endpoint = endpoints.data?.data.find((other) => other.id === endpointId);
    return endpoint ? nameOf(endpoint) : endpointId;
  };
  return (
    <Page title="Event" before={<Link href="/events">Events</Link>}>
      <Answer of={answer}>
        {(event) => {
          const ways = [...Map.groupBy(event.deliveries, (delivery) => delivery.endpoint_id)];
          return (
            <div class="event">
              <Section title="Event">
                <Facts>
                  <Fact name="Event type">
                    <EventType type={event.type} />
                  </Fact>
                  <Fact name="Occurred">
                    <FullTime at={event.created_at} />
                  </Fact>
                  <Fact name="Recorded">
                    <FullTime at={event.recorded_at} />
                  </Fact>
                  <Fact name="Event id">
                    <Id>{event.id}</Id>
                  </Fact>
                  <FactOf event={event} />
                </Facts>
                {event.data !== null && (
                  <details class="as-table">
                    <summary>Show the payload</summary>
                    <Json label="Payload" value={event.data} />
                  </details>
                )}
              </Section>
              <Section title="Deliveries">
                {ways.length === 0 ? (
                  <Empty title="No deliveries">
                    <p>None of the endpoints that you can see was subscribed to this event.</p>
                  </Empty>
                ) : (
                  <ol class="ways">
                    {ways.map(([endpointId, deliveries]) => (
                      <Way key={endpointId} endpointId={endpointId} deliveries={deliveries} name={named(endpointId)} />
                    ))}
                  </ol>
                )}
              </Section>
            </div>
          );
        }}
      </Answer>
    </Page>
  );
}
