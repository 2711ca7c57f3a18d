import type { ComponentChildren } from 'preact';
import { amount } from '../format.ts';
import type { Schemas } from '../schemas.ts';
import { Id, Time } from './values.tsx';

const names: Readonly<Record<string, string>> = {
  order_type: 'Kind',
  creator_id: 'Creator',
  fan_id: 'Fan',
  user_id: 'Employee',
  account_id: 'Account',
  assigned_user_id: 'Assigned to',
  action: 'Requested of the AI',
  endpoint_id: 'Endpoint',
};

type FactEvent = Pick<Schemas['RecordedEvent'], 'type' | 'created_at' | 'data'>;

/** The name of a creator; undefined where it is not known. */
type CreatorName = (id: string) => string | undefined;

type Fact = readonly [name: string, value: ComponentChildren];

/** The members of a payload that name something, and what they name. */
const orderIdOf = ({ type, data }: FactEvent): string | undefined => {
  const id = data?.['id'];
  return type.startsWith('order.') && typeof id === 'string' ? id : undefined;
};

const instantName = (member: string) =>
  member
    .replace(/_at$/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase());

/** What an event is about, as people say it, for a list of facts: the amount of an order, and whom it concerns. */
export function factsOf(event: FactEvent, creatorName: CreatorName): Fact[] {
  const data = event.data;
  if (data === null) return [['Payload', 'The key lacks access to it.']];
  const cents = data['amount_cents'];
  const orderId = orderIdOf(event);
  const named = Object.entries(names).flatMap(([member, name]): Fact[] => {
    const value = data[member];
    if (typeof value !== 'string') return [];
    const who = member === 'creator_id' ? creatorName(value) : member === 'fan_id' ? data['fan_username'] : undefined;
    return [
      [
        name,
        <>
          {typeof who === 'string' && <>{who} </>}
          {member === 'order_type' ? value.replaceAll('_', ' ') : member.endsWith('_id') ? <Id>{value}</Id> : value}
        </>,
      ],
    ];
  });
  const instants = Object.entries(data).filter(
    (entry): entry is [string, string] => entry[0].endsWith('_at') && typeof entry[1] === 'string' && entry[1] !== event.created_at,
  );
  return [
    ...(typeof cents === 'number' ? [['Amount', <strong class="amount">{amount(cents)}</strong>] as const] : []),
    ...(orderId === undefined ? [] : [['Order', <Id>{orderId}</Id>] as const]),
    ...named,
    ...instants.map(([member, at]) => [instantName(member), <Time at={at} />] as const),
  ];
}

/** The same in a line, for lists: the amount and the kind, then the order, the fan and the creator. */
export function FactLine({ event, creatorName }: { event: FactEvent; creatorName: CreatorName }) {
  const data = event.data ?? {};
  const text = (member: string) => (typeof data[member] === 'string' ? data[member] : undefined);
  const cents = data['amount_cents'];
  const kind = text('order_type') ?? text('action');
  const creatorId = text('creator_id');
  const words = [typeof cents === 'number' ? amount(cents) : undefined, kind?.replaceAll('_', ' ')].filter((part) => part !== undefined);
  const ids = [
    ['order', orderIdOf(event)],
    [text('fan_username') ?? 'fan', text('fan_id')],
    [(creatorId && creatorName(creatorId)) ?? 'creator', creatorId],
  ] as const;
  return (
    <span class="row fact-line">
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
