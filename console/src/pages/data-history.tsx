import { exportDays } from 'built:limits';
import { Clock } from 'lucide';
import { isProblem } from '../../../sdk/src/problem.ts';
import { useAgencyNames } from '../agency-names.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { actorOf } from '../components/audit.tsx';
import { Badge } from '../components/badges.tsx';
import { Id } from '../components/copy.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { List, Table } from '../components/list.tsx';
import { Time } from '../components/time.tsx';
import { counted } from '../numbers.ts';
import { useAnswer, useInterval } from '../use-answer.ts';
import type { Pages } from '../use-pages.ts';
import { useOperator } from '../views.ts';
import { RowsByTable, rowsOf } from './data-dialogs.tsx';

type Entry = OperatorSchemas['OperatorAuditEntry'];
type Erasure = OperatorSchemas['Erasure'];

const pollMs = 6_000;
const exportMs = exportDays * 86_400_000;

/** How far an erasure is. A completed one is not read again. */
function ErasureState({ erasure }: { erasure: Erasure }) {
  const { status, counts, ended_at: endedAt } = erasure;
  return (
    <>
      {status === 'completed' ? (
        <>
          <Badge tone="good">completed</Badge> <Time at={endedAt!} />
        </>
      ) : (
        <Badge tone="warning" icon={Clock}>
          {status === 'queued' ? 'waits for its turn' : 'running'}
        </Badge>
      )}
      {rowsOf(counts) > 0 && (
        <details class="as-table">
          <summary>
            {counted(rowsOf(counts), 'row')}
            {status !== 'completed' && ' so far'}
          </summary>
          <RowsByTable counts={counts} />
        </details>
      )}
    </>
  );
}

function StateOfErasure({ id }: { id: string }) {
  const { api } = useOperator();
  const answer = useAnswer(async () => {
    // The oldest entries of the log outlive their erasures by hours.
    return api.erasures.get({ erasure_id: id }).catch((error: unknown) => {
      if (isProblem(error, 'not_found')) return null;
      throw error;
    });
  }, [api, id]);
  const isOpen = answer.data !== undefined && answer.data !== null && answer.data.ended_at === null;
  useInterval(() => isOpen && answer.reload(), pollMs);
  return (
    <Answer of={answer} isAside lines={1}>
      {(erasure) => (erasure === null ? <span class="quiet">not stored any more</span> : <ErasureState erasure={erasure} />)}
    </Answer>
  );
}

/** Whether the rows of an export can still be read, which the operator who opened it can. */
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

interface RowProps {
  readonly entry: Entry;
  /** The name of an agency, which is its id if it is erased; undefined on the page of one. */
  readonly nameOf: ((id: string) => string) | undefined;
}

function Row({ entry, nameOf }: RowProps) {
  const { action, agency_id: agencyId, subject_id: subjectId, subject_name: subject, recorded_at: at } = entry;
  const name = agencyId === null ? undefined : nameOf?.(agencyId);
  const isAgencyErased = name !== undefined && name === agencyId;
  return (
    <tr>
      <td>
        <Time at={at} />
      </td>
      {nameOf && (
        <td>
          {agencyId === null || name === undefined ? '–' : isAgencyErased ? <Id>{agencyId}</Id> : <AgencyLink id={agencyId} name={name} />}
        </td>
      )}
      <td>
        {kinds[action as keyof typeof kinds]} {action === 'fan.exported' && subject !== erasedName && <Id>{subject}</Id>}
      </td>
      <td class="data-state">
        {action === 'agency.erased' || action === 'fan.erased' ? (
          subjectId !== null && <StateOfErasure id={subjectId} />
        ) : (
          <StateOfExport openedAt={at} isAgencyErased={isAgencyErased} />
        )}
      </td>
      <td>{actorOf(entry.actor)}</td>
    </tr>
  );
}

interface HistoryProps {
  readonly pages: Pages<Entry>;
  readonly isOfAll: boolean;
  readonly mayStart: boolean;
}

/** The exports and erasures that were requested, newest first, with their states. */
export function DataHistory({ pages, isOfAll, mayStart }: HistoryProps) {
  const nameOf = useAgencyNames(isOfAll);
  return (
    <List
      pages={pages}
      isReady={nameOf !== undefined}
      empty={
        <Empty title="No exports or erasures">
          <p>
            {isOfAll
              ? 'Those of all agencies appear here for 400 days. To start one, open the agency.'
              : `Those of this agency and its fans appear here for 400 days.${mayStart ? '' : ' Operators with the scope all can start one.'}`}
          </p>
        </Empty>
      }
    >
      {(entries) => (
        <Table label="Exports and erasures" head={['Requested', ...(isOfAll ? ['Agency'] : []), 'What', 'State', 'By']}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} nameOf={isOfAll ? nameOf : undefined} />
          ))}
        </Table>
      )}
    </List>
  );
}
