import type { Schemas } from '../api.ts';
import { amount } from '../numbers.ts';
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

/** What an event is about, as people say it, in a list of facts: the amount of an order, and whom it concerns. */
export function FactOf({ event }: { event: Pick<Schemas['RecordedEvent'], 'data'> }) {
  const data = event.data;
  if (data === null) return <Fact name="Payload">The key lacks access to it.</Fact>;
  const cents = data['amount_cents'];
  const instants = Object.entries(data).filter(
    (entry): entry is [string, string] => entry[0].endsWith('_at') && typeof entry[1] === 'string',
  );
  return (
    <>
      {typeof cents === 'number' && (
        <Fact name="Amount">
          <strong class="amount">{amount(cents)}</strong>
        </Fact>
      )}
      {Object.entries(names).map(([member, name]) => {
        const value = data[member];
        return typeof value === 'string' ? (
          <Fact key={member} name={name}>
            {member === 'order_type' ? value.replaceAll('_', ' ') : value}
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

/** The same in a line, for lists. */
export function factLine({ data }: Pick<Schemas['RecordedEvent'], 'data'>): string {
  const members = data;
  if (members === null) return '';
  const cents = members['amount_cents'];
  const parts = [
    typeof cents === 'number' ? amount(cents) : undefined,
    ...['order_type', 'action', 'fan_id'].map((member) => {
      const value = members[member];
      return typeof value === 'string' ? (member === 'fan_id' ? `fan ${value}` : value.replaceAll('_', ' ')) : undefined;
    }),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
