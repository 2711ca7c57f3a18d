import { useEffect, useState } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter-preact';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { ActionDialog, DialogButton } from '../components/dialog.tsx';
import { AgencyLink } from '../components/agency-link.tsx';
import { Badge } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { Button } from '../components/button.tsx';
import { Select, TextField } from '../components/fields.tsx';
import { Loaded, Empty, NotFound } from '../components/feedback.tsx';
import { Table, type Column } from '../components/list.tsx';
import { Page, Section } from '../components/page.tsx';
import { useDraft } from '../drafts.ts';
import { count, counted, percent } from '../format.ts';
import { useInterval, useLatest } from '../hooks.ts';
import { ActivityPicture } from '../pictures/bars.tsx';
import { useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { IncidentSection } from './incidents.tsx';

function NewAgencyDialog({ onClose }: { onClose(): void }) {
  const { api } = useOperator();
  const [, navigate] = useLocation();
  const [name, setName] = useDraft('agency', '');
  return (
    <ActionDialog
      title="Add an agency"
      submit="Add agency"
      isForm
      work={() => api.agencies.create({ name })}
      onDone={({ id }) => navigate(`/agencies/${id}`)}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={200} value={name} onChange={setName} />
    </ActionDialog>
  );
}

type Activity = OperatorSchemas['AgencyActivity'];
type Sort = OperatorSchemas['AgencySort'];

const pageItems = 25;

/** How often the overview reads incidents and agencies. */
const everyMs = 10_000;
/** The same for some time after a change, while the endpoints still change. */
const soonMs = 2_000;
const changingMs = 30_000;

/** A search starts after this pause in typing. */
const typingMs = 300;

const sortTexts: Readonly<Record<Sort, string>> = {
  trouble: 'Trouble first',
  waiting: 'Oldest waiting first',
  attempts: 'Most attempts first',
  name: 'Name',
  newest: 'Newest first',
};

const sorts = operatorEnumerations.AgencySort.map((value) => [value, sortTexts[value]] as const);

/** The search text, which is part of the address. The address may also change otherwise, for example at a navigation with Back. */
function SearchField({ searchText: searchText, onSearch }: { searchText: string; onSearch(text: string): void }) {
  const [text, setText] = useState(searchText);
  const latest = useLatest(onSearch);
  useEffect(() => setText(searchText), [searchText]);
  useEffect(() => {
    if (text === searchText) return undefined;
    const timer = setTimeout(() => latest.current(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return <TextField label="Search by name or id" type="search" maxLength={200} value={text} onChange={setText} />;
}

const columns: readonly Column<Activity>[] = [
  ['Name', (of) => <AgencyLink id={of.id} name={of.name} isContained={of.contained_at !== null} />, 'lead'],
  [
    'Endpoints',
    ({ endpoint_count: all, paused_endpoint_count: paused, troubled_endpoint_count: troubled }) => {
      const suffix = paused > 0 ? `, ${count(paused)} paused` : '';
      return troubled > 0 ? (
        <Badge tone="bad">{`${count(troubled)} of ${count(all)} with an incident${suffix}`}</Badge>
      ) : (
        <span class="quiet">{all === 0 ? 'no endpoints' : `${counted(all, 'endpoint')}${suffix}`}</span>
      );
    },
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
    {
      // Red only while an endpoint has an incident.
      tone: ({ failed_attempt_count: failed, troubled_endpoint_count: troubled }) =>
        failed === 0 ? 'quiet nothing' : troubled > 0 ? 'bad' : '',
      unit: () => 'failed',
    },
  ],
  [
    'Oldest waiting',
    (of) => <Time at={of.oldest_pending_at} relative none="none" />,
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

const noMatch = <NotFound title="No matching agencies" />;
const none = <Empty title="No agencies yet">An agency has creators, keys and webhook endpoints. Add the first one to get started.</Empty>;

/** A page of the agencies. The address contains the search and the order. */
function Agencies({ changedAt, pollMs }: { changedAt: number; pollMs: number }) {
  const { api } = useOperator();
  const [search, setSearch] = useSearchParams();
  const searchText = search.get('search') ?? '';
  const sort = sorts.find(([value]) => value === search.get('sort'))?.[0] ?? 'trouble';
  const after = search.get('after');
  const agencies = useQuery(
    () => api.agencyActivity.list({ search: searchText, sort, limit: pageItems, cursor: after ?? undefined }),
    [api, searchText, sort, after, changedAt],
    pollMs,
  );
  const addressOf = (text: string, order: Sort, cursor?: string) => ({
    ...(text === '' ? {} : { search: text }),
    ...(order === 'trouble' ? {} : { sort: order }),
    ...(cursor === undefined ? {} : { after: cursor }),
  });
  return (
    <Section title="Agencies">
      <div class="row filters" role="search">
        <SearchField searchText={searchText} onSearch={(text) => setSearch(addressOf(text, sort), { replace: true })} />
        <Select
          label="Order"
          value={sort}
          options={sorts}
          onChange={(value) => setSearch(addressOf(searchText, value), { replace: true })}
        />
        <p class="quiet found" role="status">
          {agencies.data && counted(agencies.data.total_count, 'agency', 'agencies')}
        </p>
      </div>
      <Loaded query={agencies} label="Loading the agencies" lines={12}>
        {({ data, next_cursor: next }) => (
          <>
            <Table label="Agencies" kind="stacks brief" rows={data} empty={searchText === '' ? none : noMatch} columns={columns} />
            {(after !== null || next !== null) && (
              <nav class="row paging" aria-label="Pages of agencies">
                {after !== null && <Button onClick={() => setSearch(addressOf(searchText, sort))}>First page</Button>}
                {next !== null && <Button onClick={() => setSearch(addressOf(searchText, sort, next))}>Next page</Button>}
              </nav>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

export function AgenciesPage() {
  const { incidents, hasScope } = useOperator();
  const [changedAt, setChangedAt] = useState(0);
  const pollMs = Date.now() - changedAt < changingMs ? soonMs : everyMs;
  useInterval(incidents.reload, pollMs);
  const onChange = () => {
    setChangedAt(Date.now());
    incidents.reload();
  };
  const add = hasScope('all') && (
    <DialogButton look="primary" draft="new agency" dialog={(close) => <NewAgencyDialog onClose={close} />}>
      Add agency…
    </DialogButton>
  );
  return (
    <Page title="Overview" actions={add}>
      <IncidentSection onChange={onChange} />
      {/* Loads while hidden, and is shown when nothing above it grows any more. */}
      <div hidden={incidents.data === undefined && incidents.isLoading}>
        <Agencies changedAt={changedAt} pollMs={pollMs} />
      </div>
    </Page>
  );
}
