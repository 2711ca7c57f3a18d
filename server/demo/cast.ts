import type { RecordOf } from '../entities/record.ts';
import { dayMs, type Calendar } from './calendar.ts';
import { Random } from './random.ts';

export interface DemoCreator {
  readonly record: RecordOf<'creator'>;
  readonly accountId: string;
  /** Her part of the agency's business. */
  readonly share: number;
  /** Days since her account was connected. */
  readonly connectedDaysAgo: number;
  readonly subscriptionCents: number;
}

export interface DemoEmployee {
  readonly record: RecordOf<'employee'>;
  readonly fromDaysAgo: number;
  /** Negative for those who are still there. */
  readonly untilDaysAgo: number;
  /** Positions of the creators for whom the employee writes; empty for those who do not write. */
  readonly creators: readonly number[];
  /** First hour (UTC) of the eight in which the employee works. */
  readonly shift: number;
}

export interface Cast {
  readonly creators: readonly DemoCreator[];
  readonly employees: readonly DemoEmployee[];
  readonly tags: readonly RecordOf<'tag'>[];
}

const creatorNames = ['Mira Solane', 'Ines Calder', 'Noa Verne', 'Lia Marchetti', 'Juno Castel', 'Eva Lindqvist'];
const creatorShares = [0.3, 0.22, 0.17, 0.14, 0.1, 0.07];
const creatorDaysAgo = [900, 840, 790, 745, 480, 205];
const subscriptionCents = [1499, 999, 1299, 999, 799, 599];

const employeeNames = [
  'Jonas Adler',
  'Camille Roux',
  'Marta Nowak',
  'Diego Ferrer',
  'Anna Keller',
  'Luca Bianchi',
  'Sofia Lind',
  'Pavel Horak',
  'Nina Brandt',
  'Hugo Martel',
  'Elif Aydin',
  'Tomas Silva',
  'Clara Voss',
  'Yann Le Goff',
  'Irina Popa',
  'Matteo Greco',
  'Julia Sand',
  'Oscar Nyberg',
  'Leonie Hart',
  'Andrei Munteanu',
  'Paula Reyes',
  'Viktor Dahl',
  'Chloe Perrin',
  'Samir Haddad',
  'Greta Olsen',
  'Bruno Costa',
];
const managers = 3;
const editors = 2;
const formerFrom = 20;

const tagNames: readonly [string, string | null][] = [
  ['VIP', '#7a5cff'],
  ['Big spender', '#e0a100'],
  ['New', '#2aa84a'],
  ['Regular', '#3b82f6'],
  ['Speaks French', null],
  ['Speaks English', null],
  ['Custom request', '#ff5c8a'],
  ['Birthday soon', '#ff9d5c'],
  ['Night owl', '#4b3b8f'],
  ['Do not push', '#c0392b'],
  ['Win back', '#0f9d9d'],
  ['Slow payer', '#8a8f98'],
];

function castCreators(calendar: Calendar): DemoCreator[] {
  const random = new Random('creators');
  return creatorNames.map((name, index) => {
    const connectedMs = calendar.startOf(creatorDaysAgo[index]!) + random.integer(8 * 60, 17 * 60) * 60_000;
    const joinedMs = connectedMs - random.integer(1, 6) * dayMs;
    const accountId = random.digits(8);
    return {
      accountId,
      share: creatorShares[index]!,
      connectedDaysAgo: creatorDaysAgo[index]!,
      subscriptionCents: subscriptionCents[index]!,
      record: {
        type: 'creator',
        id: random.uuid(joinedMs),
        name,
        account: {
          external_id: accountId,
          username: name.toLowerCase().replace(' ', ''),
          connected_at: new Date(connectedMs).toISOString(),
        },
        created_at: new Date(joinedMs).toISOString(),
      },
    };
  });
}

function castEmployees(calendar: Calendar): DemoEmployee[] {
  const random = new Random('employees');
  return employeeNames.map((name, index) => {
    const isFormer = index >= formerFrom;
    const fromDaysAgo = isFormer ? random.integer(560, 800) : index < 8 ? random.integer(740, 880) : random.integer(60, 700);
    const untilDaysAgo = isFormer ? random.integer(40, 400) : -1;
    const role = index < managers ? 'manager' : index < managers + editors ? 'editor' : 'chatter';
    const first = random.weighted(creatorShares);
    const createdMs = calendar.startOf(fromDaysAgo) + 8 * 3_600_000 + random.integer(0, 90) * 60_000;
    return {
      fromDaysAgo,
      untilDaysAgo,
      creators:
        role === 'chatter' ? [...new Set([first, (first + random.integer(1, 2)) % creatorNames.length, index % creatorNames.length])] : [],
      shift: [6, 12, 16, 20][index % 4]!,
      record: {
        type: 'employee',
        id: random.uuid(createdMs),
        name,
        email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@northlight.example`,
        role,
        active: !isFormer,
        created_at: new Date(createdMs).toISOString(),
      },
    };
  });
}

/** Who belongs to the demo agency, now or before. */
export function castOf(calendar: Calendar): Cast {
  const random = new Random('tags');
  const tags = tagNames.map(([name, color], index): RecordOf<'tag'> => ({
    type: 'tag',
    id: random.uuid(calendar.startOf(800 - index)),
    name,
    color,
    position: index + 1,
  }));
  return { creators: castCreators(calendar), employees: castEmployees(calendar), tags };
}
