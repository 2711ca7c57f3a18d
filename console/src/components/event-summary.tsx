import type { ComponentChildren } from 'preact';
import { amount } from '../format.ts';
import type { Schemas } from '../schemas.ts';
import { Permitted } from './permitted.tsx';
import { Id, Time } from './values.tsx';

const titles: Readonly<Record<string, string>> = {
  order_type: 'Kind',
  creator_id: 'Creator',
  fan_id: 'Fan',
  user_id: 'Employee',
  account_id: 'Account',
  assigned_user_id: 'Assigned to',
  action: 'Requested of the AI',
  endpoint_id: 'Endpoint',
};

interface EventProps {
  readonly event: Pick<Schemas['RecordedEvent'], 'type' | 'created_at' | 'data'>;
  /** The name of a creator; undefined if it is unknown. */
  creatorName(id: string): string | undefined;
}

/** The members of a payload that both views show. */
function read({ event: { type, data }, creatorName }: EventProps) {
  const text = (member: string) => (typeof data?.[member] === 'string' ? data[member] : undefined);
  const cents = data?.['amount_cents'];
  const creatorId = text('creator_id');
  return {
    text,
    sum: typeof cents === 'number' ? amount(cents) : undefined,
    orderId: type.startsWith('order.') ? text('id') : undefined,
    names: { creator_id: creatorId && creatorName(creatorId), fan_id: text('fan_username') } as Readonly<
      Record<string, string | undefined>
    >,
  };
}

const instantTitle = (member: string) => (member.charAt(0).toUpperCase() + member.slice(1)).replace(/_at$/, '').replaceAll('_', ' ');

/** The payload of an event as titles and values. */
export function eventDetails(props: EventProps): (readonly [title: string, value: ComponentChildren])[] {
  const { data, created_at: createdAt } = props.event;
  if (data === null) return [['Payload', <Permitted if={false} to="show it" />]];
  const { text, sum, orderId, names } = read(props);
  const valueOf = (member: string, value: string) => (
    <>
      {names[member]} {member.endsWith('_id') ? <Id>{value}</Id> : member === 'order_type' ? value.replaceAll('_', ' ') : value}
    </>
  );
  return [
    ...(sum === undefined ? [] : [['Amount', <strong class="amount">{sum}</strong>] as const]),
    ...(orderId === undefined ? [] : [['Order', <Id>{orderId}</Id>] as const]),
    ...Object.entries(titles).flatMap(([member, title]) => {
      const value = text(member);
      return value === undefined ? [] : [[title, valueOf(member, value)] as const];
    }),
    ...Object.keys(data).flatMap((member) => {
      const at = member.endsWith('_at') ? text(member) : undefined;
      return at === undefined || at === createdAt ? [] : [[instantTitle(member), <Time at={at} />] as const];
    }),
  ];
}

interface AboutProps extends Pick<EventProps, 'creatorName'> {
  /** Undefined if the event is not stored any longer. */
  readonly event: EventProps['event'] | undefined;
}

/** What a delivery of a list is about, as `€15.00 · tip · order-4711 · Mira`. */
export function About({ event, creatorName }: AboutProps) {
  if (!event?.data) return <span class="quiet">–</span>;
  const { text, sum, orderId, names } = read({ event, creatorName });
  const kind = (text('order_type') ?? text('action'))?.replaceAll('_', ' ');
  const subject = orderId ?? names['fan_id'] ?? text('fan_id') ?? text('endpoint_id');
  return <>{[sum, kind, subject, names['creator_id'] ?? text('creator_id')].filter((part) => part !== undefined).join(' · ')}</>;
}

/** A line for lists: the amount and the kind, then the order, the fan and the creator. */
export function EventSummary(props: EventProps) {
  const { text, sum, orderId, names } = read(props);
  const words = [sum, (text('order_type') ?? text('action'))?.replaceAll('_', ' ')].filter((part) => part !== undefined);
  const ids = [
    ['order', orderId],
    [names['fan_id'] ?? 'fan', text('fan_id')],
    [names['creator_id'] ?? 'creator', text('creator_id')],
  ] as const;
  return (
    <span class="row event-summary">
      {words.length > 0 && <span>{words.join(' · ')}</span>}
      {ids.map(
        ([name, id], index) =>
          id !== undefined && (
            <span key={index}>
              {name} <Id>{id}</Id>
            </span>
          ),
      )}
    </span>
  );
}
