import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Loaded, Loading, NotFound } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';
import { statusOf } from '../errors.ts';
import type { Mode } from '../mode.ts';
import { useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { AccessPage } from './access.tsx';
import { AgencyPages } from './agency.tsx';
import { AuditPage } from './audit.tsx';
import { ContainmentNotice } from './containment.tsx';
import { DataPage } from './data-page.ts';
import { IngestionsPage } from './ingestions.tsx';
import { QuotasPage } from './quotas.tsx';

/** An agency for operators: the pages of its users, and keys, quotas, ingestion, audit log and data. */
export function OperatorAgency({ mode, id }: { mode: Mode; id: string }) {
  const { api, hasScope, clientOf } = useOperator();
  const details = useQuery(() => api.agencies.get({ agency_id: id }), [api, id], 60_000);
  const keys = useQuery(() => api.keys.list({ agency_id: id }), [api, id]);
  const client = useMemo(() => clientOf(id), [mode, id]);
  if (details.error && statusOf(details.error) === 404) {
    return (
      <main id="content" class="message">
        <Page title="Agency not found">
          <NotFound title="It was deleted, or the address is wrong">
            <Link href={`~${mode.base}`}>All agencies</Link>
          </NotFound>
        </Page>
      </main>
    );
  }
  // The pages do not wait for the details, because both are requested at once.
  const agency = details.data;
  const loading = details.isLoading && <Loading />;
  const mayWrite = hasScope('all');
  return (
    <AgencyPages
      name={agency?.name ?? ''}
      client={client}
      mayWrite={mayWrite}
      mayReplay={mayWrite}
      mayKeep={mayWrite}
      permitter="an operator with the scope all"
      mayReadCreators
      mayReplace={() => mayWrite}
      notice={
        <Loaded query={details} waiting={<></>}>
          {({ containments }) => <ContainmentNotice containments={containments} />}
        </Loaded>
      }
      keyName={(keyId) => keys.data?.data.find((key) => key.id === keyId)?.label}
      pages={[
        ['/access', 'Keys and links', agency ? <AccessPage agency={agency} reload={details.reload} /> : loading],
        ['/quotas', 'Quotas', <QuotasPage agencyId={id} />],
        ['/ingestion', 'Ingestion', <IngestionsPage agencyId={id} />],
        ['/audit', 'Audit log', <AuditPage agencyId={id} />],
        ['/data', 'Exports and erasures', agency ? <DataPage agency={agency} home={mode.base} /> : loading],
      ]}
      exit={[`~${mode.base}`, 'All agencies']}
    />
  );
}
