import { limits } from 'built:limits';
import { Clock } from 'lucide';
import { isProblem } from '../../../sdk/src/problem.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { Loaded, Empty } from '../components/feedback.tsx';
import { List } from '../components/list.tsx';
import { Badge } from '../components/status.tsx';
import { Id, Time } from '../components/values.tsx';
import { counted } from '../format.ts';
import { useInterval } from '../hooks.ts';
import { useAgencyNames } from '../names.ts';
import type { OperatorAuditEntry, OperatorSchemas } from '../schemas.ts';
import { useQuery, type Pages } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { actorOf } from './audit.tsx';
import { RowsByTable, rowsOf } from './data-dialogs.tsx';

const pollMs = 6_000;
const exportMs = limits.exportDays * 86_400_000;

function ErasureState({ erasure: { status, counts, ended_at: endedAt } }: { erasure: OperatorSchemas['Erasure'] }) {
  return (
    <>
      {status === 'completed' ? (
        <>
          <Badge tone="good">completed</Badge> <Time at={endedAt} />
        </>
      ) : (
        <Badge tone="warning" icon={Clock}>
          {status === 'queued' ? 'waits for its turn' : 'running'}
        </Badge>
      )}
      <RowsByTable title={`${counted(rowsOf(counts), 'row')}${status === 'completed' ? '' : ' so far'}`} counts={counts} />
    </>
  );
}

function StateOfErasure({ id }: { id: string }) {
  const { api } = useOperator();
  const query = useQuery(
    () =>
      api.erasures.get({ erasure_id: id }).catch((error: unknown) => {
        // The oldest entries of the log are stored some hours longer than their erasures.
        if (isProblem(error, 'not_found')) return null;
        throw error;
      }),
    [api, id],
  );
  const isOpen = query.data?.ended_at === null;
  useInterval(() => isOpen && query.reload(), pollMs);
  return (
    <Loaded query={query} isInline lines={1}>
      {(erasure) => (erasure === null ? <span class="quiet">not stored any more</span> : <ErasureState erasure={erasure} />)}
    </Loaded>
  );
}

/** Whether the operator who opened an export can still read it. */
function StateOfExport({ openedAt, isAgencyErased }: { openedAt: string; isAgencyErased: boolean }) {
  const until = Date.parse(openedAt) + exportMs;
  if (isAgencyErased) return <Badge tone="quiet">ended with its agency</Badge>;
  if (until <= Date.now()) return <Badge tone="quiet">expired</Badge>;
  return (
    <>
      <Badge tone="good">opened</Badge>{' '}
      <span class="quiet">
        can be read until <Time at={new Date(until).toISOString()} />
      </span>
    </>
  );
}

const kinds = {
  'agency.exported': 'Export of the agency',
  'fan.exported': 'Export of a fan',
  'agency.erased': 'Erasure of the agency',
  'fan.erased': 'Erasure of a fan',
} as const;

const erasedName = 'erased';

export function DataHistory({ pages, isOfAll, mayStart }: { pages: Pages<OperatorAuditEntry>; isOfAll: boolean; mayStart: boolean }) {
  const nameOf = useAgencyNames(isOfAll);
  /** An erased agency has no name: `nameOf` returns its id. */
  const isErased = (id: string | null) => isOfAll && id !== null && nameOf?.(id) === id;
  const agencyOf = ({ agency_id: id }: OperatorAuditEntry) => {
    if (id === null || nameOf === undefined) return '–';
    return isErased(id) ? <Id>{id}</Id> : <AgencyLink id={id} name={nameOf(id)} />;
  };
  const stateOf = ({ action, agency_id: agencyId, subject_id: subjectId, recorded_at: at }: OperatorAuditEntry) => {
    if (action === 'agency.erased' || action === 'fan.erased') return subjectId !== null && <StateOfErasure id={subjectId} />;
    return <StateOfExport openedAt={at} isAgencyErased={isErased(agencyId)} />;
  };
  return (
    <List
      pages={pages}
      isReady={nameOf !== undefined}
      empty={
        <Empty title="No exports or erasures">
          {isOfAll
            ? 'Those of all agencies appear here for 400 days. To start one, open the agency.'
            : `Those of this agency and its fans appear here for 400 days.${mayStart ? '' : ' Operators with the scope all can start one.'}`}
        </Empty>
      }
      label="Exports and erasures"
      columns={[
        ['Requested', (entry) => <Time at={entry.recorded_at} />],
        isOfAll && ['Agency', agencyOf],
        [
          'What',
          ({ action, subject_name: subject }) => (
            <>
              {kinds[action as keyof typeof kinds]} {action === 'fan.exported' && subject !== erasedName && <Id>{subject}</Id>}
            </>
          ),
        ],
        ['State', stateOf, 'data-state'],
        ['By', (entry) => actorOf(entry.actor)],
      ]}
    />
  );
}
