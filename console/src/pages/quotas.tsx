import { ActionDialog, DialogButton } from '../components/dialog.tsx';
import { Loaded, useAnnouncement } from '../components/feedback.tsx';
import { TextField } from '../components/fields.tsx';
import { Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { useDraft } from '../drafts.ts';
import { messageAt } from '../errors.ts';
import { bytes, count, percent } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';

type Quotas = OperatorSchemas['AgencyQuotas']['quotas'];
type Name = keyof Quotas;

const titles: Readonly<Record<Name, string>> = {
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

function ChangeDialog({ agencyId, name, quota, ...dialog }: ChangeProps) {
  const { api } = useOperator();
  const [allowed, setAllowed] = useDraft('allowed', String(quota.allowed));
  const change = () => api.agencies.changeQuotas({ agency_id: agencyId, [name]: allowed.trim() === '' ? null : Number(allowed) });
  return (
    <ActionDialog {...dialog} title={`Change the quota: ${titles[name]}`} submit="Change quota" isForm work={change}>
      {(error) => (
        <>
          <p>
            The agency uses {shown(name, quota.used)}. The default is {shown(name, quota.default)}. What exceeds a smaller quota is treated
            as beyond any quota: the oldest histories and failure records are deleted.
          </p>
          <TextField
            label={name.endsWith('_bytes') ? 'Allowed bytes' : 'Allowed'}
            hint="If empty, the default applies."
            error={messageAt(name, error)}
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

export function QuotasPage({ agencyId }: { agencyId: string }) {
  const { api, hasScope } = useOperator();
  const quotas = useQuery(() => api.agencies.quotas({ agency_id: agencyId }), [api, agencyId]);
  const { announcement, announce } = useAnnouncement(quotas.reload);
  const onDone = () => announce('The quota was changed.');
  const change = ({ id, ...quota }: { id: Name } & Quotas[Name]) => (
    <DialogButton
      look="small"
      draft={`quota ${id}`}
      aria-label={`Change… ${titles[id]}`}
      dialog={(close) => <ChangeDialog agencyId={agencyId} name={id} quota={quota} onDone={onDone} onClose={close} />}
    >
      Change…
    </DialogButton>
  );
  return (
    <Page title="Quotas">
      {announcement}
      <Loaded query={quotas} lines={8}>
        {({ quotas: all }) => (
          <>
            <Table
              label="Quotas"
              kind="stacks brief"
              rows={(Object.keys(titles) as Name[]).map((id) => ({ id, ...all[id] }))}
              columns={[
                ['Quota', ({ id }) => titles[id], 'lead'],
                ['Used', ({ id, used }) => shown(id, used), 'number', { unit: () => 'used' }],
                ['Allowed', ({ id, allowed }) => shown(id, allowed), 'number', { unit: () => 'allowed' }],
                [
                  'Share used',
                  ({ used, allowed }) => (allowed === 0 ? '–' : percent(used / allowed)),
                  'number',
                  { tone: ({ used, allowed }) => (used >= allowed ? 'bad named' : 'named') },
                ],
                ['Default', ({ id, default: usual }) => shown(id, usual), 'number', { tone: () => 'quiet named' }],
                hasScope('all') && ['Change', change, 'row-actions'],
              ]}
            />
            <p class="quiet small">Pending deliveries and their history are counted every minute, failure records every ten minutes.</p>
          </>
        )}
      </Loaded>
    </Page>
  );
}
