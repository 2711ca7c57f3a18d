import { releases } from 'built:releases';
import { diffLines } from 'diff';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Attempts } from '../components/attempts.tsx';
import { Loaded } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { DetailList, Table } from '../components/list.tsx';
import { Disclosure, Section } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { repeatsOf, SendAgain } from '../components/send-again.tsx';
import { DeliveryBadge } from '../components/status.tsx';
import { CopyButton, EventType, formatJson, FullTime, Id, Json, Time } from '../components/values.tsx';
import { useInterval } from '../hooks.ts';
import type { DeliveryDetail, Endpoint, Schemas } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useAgency, useLiveReload } from '../views.ts';

/** A command that sends the request again from the user's machine, for example to a receiver under development. */
function curlOf({ url, headers, body }: Schemas['DeliveryRequest']): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = headers.map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `  --data-raw ${quoted(body ?? '')}`].join(' \\\n');
}

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

function VersionComparison({ delivery, sent }: { delivery: DeliveryDetail; sent: Schemas['DeliveryRequest'] }) {
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

function SignedRequest({ delivery }: { delivery: DeliveryDetail }) {
  const { api } = useAgency();
  const { id, endpoint_id, attempts } = delivery;
  const [attempt, setAttempt] = useState(String(attempts.length));
  const request = useQuery(
    () => api.webhooks.getDeliveryRequest({ endpoint_id, delivery_id: id, attempt: Number(attempt) }),
    [api, id, attempt],
  );
  return (
    <Section title="Signed request">
      {attempts.length > 1 && (
        <div class="row filters">
          <Select
            label="Attempt"
            value={attempt}
            options={attempts.map((_, index) => [String(index + 1), `Attempt ${index + 1}`] as const)}
            onChange={setAttempt}
          />
        </div>
      )}
      <Loaded query={request}>
        {(sent) => (
          <>
            {sent.url_changed && (
              <p class="notice warning">The URL has changed since this attempt: the request may have been sent to another address.</p>
            )}
            {sent.secrets_changed && (
              <p class="notice warning">
                The secrets have changed since this attempt: the signatures below are made with the current secrets, and differ from those
                that were sent.
              </p>
            )}
            <p>
              <strong>{sent.method}</strong> <code>{sent.url}</code> <CopyButton text={curlOf(sent)} label="Copy as curl" />
            </p>
            <Table
              label="Request headers"
              rows={sent.headers}
              columns={[
                ['Header', ({ name }) => <code>{name}</code>],
                ['Value', ({ value }) => <code class="wraps">{value}</code>],
              ]}
            />
            {sent.body === null ? (
              <Permitted if={false} to="show the payload of this event" />
            ) : (
              <>
                <Json label="Body" value={sent.body} />
                <Disclosure title="Compare with another version">
                  <VersionComparison delivery={delivery} sent={sent} />
                </Disclosure>
              </>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function DeliveryDetails({ delivery, repeats }: { delivery: DeliveryDetail; repeats: readonly DeliveryDetail[] }) {
  const linkTo = (id: string) => `/endpoints/${delivery.endpoint_id}/deliveries/${id}`;
  return (
    <DetailList
      of={[
        ['Status', <DeliveryBadge status={delivery.status} />],
        ['Event type', <EventType type={delivery.event_type} />],
        ['Queued', <FullTime at={delivery.created_at} />],
        ['Delivery id', <Id>{delivery.id}</Id>],
        [
          'Event',
          <>
            <Link href={`/events/${delivery.event_id}`}>Open the event</Link> <Id>{delivery.event_id}</Id>
          </>,
        ],
        delivery.replay_of_failure_id !== null && ['Replay of', 'an earlier failed delivery'],
        delivery.recovery_id !== null && ['Queued by', 'a recovery of missed events'],
        delivery.resend_of_delivery_id !== null && [
          'Sent again from',
          <>
            <Link href={linkTo(delivery.resend_of_delivery_id)}>Open the first delivery</Link> <Id>{delivery.resend_of_delivery_id}</Id>
          </>,
        ],
        ...repeats.map(
          (repeat) =>
            [
              'Sent again as',
              <>
                <Link href={linkTo(repeat.id)}>Open the delivery</Link> <DeliveryBadge status={repeat.status} />{' '}
                <Time at={repeat.created_at} />
              </>,
            ] as const,
        ),
      ]}
    />
  );
}

export function DeliveryTab({ endpoint, deliveryId }: { endpoint: Endpoint; deliveryId: string }) {
  const { api } = useAgency();
  const query = useQuery(() => api.webhooks.getDelivery({ endpoint_id: endpoint.id, delivery_id: deliveryId }), [api, deliveryId]);
  const isPending = query.data?.status === 'pending';
  useLiveReload({ topic: 'deliveries', reload: query.reload, endpointId: endpoint.id, isEnabled: isPending });
  useInterval(() => isPending && query.reload(), 5_000);
  const eventId = query.data?.event_id;
  const repeats = useQuery(async () => {
    if (query.data === undefined) return [];
    // A delivery may be stored some hours longer than its event.
    const event = await api.events.get({ event_id: query.data.event_id }).catch(() => undefined);
    return event ? repeatsOf(query.data, event.deliveries) : [];
  }, [api, eventId, deliveryId]);
  const reload = () => {
    query.reload();
    repeats.reload();
  };
  return (
    <Loaded query={query}>
      {(delivery) => (
        <div class="delivery">
          <Section
            title="Delivery"
            takesFocus
            aside={<SendAgain delivery={delivery} isDisabled={endpoint.status === 'disabled'} onQueued={reload} />}
          >
            <DeliveryDetails delivery={delivery} repeats={repeats.data ?? []} />
          </Section>
          <div>
            <Section title="Attempts">
              <Attempts delivery={delivery} isListening={endpoint.is_listening} />
            </Section>
            {delivery.attempts.length > 0 && <SignedRequest key={delivery.attempts.length} delivery={delivery} />}
          </div>
        </div>
      )}
    </Loaded>
  );
}
