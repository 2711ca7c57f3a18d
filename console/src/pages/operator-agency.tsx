import { useMemo } from 'preact/hooks';
import { Link, Route } from 'wouter-preact';
import { answerOf, ownRequest } from '../api.ts';
import { Answer, Empty } from '../components/feedback.tsx';
import { NavLink } from '../components/page.tsx';
import type { Door } from '../door.ts';
import { holds } from '../session.ts';
import { useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { AccessPage } from './access.tsx';
import { AgencyPages } from './agency.tsx';
import { AuditPage } from './audit.tsx';
import { IngestionsPage } from './ingestions.tsx';

/** An agency as operators see it: what its people see, and its keys, its records and what was done to it. */
export function OperatorAgency({ door, id, onUnknown }: { door: Door; id: string; onUnknown(): void }) {
  const { api, session } = useOperator();
  const agencies = useAnswer(() => answerOf(api.GET('/operator/v1/agencies')), [api]);
  const keys = useAnswer(
    () => answerOf(api.GET('/operator/v1/agencies/{agency_id}/keys', { params: { path: { agency_id: id } } })),
    [api, id],
  );
  const connection = useMemo(() => ({ baseUrl: `${door.base}/agencies/${id}`, headers: ownRequest, onUnknown }), [door, id]);
  return (
    <Answer of={agencies}>
      {({ data }) => {
        const agency = data.find((other) => other.id === id);
        if (!agency) {
          return (
            <main id="content" class="login">
              <Empty title="Agency not found">
                <p>
                  <Link href={`~${door.base}`}>All agencies</Link>
                </p>
              </Empty>
            </main>
          );
        }
        return (
          <AgencyPages
            id={id}
            name={agency.name}
            connection={connection}
            mayWrite={holds(session, 'all')}
            mayReplay={holds(session, 'all')}
            mayKeep={holds(session, 'all')}
            mayReadAudit
            keyName={(keyId) => keys.data?.data.find((key) => key.id === keyId)?.label}
            menu={
              <>
                <li>
                  <NavLink href="/access">Keys and links</NavLink>
                </li>
                <li>
                  <NavLink href="/ingestion">Ingestion</NavLink>
                </li>
                <li>
                  <NavLink href="/audit">Audit log</NavLink>
                </li>
                <li class="menu-out">
                  <Link href={`~${door.base}`}>All agencies</Link>
                </li>
              </>
            }
          >
            <Route path="/access">
              <AccessPage agency={agency} />
            </Route>
            <Route path="/ingestion">
              <IngestionsPage agencyId={id} />
            </Route>
            <Route path="/audit">
              <AuditPage agencyId={id} />
            </Route>
          </AgencyPages>
        );
      }}
    </Answer>
  );
}
