import { useMemo } from 'preact/hooks';
import { Link, Route } from 'wouter-preact';
import { ownRequest } from '../clients.ts';
import { Answer, Empty, Loading } from '../components/feedback.tsx';
import { MenuItem, Page } from '../components/page.tsx';
import { statusOf } from '../errors.ts';
import type { Door } from '../door.ts';
import { holds } from '../session.ts';
import { useAnswer, useInterval } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { AccessPage } from './access.tsx';
import { AgencyPages } from './agency.tsx';
import { AuditPage } from './audit.tsx';
import { ContainmentNotice } from './containment.tsx';
import { DataPage } from './data-page.ts';
import { IngestionsPage } from './ingestions.tsx';
import { QuotasPage } from './quotas.tsx';

/** An agency as operators see it: what its people see, and its keys, its records and what was done to it. */
export function OperatorAgency({ door, id, onUnknown }: { door: Door; id: string; onUnknown(): void }) {
  const { api, session } = useOperator();
  const details = useAnswer(() => api.agencies.get({ agency_id: id }), [api, id]);
  useInterval(details.reload, 60_000);
  const keys = useAnswer(() => api.keys.list({ agency_id: id }), [api, id]);
  const connection = useMemo(() => ({ baseUrl: `${door.base}/agencies/${id}`, headers: ownRequest, onUnknown }), [door, id]);
  if (details.refusal && statusOf(details.refusal) === 404) {
    return (
      <main id="content" class="login">
        <Page title="Agency not found">
          <Empty
            title="It was deleted, or the address is wrong"
            text={
              <>
                <Link href={`~${door.base}`}>All agencies</Link>
              </>
            }
          />
        </Page>
      </main>
    );
  }
  // The pages do not wait for the details: both are requested at once.
  const agency = details.data;
  return (
    <AgencyPages
      name={agency?.name ?? ''}
      connection={connection}
      mayWrite={holds(session, 'all')}
      mayReplay={holds(session, 'all')}
      mayKeep={holds(session, 'all')}
      mayReadCreators
      mayReplace={() => true}
      notice={
        <Answer of={details} waiting={<></>}>
          {({ containments }) => <ContainmentNotice containments={containments} />}
        </Answer>
      }
      keyName={(keyId) => keys.data?.data.find((key) => key.id === keyId)?.label}
      menu={
        <>
          <MenuItem href="/access">Keys and links</MenuItem>
          <MenuItem href="/quotas">Quotas</MenuItem>
          <MenuItem href="/ingestion">Ingestion</MenuItem>
          <MenuItem href="/audit">Audit log</MenuItem>
          <MenuItem href="/data">Exports and erasures</MenuItem>
          <li class="menu-out">
            <Link href={`~${door.base}`}>All agencies</Link>
          </li>
        </>
      }
    >
      <Route path="/access">{agency ? <AccessPage agency={agency} reload={details.reload} /> : details.isLoading && <Loading />}</Route>
      <Route path="/quotas">
        <QuotasPage agencyId={id} />
      </Route>
      <Route path="/ingestion">
        <IngestionsPage agencyId={id} />
      </Route>
      <Route path="/audit">
        <AuditPage agencyId={id} />
      </Route>
      <Route path="/data">{agency ? <DataPage agency={agency} home={door.base} /> : details.isLoading && <Loading />}</Route>
    </AgencyPages>
  );
}
