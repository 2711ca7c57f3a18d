import type { ComponentChildren } from 'preact';
import type { OperatorSchemas } from '../api.ts';
import type { Pages } from '../use-answer.ts';
import { Empty } from './feedback.tsx';
import { List, Table } from './list.tsx';
import { Time } from './time.tsx';

/** An entry, as operators or the agency itself see it. */
type Entry = Omit<OperatorSchemas['OperatorAuditEntry'], 'agency_id' | 'action'> & {
  readonly action: string;
  readonly agency_id?: string | null;
};

function actorOf({ kind, name }: Entry['actor']): string {
  if (kind === 'key') return name === null || name === '' ? 'a key' : `key ${name}`;
  if (kind === 'service') return 'the service';
  return name === null ? 'operator' : `operator ${name}`;
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(wordsOf).join(', ') : JSON.stringify(value);

/** The details of an entry, in one line. */
function detailsOf({ details }: Entry): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${wordsOf(value)}`)
    .join('; ');
}

/** Who did what, when and from where. `agencyOf` is given where entries are of more than one agency. */
export function AuditTable({ pages, agencyOf }: { pages: Pages<Entry>; agencyOf?: (id: string | null) => ComponentChildren }) {
  return (
    <List
      pages={pages}
      empty={
        <Empty title="No entries">
          <p>Changes of keys, endpoints, secrets and failures appear here for 400 days.</p>
        </Empty>
      }
    >
      {(entries) => (
        <Table label="Audit log" head={['When', ...(agencyOf ? ['Agency'] : []), 'What', 'To', 'By', 'From']}>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <Time at={entry.recorded_at} />
              </td>
              {agencyOf && <td>{agencyOf(entry.agency_id ?? null)}</td>}
              <td>
                <code>{entry.action}</code>
                <span class="entry-details">{detailsOf(entry)}</span>
              </td>
              <td>{entry.subject_name}</td>
              <td>{actorOf(entry.actor)}</td>
              <td>{entry.address ?? '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </List>
  );
}
