import { useState } from 'preact/hooks';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Announcement, Answer } from '../components/feedback.tsx';
import { TextField } from '../components/fields.tsx';
import { Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { useDraft } from '../drafts.ts';
import { messageAt } from '../errors.ts';
import { bytes, count, percent } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { holds } from '../session.ts';
import { useAnswer } from '../use-answer.ts';
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
  onDone(): void;
}

function ChangeDialog({ agencyId, name, quota, onClose, onDone }: ChangeProps) {
  const { api } = useOperator();
  const [allowed, setAllowed] = useDraft('allowed', String(quota.allowed));
  const change = () => api.agencies.changeQuotas({ agency_id: agencyId, [name]: allowed.trim() === '' ? null : Number(allowed) });
  return (
    <ActionDialog title={`Change the quota: ${words[name]}`} submit="Change quota" isForm work={change} onDone={onDone} onClose={onClose}>
      {(refusal) => (
        <>
          <p>
            The agency uses {shown(name, quota.used)}. The default is {shown(name, quota.default)}. What exceeds a smaller quota is treated
            as beyond any quota: the oldest histories and failure records are deleted.
          </p>
          <TextField
            label={name.endsWith('_bytes') ? 'Allowed bytes' : 'Allowed'}
            hint="If empty, the default applies."
            error={messageAt(name, refusal)}
            type="number"
            min={0}
            step={1}
            value={allowed}
            onChange={setAllowed}
          />
        </>
      )}
    </ActionDialog>
  );
}

/** What an agency uses of its quotas, which operators change. */
export function QuotasPage({ agencyId }: { agencyId: string }) {
  const { api, session } = useOperator();
  const quotas = useAnswer(() => api.agencies.quotas({ agency_id: agencyId }), [api, agencyId]);
  const [changing, setChanging] = useDraft<Name | undefined>('changes a quota', undefined);
  const [result, setResult] = useState('');
  const change = ({ id }: { id: Name }) => (
    <Button look="small" aria-label={`Change… ${words[id]}`} onClick={() => setChanging(id)}>
      Change…
    </Button>
  );
  return (
    <Page title="Quotas">
      <Announcement>{result}</Announcement>
      <Answer of={quotas} lines={8}>
        {({ quotas: all }) => (
          <>
            <Table
              label="Quotas"
              rows={(Object.keys(words) as Name[]).map((id) => ({ id, ...all[id] }))}
              columns={[
                ['Quota', ({ id }) => words[id]],
                ['Used', ({ id, used }) => shown(id, used), 'number'],
                ['Allowed', ({ id, allowed }) => shown(id, allowed), 'number'],
                [
                  'Share used',
                  ({ used, allowed }) => (allowed === 0 ? '–' : percent(used / allowed)),
                  'number',
                  { tone: ({ used, allowed }) => (used >= allowed ? 'bad' : '') },
                ],
                ['Default', ({ id, default: usual }) => shown(id, usual), 'number', { tone: () => 'quiet' }],
                holds(session, 'all') && ['Change', change, 'row-actions'],
              ]}
            />
            <p class="quiet small">Pending deliveries and their history are counted every minute, failure records every ten minutes.</p>
            {changing !== undefined && (
              <ChangeDialog
                agencyId={agencyId}
                name={changing}
                quota={all[changing]}
                onClose={() => setChanging(undefined)}
                onDone={() => {
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
