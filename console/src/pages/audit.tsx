import type { ComponentChildren } from 'preact';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { Empty } from '../components/feedback.tsx';
import { List } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { Time } from '../components/values.tsx';
import { useAgencyNames } from '../names.ts';
import type { OperatorAuditEntry, OperatorSchemas } from '../schemas.ts';
import { usePages, type Pages } from '../use-query.ts';
import { useAgency, useOperator } from '../views.ts';
import { SelectFilter, useFilters } from './filters.tsx';

/** An entry of the operators' log, or of the agency's own log. */
type Entry = Omit<OperatorAuditEntry, 'agency_id' | 'action'> & {
  readonly action: string;
  readonly agency_id?: string | null;
};

export function actorOf({ kind, name }: Entry['actor']): string {
  if (kind === 'key') return name === null || name === '' ? 'a key' : `key ${name}`;
  if (kind === 'service') return 'the service';
  return name === null ? 'operator' : `operator ${name}`;
}

/** Details in one line, without empty ones. */
const membersOf = (value: object): string =>
  Object.entries(value)
    .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0))
    .map(([name, member]) => `${name.replaceAll('_', ' ')}: ${textOf(member)}`)
    .join('; ');

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? `(${membersOf(value)})` : String(value);
}

interface AuditTableProps {
  readonly pages: Pages<Entry>;
  /** Given if the entries are of several agencies. */
  readonly agencyOf?: ((id: string | null) => ComponentChildren) | undefined;
  readonly isReady?: boolean;
}

const AuditTable = ({ pages, agencyOf, isReady = true }: AuditTableProps) => (
  <List
    pages={pages}
    isReady={isReady}
    empty={<Empty title="No entries">Changes of keys, endpoints, secrets and failures appear here for 400 days.</Empty>}
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
            <span class="entry-details quiet">{membersOf(details)}</span>
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

/** Each opening of a portal link is an entry, which would hide the others: a choice shows them. */
const openings = 'portal_link.opened' as const;
const everything = 'everything';

export function AuditPage({ agencyId }: { agencyId?: string }) {
  const { api } = useOperator();
  const filters = useFilters();
  const action = filters.search.get('action') as OperatorSchemas['OperatorAuditAction'] | typeof everything | null;
  const nameOf = useAgencyNames(agencyId === undefined);
  const pages = usePages(
    (cursor) => {
      const found = action === null ? { excluded_actions: [openings] } : action === everything ? {} : { actions: [action] };
      return api.audit.list({ agency_id: agencyId, ...found, cursor });
    },
    [api, agencyId, action],
  );
  const agencyOf = (id: string | null) => (id === null ? '–' : <AgencyLink id={id} name={nameOf?.(id) ?? id} />);
  return (
    <Page title="Audit log">
      <div class="row filters">
        <SelectFilter
          {...filters}
          name="action"
          label="Actions"
          all="All but openings of links"
          values={[everything, ...operatorEnumerations.OperatorAuditAction]}
        />
      </div>
      <AuditTable pages={pages} isReady={nameOf !== undefined} agencyOf={agencyId === undefined ? agencyOf : undefined} />
    </Page>
  );
}

export function OwnAuditPage() {
  const { api } = useAgency();
  const pages = usePages((cursor) => api.audit.list({ excluded_actions: [openings], cursor }), [api]);
  return (
    <Page title="Audit log">
      <AuditTable pages={pages} />
    </Page>
  );
}
