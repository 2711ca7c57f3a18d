import { useSearchParams } from 'wouter-preact';
import { useAgencyNames } from '../names.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { Badge, Time } from '../components/values.tsx';
import { Empty } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { List } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { count } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { useInterval, usePages } from '../use-answer.ts';
import { useOperator } from '../views.ts';

type Outcome = OperatorSchemas['IngestionOutcome'];

const whyOf = ({ slug, detail, errors }: OperatorSchemas['Ingestion']) =>
  slug !== null && (
    <>
      <code>{slug}</code> {detail}
      {errors.map(({ path, message }) => (
        <span key={path + message} class="mismatch">
          <code>{path}</code> {message}
        </span>
      ))}
    </>
  );

/** The last batches of records, and what was refused. */
export function IngestionsPage({ agencyId }: { agencyId?: string }) {
  const { api } = useOperator();
  const [search, setSearch] = useSearchParams();
  const outcome = (search.get('outcome') ?? '') as Outcome | '';
  const nameOf = useAgencyNames(agencyId === undefined);
  const pages = usePages(
    (cursor) => api.ingestions.list({ agency_ids: agencyId === undefined ? undefined : [agencyId], outcome: outcome || undefined, cursor }),
    [api, agencyId, outcome],
  );
  useInterval(pages.reload, 10_000);
  return (
    <Page title="Ingestion">
      <div class="filters">
        <Select
          label="Outcome"
          value={outcome}
          options={[
            ['', 'All'],
            ['recorded', 'Recorded'],
            ['refused', 'Refused'],
          ]}
          onChange={(value) => setSearch(value === '' ? {} : { outcome: value }, { replace: true })}
        />
      </div>
      <p class="quiet small">
        A row counts the batches of some seconds that had the same result, and the new, changed and unchanged records in them.
      </p>
      <List
        pages={pages}
        isReady={nameOf !== undefined}
        empty={<Empty title="No recent ingestion" text="Record batches, and refused ones with their reasons, appear here for some days." />}
        label="Ingestions"
        columns={[
          ['When', (of) => <Time at={of.recorded_at} />],
          agencyId === undefined && ['Agency', ({ agency_id: id }) => <AgencyLink id={id} name={nameOf?.(id) ?? id} />],
          ['Outcome', (of) => <Badge tone={of.outcome === 'recorded' ? 'good' : 'bad'}>{of.outcome}</Badge>],
          ['Batches', (of) => count(of.request_count), 'number'],
          ['New', (of) => count(of.created_count), 'number'],
          ['Changed', (of) => count(of.updated_count), 'number'],
          ['Unchanged', (of) => count(of.unchanged_count), 'number'],
          ['Reason for refusal', whyOf, 'details'],
        ]}
      />
    </Page>
  );
}
