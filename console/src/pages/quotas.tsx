import { useState } from 'preact/hooks';
import type { OperatorSchemas } from '../schemas.ts';
import { Announcement, Answer } from '../components/feedback.tsx';
import { Field } from '../components/fields.tsx';
import { messageAt } from '../errors.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { useDraft } from '../drafts.ts';
import { bytes, count, percent } from '../numbers.ts';
import { holds } from '../session.ts';
import { useAction, useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';

type Quotas = OperatorSchemas['AgencyQuotas']['quotas'];
type Name = keyof Quotas;

const words: Readonly<Record<Name, string>> = {
  insight_history_bytes: 'Histories of notes',
  scheduled_publications: 'Scheduled publications',
  publication_bytes: 'Publications, in bytes',
  pending_deliveries: 'Pending deliveries',
  failure_records: 'Failure records',
  delivery_history_bytes: 'History of deliveries',
  api_keys: 'API keys',
  portal_links: 'Portal links',
};

const shown = (name: Name, value: number) => (name.endsWith('_bytes') ? bytes(value) : count(value));

interface ChangeProps {
  readonly agencyId: string;
  readonly name: Name;
  readonly quota: Quotas[Name];
  onClose(): void;
  onChanged(): void;
}

function ChangeDialog({ agencyId, name, quota, onClose, onChanged }: ChangeProps) {
  const { api } = useOperator();
  const [allowed, setAllowed] = useDraft('allowed', String(quota.allowed));
  const action = useAction();
  const change = async () => {
    const body = { [name]: allowed.trim() === '' ? null : Number(allowed) };
    await api.agencies.changeQuotas({ agency_id: agencyId, ...body });
    onChanged();
  };
  return (
    <FormDialog title={`Change the quota: ${words[name]}`} submit="Change quota" action={action} work={change} onClose={onClose}>
      <p>
        The agency uses {shown(name, quota.used)}. The default is {shown(name, quota.default)}. What exceeds a smaller quota is treated as
        beyond any quota: the oldest histories and failure records are deleted.
      </p>
      <Field
        label={name.endsWith('_bytes') ? 'Allowed bytes' : 'Allowed'}
        hint="If empty, the default applies."
        error={messageAt(name, action.refusal)}
      >
        {(ids) => (
          <input {...ids} type="number" min={0} step={1} value={allowed} onInput={({ currentTarget }) => setAllowed(currentTarget.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

/** What an agency uses of its quotas, which operators change. */
export function QuotasPage({ agencyId }: { agencyId: string }) {
  const { api, session } = useOperator();
  const quotas = useAnswer(() => api.agencies.quotas({ agency_id: agencyId }), [api, agencyId]);
  const [changing, setChanging] = useDraft<Name | undefined>('changes a quota', undefined);
  const [result, setResult] = useState('');
  const mayChange = holds(session, 'all');
  return (
    <Page title="Quotas">
      <Announcement>{result}</Announcement>
      <Answer of={quotas} lines={8}>
        {({ quotas: all }) => (
          <>
            <Table
              label="Quotas"
              head={[
                'Quota',
                ['Used', 'number'],
                ['Allowed', 'number'],
                ['Share used', 'number'],
                ['Default', 'number'],
                ...(mayChange ? [['Change', 'row-actions'] as const] : []),
              ]}
            >
              {(Object.keys(words) as Name[]).map((name) => {
                const { used, allowed, default: usual } = all[name];
                return (
                  <tr key={name}>
                    <td>{words[name]}</td>
                    <td class="number">{shown(name, used)}</td>
                    <td class="number">{shown(name, allowed)}</td>
                    <td class={used >= allowed ? 'number bad' : 'number'}>{allowed === 0 ? '–' : percent(used / allowed)}</td>
                    <td class="number quiet">{shown(name, usual)}</td>
                    {mayChange && (
                      <td class="row-actions">
                        <button type="button" class="button small" aria-label={`Change… ${words[name]}`} onClick={() => setChanging(name)}>
                          Change…
                        </button>
                      </td>
                    )}
                  </tr>
                );
              })}
            </Table>
            <p class="quiet small">Pending deliveries and their history are counted every minute, failure records every ten minutes.</p>
            {changing !== undefined && (
              <ChangeDialog
                agencyId={agencyId}
                name={changing}
                quota={all[changing]}
                onClose={() => setChanging(undefined)}
                onChanged={() => {
                  setChanging(undefined);
                  setResult('The quota was changed.');
                  quotas.reload();
                }}
              />
            )}
          </>
        )}
      </Answer>
    </Page>
  );
}
