import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter-preact';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { AgencyLink } from '../components/agency-link.tsx';
import { Badge, Time } from '../components/values.tsx';
import { Button } from '../components/button.tsx';
import { Select, TextField } from '../components/fields.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { Table, type Column } from '../components/list.tsx';
import { Page, Section } from '../components/page.tsx';
import { useDraft } from '../drafts.ts';
import { count, counted, percent } from '../format.ts';
import { ActivityPicture } from '../pictures/bars.tsx';
import { holds } from '../session.ts';
import { useAnswer, useInterval } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { WhatIsWrong } from './incidents.tsx';

function NewAgencyDialog({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const { api } = useOperator();
  const [name, setName] = useDraft('agency', '');
  const create = async () => onCreated((await api.agencies.create({ name })).id);
  return (
    <ActionDialog title="Add an agency" submit="Add agency" isForm work={create} onClose={onClose}>
      <TextField label="Name" required maxLength={200} value={name} onChange={setName} />
    </ActionDialog>
  );
}

type Activity = OperatorSchemas['AgencyActivity'];
type Sort = OperatorSchemas['AgencySort'];

const pageItems = 25;

/** How often the first screen reads what is wrong and the agencies. */
const everyMs = 10_000;

/** Typing is over when nothing was typed for so long. */
const typingMs = 300;

const sortWords: Readonly<Record<Sort, string>> = {
  trouble: 'Trouble first',
  waiting: 'Oldest waiting first',
  attempts: 'Most attempts first',
  name: 'Name',
  newest: 'Newest first',
};

const sorts = operatorEnumerations.AgencySort.map((value) => [value, sortWords[value]] as const);

/** The text that is typed, which goes to the address when typing is over. The address may change by itself, as with Back. */
function SearchField({ sought, onSearch }: { sought: string; onSearch(text: string): void }) {
  const [text, setText] = useState(sought);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => setText(sought), [sought]);
  useEffect(() => {
    if (text === sought) return undefined;
    const timer = setTimeout(() => latest.current(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return <TextField label="Search by name or id" type="search" maxLength={200} value={text} onChange={setText} />;
}

const columns: readonly Column<Activity>[] = [
  ['Name', (of) => <AgencyLink id={of.id} name={of.name} isContained={of.contained_at !== null} />, 'lead'],
  [
    'Endpoints',
    ({ endpoint_count: all, troubled_endpoint_count: troubled }) =>
      troubled > 0 ? (
        <Badge tone="bad">{`${count(troubled)} of ${count(all)} in trouble`}</Badge>
      ) : (
        <span class="quiet">{all === 0 ? 'no endpoints' : counted(all, 'endpoint')}</span>
      ),
    'when',
  ],
  [
    'Attempts, last hour',
    ({ attempt_count: all }) => count(all),
    'number',
    {
      tone: ({ attempt_count: all }) => (all === 0 ? 'nothing' : ''),
      unit: ({ attempt_count: all }) => (all === 1 ? 'attempt in the last hour' : 'attempts in the last hour'),
    },
  ],
  [
    'Failed, last hour',
    ({ attempt_count: all, failed_attempt_count: failed }) => (all === 0 ? '–' : percent(failed / all)),
    'number',
    { tone: ({ failed_attempt_count: failed }) => (failed > 0 ? 'bad' : 'quiet nothing'), unit: () => 'failed' },
  ],
  [
    'Oldest waiting',
    ({ oldest_pending_at: oldest }) => (oldest === null ? <span class="quiet">none</span> : <Time at={oldest} relative />),
    undefined,
    { tone: ({ oldest_pending_at: oldest }) => (oldest === null ? 'nothing' : 'named') },
  ],
  [
    'Last hour',
    (of) => <ActivityPicture points={of.points} />,
    undefined,
    { tone: ({ attempt_count: all }) => (all === 0 ? 'nothing' : '') },
  ],
];

const noMatch = <Empty title="No matching agencies" />;
const none = <Empty title="No agencies yet" text="An agency has creators, keys and webhook endpoints. Add the first one to get started." />;

/** A page of the agencies, in an order and with a search that the address has. */
function Agencies() {
  const { api } = useOperator();
  const [search, setSearch] = useSearchParams();
  const sought = search.get('search') ?? '';
  const sort = sorts.find(([value]) => value === search.get('sort'))?.[0] ?? 'trouble';
  const after = search.get('after');
  const agencies = useAnswer(
    () => api.agencyActivity.list({ search: sought, sort, limit: pageItems, cursor: after ?? undefined }),
    [api, sought, sort, after],
  );
  useInterval(agencies.reload, everyMs);
  const addressOf = (text: string, order: Sort, cursor?: string) => ({
    ...(text === '' ? {} : { search: text }),
    ...(order === 'trouble' ? {} : { sort: order }),
    ...(cursor === undefined ? {} : { after: cursor }),
  });
  return (
    <Section title="Agencies">
      <div class="filters" role="search">
        <SearchField sought={sought} onSearch={(text) => setSearch(addressOf(text, sort), { replace: true })} />
        <Select label="Order" value={sort} options={sorts} onChange={(value) => setSearch(addressOf(sought, value), { replace: true })} />
        <p class="quiet found" role="status">
          {agencies.data && counted(agencies.data.total_count, 'agency', 'agencies')}
        </p>
      </div>
      <Answer of={agencies} label="Loading the agencies" lines={12}>
        {({ data, next_cursor: next }) => (
          <>
            <Table label="Agencies" kind="stacks brief" rows={data} empty={sought === '' ? none : noMatch} columns={columns} />
            {(after !== null || next !== null) && (
              <nav class="paging" aria-label="Pages of agencies">
                {after !== null && <Button onClick={() => setSearch(addressOf(sought, sort))}>First page</Button>}
                {next !== null && <Button onClick={() => setSearch(addressOf(sought, sort, next))}>Next page</Button>}
              </nav>
            )}
          </>
        )}
      </Answer>
    </Section>
  );
}

/** The first screen: what is wrong, then the agencies. */
export function AgenciesPage() {
  const { session, incidents } = useOperator();
  const [, navigate] = useLocation();
  const [isAdding, setIsAdding] = useDraft('adds an agency', false);
  useInterval(incidents.reload, everyMs);
  const add = holds(session, 'all') && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      Add agency
    </Button>
  );
  return (
    <Page title="Overview" actions={add}>
      <WhatIsWrong />
      {/* It loads meanwhile, and is shown when nothing above it grows any more. */}
      <div hidden={incidents.data === undefined && incidents.isLoading}>
        <Agencies />
      </div>
      {isAdding && <NewAgencyDialog onClose={() => setIsAdding(false)} onCreated={(id) => navigate(`/agencies/${id}`)} />}
    </Page>
  );
}
