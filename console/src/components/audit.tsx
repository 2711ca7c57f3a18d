import type { ComponentChildren } from 'preact';
import type { OperatorSchemas } from '../schemas.ts';
import type { Pages } from '../use-pages.ts';
import { Empty } from './feedback.tsx';
import { List, Table } from './list.tsx';
import { Time } from './time.tsx';

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

const membersOf = (value: object): string =>
  Object.entries(value)
    .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0))
    .map(([name, member]) => `${name.replaceAll('_', ' ')}: ${wordsOf(member)}`)
    .join('; ');

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'object' && value !== null ? `(${membersOf(value)})` : String(value);
}

/** The details of an entry in one line, without those that are empty. */
const detailsOf = ({ details }: Entry): string => membersOf(details);

interface AuditTableProps {
  readonly pages: Pages<Entry>;
  /** Given where entries are of more than one agency. */
  readonly agencyOf?: (id: string | null) => ComponentChildren;
  readonly isReady?: boolean;
}

/** Who did what, when and from where. */
export function AuditTable({ pages, agencyOf, isReady = true }: AuditTableProps) {
  return (
    <List
      pages={pages}
      isReady={isReady}
      empty={
        <Empty title="No entries">
          <p>Changes of keys, endpoints, secrets and failures appear here for 400 days.</p>
        </Empty>
      }
    >
      {(entries) => (
        <Table label="Audit log" isBrief head={['When', ...(agencyOf ? ['Agency'] : []), 'What', 'To', 'By', 'From']}>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td class="lead">
                <Time at={entry.recorded_at} />
              </td>
              {agencyOf && <td class="when">{agencyOf(entry.agency_id ?? null)}</td>}
              <td class="whole-line">
                <code>{entry.action}</code>
                <span class="entry-details">{detailsOf(entry)}</span>
              </td>
              <td class="named">{entry.subject_name}</td>
              <td class="named">{actorOf(entry.actor)}</td>
              <td>{entry.address ?? '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </List>
  );
}
