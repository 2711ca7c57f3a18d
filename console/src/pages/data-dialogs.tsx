import { useState } from 'preact/hooks';
import { ActionDialog } from '../components/dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { TextField } from '../components/fields.tsx';
import { Disclosure } from '../components/page.tsx';
import { exportRuns } from '../exports.ts';
import { count, counted } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';

type Counts = OperatorSchemas['Erasure']['counts'];

interface DialogProps {
  readonly agency: { readonly id: string; readonly name: string };
  onClose(): void;
}

/** The limit of a dry run for each table. */
const maxCounted = 1_000_000;

export const rowsOf = (counts: Counts): number => counts.reduce((sum, { count: of }) => sum + of, 0);

const countedRows = (counts: Counts): string =>
  `${counts.some(({ count: of }) => of >= maxCounted) ? 'more than ' : ''}${counted(rowsOf(counts), 'row')}`;

export const RowsByTable = ({ title, counts }: { title: string; counts: Counts }) =>
  counts.length > 0 && (
    <Disclosure title={title}>
      <ul class="rows-by-table">
        {counts.map(({ table, count: of }) => (
          <li key={table}>
            <code>{table}</code> {count(of)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );

const fanField = { label: 'Fan id', required: true, maxLength: 128, spellcheck: false, autocomplete: 'off' } as const;

export function ExportDialog({ agency, isOfFan, ...dialog }: DialogProps & { isOfFan: boolean; onDone(): void }) {
  const { api, session } = useOperator();
  const [fanId, setFanId] = useState('');
  const subject = { agencyId: agency.id, agencyName: agency.name, fanId: isOfFan ? fanId : null, operator: session.name };
  return (
    <ActionDialog
      {...dialog}
      title={isOfFan ? 'Export a fan' : `Export ${agency.name}`}
      submit={isOfFan ? 'Export fan' : 'Export agency'}
      isForm
      work={() => exportRuns.start(api, subject)}
    >
      {isOfFan && <TextField {...fanField} value={fanId} onChange={setFanId} hint="The export covers all accounts of the agency." />}
      <p>
        This tab reads all rows, without secrets and without names of operators, into a file with one JSON object per line. The audit log
        names you and {isOfFan ? 'the fan' : 'the agency'}; the agency sees the entry.
      </p>
    </ActionDialog>
  );
}

/** Counts the rows of an agency, and requests its erasure after the user typed its name. */
export function EraseAgencyDialog({ agency, ...dialog }: DialogProps & { onDone(): void }) {
  const { api } = useOperator();
  const [name, setName] = useState('');
  const erase = (agency_name: string, dry_run: boolean) => api.agencies.erase({ agency_id: agency.id, agency_name, dry_run });
  const preview = useQuery(() => erase(agency.name, true), []);
  return (
    <ActionDialog
      {...dialog}
      title={`Erase the agency “${agency.name}”?`}
      submit={preview.data && 'Erase agency'}
      isDestructive
      isReady={name === agency.name && !preview.isLoading}
      work={() => erase(name, false)}
    >
      <Loaded query={preview} label="Counting">
        {({ counts }) => (
          <>
            <p>
              <strong>{countedRows(counts)}</strong> would be erased. With the request, its keys are refused, its endpoints are deleted and
              operators no longer find it. This cannot be undone: export the agency before.
            </p>
            <RowsByTable title="Rows by table" counts={counts} />
            <TextField
              label="Name of the agency"
              hint={`To confirm, type ${agency.name}`}
              autocomplete="off"
              spellcheck={false}
              value={name}
              onChange={setName}
            />
          </>
        )}
      </Loaded>
    </ActionDialog>
  );
}

/** Counts the rows about a fan, then requests their erasure. */
export function EraseFanDialog({ agency, onRequested, onClose }: DialogProps & { onRequested(rows: number): void }) {
  const { api } = useOperator();
  const [fanId, setFanId] = useState('');
  const [dryRun, setDryRun] = useState<{ readonly fanId: string; readonly counts: Counts }>();
  // After a change of the fan, the count must be repeated before the erasure.
  const counts = dryRun?.fanId === fanId ? dryRun.counts : undefined;
  const work = async () => {
    const erasure = await api.fans.erase({ agency_id: agency.id, fan_id: fanId, dry_run: counts === undefined });
    if (counts === undefined) return setDryRun({ fanId, counts: erasure.counts });
    onRequested(rowsOf(counts));
    onClose();
  };
  return (
    <ActionDialog
      title="Erase a fan"
      submit={counts === undefined ? 'Count rows' : 'Erase fan'}
      isDestructive={counts !== undefined}
      isReady={fanId !== ''}
      work={work}
      onClose={onClose}
    >
      <TextField {...fanField} value={fanId} hint="The erasure covers all accounts of the agency." onChange={setFanId} />
      <div role="status">
        {counts === undefined ? (
          <p>
            The fan, notes, AI requests and payloads are deleted. Orders and sent messages stay without the person. Erase the fan on the
            upstream platform first: records that it sends later are stored again.
          </p>
        ) : (
          <>
            <p>
              <strong>{countedRows(counts)}</strong> {counts.length === 0 ? 'are about this fan.' : 'would be deleted or anonymised.'} This
              cannot be undone.
            </p>
            <RowsByTable title="Rows by table" counts={counts} />
          </>
        )}
      </div>
    </ActionDialog>
  );
}
