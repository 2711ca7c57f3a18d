import { useSearchParams } from 'wouter-preact';
import { useAgencyNames } from '../agency-names.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { Badge } from '../components/badges.tsx';
import { Empty } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { List, Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { count } from '../numbers.ts';
import { useInterval } from '../use-answer.ts';
import { usePages } from '../use-pages.ts';
import { useOperator } from '../views.ts';

type Outcome = OperatorSchemas['IngestionOutcome'];
type Ingestion = OperatorSchemas['Ingestion'];

function Why({ ingestion: { slug, detail, errors } }: { ingestion: Ingestion }) {
  if (slug === null) return null;
  return (
    <>
      <code>{slug}</code> {detail}
      {errors.map(({ path, message }) => (
        <span key={path + message} class="mismatch">
          <code>{path}</code> {message}
        </span>
      ))}
    </>
  );
}

/** The last batches of records, and what was refused. */
export function IngestionsPage({ agencyId }: { agencyId?: string }) {
  const { api } = useOperator();
  const [search, setSearch] = useSearchParams();
  const outcome = (search.get('outcome') ?? '') as Outcome | '';
  const nameOf = useAgencyNames(agencyId === undefined);
  const pages = usePages(
    (cursor) => {
      const query = {
        ...(agencyId === undefined ? {} : { agency_ids: [agencyId] }),
        ...(outcome === '' ? {} : { outcome }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      return api.ingestions.list(query);
    },
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
        empty={
          <Empty title="No recent ingestion">
            <p>Record batches, and refused ones with their reasons, appear here for some days.</p>
          </Empty>
        }
      >
        {(ingestions) => (
          <Table
            label="Ingestions"
            head={[
              'When',
              ...(agencyId === undefined ? ['Agency'] : []),
              'Outcome',
              ['Batches', 'number'],
              ['New', 'number'],
              ['Changed', 'number'],
              ['Unchanged', 'number'],
              'Reason for refusal',
            ]}
          >
            {ingestions.map((ingestion) => (
              <tr key={ingestion.id}>
                <td>
                  <Time at={ingestion.recorded_at} />
                </td>
                {agencyId === undefined && (
                  <td>
                    <AgencyLink id={ingestion.agency_id} name={nameOf?.(ingestion.agency_id) ?? ingestion.agency_id} />
                  </td>
                )}
                <td>
                  <Badge tone={ingestion.outcome === 'recorded' ? 'good' : 'bad'}>{ingestion.outcome}</Badge>
                </td>
                <td class="number">{count(ingestion.request_count)}</td>
                <td class="number">{count(ingestion.created_count)}</td>
                <td class="number">{count(ingestion.updated_count)}</td>
                <td class="number">{count(ingestion.unchanged_count)}</td>
                <td class="details">
                  <Why ingestion={ingestion} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </List>
    </Page>
  );
}
