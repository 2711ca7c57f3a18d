import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { Empty } from '../components/feedback.tsx';
import { List } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { Badge } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { count } from '../format.ts';
import { useInterval } from '../hooks.ts';
import { useAgencyNames } from '../names.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { usePages } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { SelectFilter, useFilters } from './filters.tsx';

const reasonOf = ({ slug, detail, errors }: OperatorSchemas['Ingestion']) =>
  slug !== null && (
    <>
      <code>{slug}</code> {detail}
      {errors.map(({ path, message }) => (
        <span key={path + message} class="validation-error">
          <code>{path}</code> {message}
        </span>
      ))}
    </>
  );

export function IngestionsPage({ agencyId }: { agencyId?: string }) {
  const { api } = useOperator();
  const filters = useFilters();
  const outcome = filters.search.get('outcome') as OperatorSchemas['IngestionOutcome'] | null;
  const nameOf = useAgencyNames(agencyId === undefined);
  const pages = usePages(
    (cursor) => api.ingestions.list({ agency_ids: agencyId === undefined ? undefined : [agencyId], outcome: outcome ?? undefined, cursor }),
    [api, agencyId, outcome],
  );
  useInterval(pages.reload, 10_000);
  return (
    <Page title="Ingestion">
      <div class="row filters">
        <SelectFilter {...filters} name="outcome" label="Outcome" values={operatorEnumerations.IngestionOutcome} />
      </div>
      <p class="quiet small">
        A row counts the batches of some seconds that had the same result, and the new, changed and unchanged records in them.
      </p>
      <List
        pages={pages}
        isReady={nameOf !== undefined}
        empty={<Empty title="No recent ingestion">Record batches, and refused ones with their reasons, appear here for some days.</Empty>}
        label="Ingestions"
        kind="stacks brief"
        columns={[
          ['When', (of) => <Time at={of.recorded_at} />, 'lead'],
          agencyId === undefined && ['Agency', ({ agency_id: id }) => <AgencyLink id={id} name={nameOf?.(id) ?? id} />, 'when'],
          ['Outcome', (of) => <Badge tone={of.outcome === 'recorded' ? 'good' : 'bad'}>{of.outcome}</Badge>],
          ['Batches', (of) => count(of.request_count), 'number', { tone: () => 'named' }],
          ['New', (of) => count(of.created_count), 'number', { unit: () => 'new' }],
          [
            'Changed',
            ({ updated_count: of }) => count(of),
            'number',
            { unit: () => 'changed', tone: ({ updated_count: of }) => (of === 0 ? 'nothing' : '') },
          ],
          [
            'Unchanged',
            ({ unchanged_count: of }) => count(of),
            'number',
            { unit: () => 'unchanged', tone: ({ unchanged_count: of }) => (of === 0 ? 'nothing' : '') },
          ],
          ['Reason for error', reasonOf, 'whole-line', { tone: () => 'long' }],
        ]}
      />
    </Page>
  );
}
