import { useSearchParams } from 'wouter-preact';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import { answerOf, type OperatorSchemas } from '../api.ts';
import { AuditTable } from '../components/audit.tsx';
import { Select } from '../components/fields.tsx';
import { Page } from '../components/page.tsx';
import { useAnswer } from '../use-answer.ts';
import { usePages } from '../use-pages.ts';
import { useOperator } from '../views.ts';

type Action = OperatorSchemas['OperatorAuditAction'];

/** The audit log of an agency, or of the installation. */
export function AuditPage({ agencyId }: { agencyId?: string }) {
  const { api } = useOperator();
  const [search, setSearch] = useSearchParams();
  const action = (search.get('action') ?? '') as Action | '';
  const agencies = useAnswer(() => answerOf(api.GET('/operator/v1/agencies')), [api]);
  const pages = usePages(
    (cursor) => {
      const query = {
        ...(agencyId === undefined ? {} : { agency_id: agencyId }),
        ...(action === '' ? {} : { actions: [action] }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      return answerOf(api.GET('/operator/v1/audit', { params: { query } }));
    },
    [api, agencyId, action],
  );
  const nameOf = (id: string | null) => (id === null ? '–' : (agencies.data?.data.find((agency) => agency.id === id)?.name ?? id));
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
      <AuditTable pages={pages} {...(agencyId === undefined ? { agencyName: nameOf } : {})} />
    </Page>
  );
}
