import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter-preact';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { Badge } from '../components/badges.tsx';
import { Field, Select } from '../components/fields.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Table } from '../components/list.tsx';
import { Page, Section } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { useDraft } from '../drafts.ts';
import { count, counted, percent } from '../numbers.ts';
import { ActivityPicture } from '../pictures/activity.tsx';
import { holds } from '../session.ts';
import { useAction, useAnswer, useInterval } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { WhatIsWrong } from './incidents.tsx';

function NewAgencyDialog({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const { api } = useOperator();
  const [name, setName] = useDraft('agency', '');
  const action = useAction();
  const create = async () => onCreated((await api.agencies.create({ name })).id);
  return (
    <FormDialog title="Add an agency" submit="Add agency" action={action} work={create} onClose={onClose}>
      <Field label="Name">
        {(ids) => <input {...ids} required maxLength={200} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />}
      </Field>
    </FormDialog>
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
  return (
    <Field label="Search by name or id">
      {(ids) => <input {...ids} type="search" maxLength={200} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />}
    </Field>
  );
}

function Row({ of }: { of: Activity }) {
  const { attempt_count: all, failed_attempt_count: failed, oldest_pending_at: oldest, troubled_endpoint_count: troubled } = of;
  return (
    <tr>
      <td class="lead">
        <AgencyLink id={of.id} name={of.name} isContained={of.contained_at !== null} />
      </td>
      <td class="when">
        {troubled > 0 ? (
          <Badge tone="bad">{`${count(troubled)} of ${count(of.endpoint_count)} in trouble`}</Badge>
        ) : (
          <span class="quiet">{of.endpoint_count === 0 ? 'no endpoints' : counted(of.endpoint_count, 'endpoint')}</span>
        )}
      </td>
      <td class={all === 0 ? 'number nothing' : 'number'} data-unit={all === 1 ? 'attempt in the last hour' : 'attempts in the last hour'}>
        {count(all)}
      </td>
      <td class={failed > 0 ? 'number bad' : 'number quiet nothing'} data-unit="failed">
        {all === 0 ? '–' : percent(failed / all)}
      </td>
      <td class={oldest === null ? 'nothing' : 'named'}>
        {oldest === null ? <span class="quiet">none</span> : <Time at={oldest} relative />}
      </td>
      <td class={all === 0 ? 'nothing' : ''}>
        <ActivityPicture points={of.points} />
      </td>
    </tr>
  );
}

/** A page of the agencies, in an order and with a search that the address has. */
function Agencies() {
  const { api } = useOperator();
  const [search, setSearch] = useSearchParams();
  const sought = search.get('search') ?? '';
  const sort = sorts.find(([value]) => value === search.get('sort'))?.[0] ?? 'trouble';
  const after = search.get('after');
  const agencies = useAnswer(() => {
    const query = { search: sought, sort, limit: pageItems, ...(after === null ? {} : { cursor: after }) };
    return api.agencyActivity.list(query);
  }, [api, sought, sort, after]);
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
            {data.length > 0 && (
              <Table
                label="Agencies"
                isBrief
                head={[
                  'Name',
                  'Endpoints',
                  ['Attempts, last hour', 'number'],
                  ['Failed, last hour', 'number'],
                  'Oldest waiting',
                  'Last hour',
                ]}
              >
                {data.map((of) => (
                  <Row key={of.id} of={of} />
                ))}
              </Table>
            )}
            {data.length === 0 && sought !== '' && <Empty title="No matching agencies" />}
            {data.length === 0 && sought === '' && (
              <Empty title="No agencies yet">
                <p>An agency has creators, keys and webhook endpoints. Add the first one to get started.</p>
              </Empty>
            )}
            {(after !== null || next !== null) && (
              <nav class="paging" aria-label="Pages of agencies">
                {after !== null && (
                  <button type="button" class="button" onClick={() => setSearch(addressOf(sought, sort))}>
                    First page
                  </button>
                )}
                {next !== null && (
                  <button type="button" class="button" onClick={() => setSearch(addressOf(sought, sort, next))}>
                    Next page
                  </button>
                )}
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
    <button type="button" class="button primary" onClick={() => setIsAdding(true)}>
      Add agency
    </button>
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
