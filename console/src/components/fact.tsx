import type { Schemas } from '../schemas.ts';
import { amount } from '../numbers.ts';
import { Id } from './copy.tsx';
import { Fact } from './list.tsx';
import { Time } from './time.tsx';

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

interface FactOfProps {
  readonly event: Pick<Schemas['RecordedEvent'], 'type' | 'created_at' | 'data'>;
  /** The name of a creator; undefined where it is not known. */
  creatorName(id: string): string | undefined;
}

/** The members of a payload that name something, and what they name. */
const orderIdOf = ({ type, data }: Pick<FactOfProps['event'], 'type' | 'data'>): string | undefined => {
  const id = data?.['id'];
  return type.startsWith('order.') && typeof id === 'string' ? id : undefined;
};

/** What an event is about, as people say it, in a list of facts: the amount of an order, and whom it concerns. */
export function FactOf({ event, creatorName }: FactOfProps) {
  const data = event.data;
  if (data === null) return <Fact name="Payload">The key lacks access to it.</Fact>;
  const cents = data['amount_cents'];
  const orderId = orderIdOf(event);
  const instants = Object.entries(data).filter(
    (entry): entry is [string, string] => entry[0].endsWith('_at') && typeof entry[1] === 'string' && entry[1] !== event.created_at,
  );
  return (
    <>
      {typeof cents === 'number' && (
        <Fact name="Amount">
          <strong class="amount">{amount(cents)}</strong>
        </Fact>
      )}
      {orderId !== undefined && (
        <Fact name="Order">
          <Id>{orderId}</Id>
        </Fact>
      )}
      {Object.entries(names).map(([member, name]) => {
        const value = data[member];
        return typeof value === 'string' ? (
          <Fact key={member} name={name}>
            {member === 'creator_id' && creatorName(value) !== undefined && <>{creatorName(value)} </>}
            {member === 'fan_id' && typeof data['fan_username'] === 'string' && <>{data['fan_username']} </>}
            {member === 'order_type' ? value.replaceAll('_', ' ') : member.endsWith('_id') ? <Id>{value}</Id> : value}
          </Fact>
        ) : null;
      })}
      {instants.map(([member, at]) => (
        <Fact
          key={member}
          name={member
            .replace(/_at$/, '')
            .replaceAll('_', ' ')
            .replace(/^./, (first) => first.toUpperCase())}
        >
          <Time at={at} />
        </Fact>
      ))}
    </>
  );
}

/** The same in a line, for lists: the amount and the kind, then the order, the fan and the creator. */
export function FactLine({ event, creatorName }: FactOfProps) {
  const data = event.data ?? {};
  const text = (member: string) => (typeof data[member] === 'string' ? data[member] : undefined);
  const cents = data['amount_cents'];
  const kind = text('order_type') ?? text('action');
  const [orderId, fanId, creatorId] = [orderIdOf(event), text('fan_id'), text('creator_id')];
  const words = [typeof cents === 'number' ? amount(cents) : undefined, kind?.replaceAll('_', ' ')].filter((part) => part !== undefined);
  return (
    <span class="fact-line">
      {words.length > 0 && <span>{words.join(' · ')}</span>}
      {orderId !== undefined && (
        <span>
          order <Id>{orderId}</Id>
        </span>
      )}
      {fanId !== undefined && (
        <span>
          {text('fan_username') ?? 'fan'} <Id>{fanId}</Id>
        </span>
      )}
      {creatorId !== undefined && (
        <span>
          {creatorName(creatorId) ?? 'creator'} <Id>{creatorId}</Id>
        </span>
      )}
    </span>
  );
}
