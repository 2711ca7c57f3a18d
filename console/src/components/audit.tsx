import type { ComponentChildren } from 'preact';
import type { OperatorSchemas } from '../schemas.ts';
import type { Pages } from '../use-answer.ts';
import { Empty } from './feedback.tsx';
import { List } from './list.tsx';
import { Time } from './values.tsx';

/** An entry, as operators or the agency itself see it. */
type Entry = Omit<OperatorSchemas['OperatorAuditEntry'], 'agency_id' | 'action'> & {
  readonly action: string;
  readonly agency_id?: string | null;
};

export function actorOf({ kind, name }: Entry['actor']): string {
  if (kind === 'key') return name === null || name === '' ? 'a key' : `key ${name}`;
  if (kind === 'service') return 'the service';
  return name === null ? 'operator' : `operator ${name}`;
}

/** Details in one line, without those that are empty. */
const membersOf = (value: object): string =>
  Object.entries(value)
    .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0))
    .map(([name, member]) => `${name.replaceAll('_', ' ')}: ${wordsOf(member)}`)
    .join('; ');

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'object' && value !== null ? `(${membersOf(value)})` : String(value);
}

interface AuditTableProps {
  readonly pages: Pages<Entry>;
  /** Given where entries are of more than one agency. */
  readonly agencyOf?: ((id: string | null) => ComponentChildren) | undefined;
  readonly isReady?: boolean;
}

/** Who did what, when and from where. */
export const AuditTable = ({ pages, agencyOf, isReady = true }: AuditTableProps) => (
  <List
    pages={pages}
    isReady={isReady}
    empty={<Empty title="No entries" text="Changes of keys, endpoints, secrets and failures appear here for 400 days." />}
    label="Audit log"
    kind="stacks brief"
    columns={[
      ['When', (entry) => <Time at={entry.recorded_at} />, 'lead'],
      agencyOf !== undefined && ['Agency', (entry) => agencyOf(entry.agency_id ?? null), 'when'],
      [
        'What',
        ({ action, details }) => (
          <>
            <code>{action}</code>
            <span class="entry-details">{membersOf(details)}</span>
          </>
        ),
        'whole-line',
      ],
      ['To', (entry) => entry.subject_name, 'named'],
      ['By', (entry) => actorOf(entry.actor), 'named'],
      ['From', (entry) => entry.address ?? '–'],
    ]}
  />
);
