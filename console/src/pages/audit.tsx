import { useSearchParams } from 'wouter-preact';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import { useAgencyNames } from '../names.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { AuditTable } from '../components/audit.tsx';
import { Select } from '../components/fields.tsx';
import { Page } from '../components/page.tsx';
import type { OperatorSchemas } from '../schemas.ts';
import { usePages } from '../use-answer.ts';
import { useAgency, useOperator } from '../views.ts';

type Action = OperatorSchemas['OperatorAuditAction'];

/** The audit log of an agency, or of the installation. */
export function AuditPage({ agencyId }: { agencyId?: string }) {
  const { api } = useOperator();
  const [search, setSearch] = useSearchParams();
  const action = (search.get('action') ?? '') as Action | '';
  const nameOf = useAgencyNames(agencyId === undefined);
  const pages = usePages(
    (cursor) => api.audit.list({ agency_id: agencyId, actions: action === '' ? undefined : [action], cursor }),
    [api, agencyId, action],
  );
  const agencyOf = (id: string | null) => (id === null ? '–' : <AgencyLink id={id} name={nameOf?.(id) ?? id} />);
  return (
    <Page title="Audit log">
      <div class="filters">
        <Select
          label="Actions"
          value={action}
          options={[['', 'Everything'], ...operatorEnumerations.OperatorAuditAction.map((value) => [value, value] as const)]}
          onChange={(value) => setSearch(value === '' ? {} : { action: value }, { replace: true })}
        />
      </div>
      <AuditTable pages={pages} isReady={nameOf !== undefined} agencyOf={agencyId === undefined ? agencyOf : undefined} />
    </Page>
  );
}

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
