import { AuditTable } from '../components/audit.tsx';
import { Page } from '../components/page.tsx';
import { usePages } from '../use-answer.ts';
import { useAgency } from '../views.ts';

/** The audit log as the agency itself sees it. */
export function OwnAuditPage() {
  const { api } = useAgency();
  const pages = usePages((cursor) => api.audit.list({ cursor }), [api]);
  return (
    <Page title="Audit log">
      <AuditTable pages={pages} />
    </Page>
  );
}
