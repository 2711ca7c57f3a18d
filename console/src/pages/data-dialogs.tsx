import { useState } from 'preact/hooks';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Answer } from '../components/feedback.tsx';
import { TextField } from '../components/fields.tsx';
import { exportRuns } from '../exports.ts';
import { count, counted } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';

type Counts = OperatorSchemas['Erasure']['counts'];

interface DialogProps {
  readonly agency: { readonly id: string; readonly name: string };
  onClose(): void;
}

/** A dry run counts no further in a table. */
const mostCounted = 1_000_000;

export const rowsOf = (counts: Counts): number => counts.reduce((sum, { count: of }) => sum + of, 0);

/** What a dry run counted, which may be more than it says. */
function rowsInWords(counts: Counts): string {
  return `${counts.some(({ count: of }) => of >= mostCounted) ? 'more than ' : ''}${counted(rowsOf(counts), 'row')}`;
}

/** The rows of each table. */
export const RowsByTable = ({ title, counts }: { title: string; counts: Counts }) => (
  <details class="as-table">
    <summary>{title}</summary>
    <ul class="rows-by-table">
      {counts.map(({ table, count: of }) => (
        <li key={table}>
          <code>{table}</code> {count(of)}
        </li>
      ))}
    </ul>
  </details>
);

const CountedTables = ({ counts }: { counts: Counts }) =>
  counts.length === 0 ? null : <RowsByTable title="Rows by table" counts={counts} />;

interface FanFieldProps {
  readonly value: string;
  readonly hint: string;
  onChange(value: string): void;
}

const FanField = (props: FanFieldProps) => (
  <TextField label="Fan id" required maxLength={128} spellcheck={false} autocomplete="off" {...props} />
);

/** Opens an export, which this tab then reads. */
export function ExportDialog({ agency, isOfFan, onStarted, onClose }: DialogProps & { isOfFan: boolean; onStarted(): void }) {
  const { api, session } = useOperator();
  const [fanId, setFanId] = useState('');
  const subject = { agencyId: agency.id, agencyName: agency.name, fanId: isOfFan ? fanId : null, operator: session.name };
  return (
    <ActionDialog
      title={isOfFan ? 'Export a fan' : `Export ${agency.name}`}
      submit={isOfFan ? 'Export fan' : 'Export agency'}
      isForm
      work={() => exportRuns.start(api, subject)}
      onDone={onStarted}
      onClose={onClose}
    >
      {isOfFan && <FanField value={fanId} onChange={setFanId} hint="The export covers all accounts of the agency." />}
      <p>
        This tab reads all rows, without secrets and without names of operators, into a file with one JSON object per line. The audit log
        names you and {isOfFan ? 'the fan' : 'the agency'}; the agency sees the entry.
      </p>
    </ActionDialog>
  );
}

/** Counts what an erasure of the agency would remove, and requests it when its name was typed. */
export function EraseAgencyDialog({ agency, onRequested, onClose }: DialogProps & { onRequested(): void }) {
  const { api } = useOperator();
  const [name, setName] = useState('');
  const erase = (agency_name: string, dry_run: boolean) => api.agencies.erase({ agency_id: agency.id, agency_name, dry_run });
  const preview = useAnswer(() => erase(agency.name, true), []);
  return (
    <ActionDialog
      title={`Erase ${agency.name}?`}
      submit={preview.data && 'Erase agency'}
      isDestructive
      isReady={name === agency.name && !preview.isLoading}
      work={() => erase(name, false)}
      onDone={onRequested}
      onClose={onClose}
    >
      <Answer of={preview} label="Counting">
        {({ counts }) => (
          <>
            <p>
              <strong>{rowsInWords(counts)}</strong> would be erased. With the request, its keys are refused, its endpoints are deleted and
              operators no longer find it. This cannot be undone: export the agency before.
            </p>
            <CountedTables counts={counts} />
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
      </Answer>
    </ActionDialog>
  );
}

/** Counts what an erasure of a fan would remove, and requests it after that. */
export function EraseFanDialog({ agency, onRequested, onClose }: DialogProps & { onRequested(rows: number): void }) {
  const { api } = useOperator();
  const [fanId, setFanId] = useState('');
  const [dryRun, setDryRun] = useState<{ readonly fanId: string; readonly counts: Counts }>();
  // What was counted for another fan, also while the field changed, permits nothing.
  const counts = dryRun?.fanId === fanId ? dryRun.counts : undefined;
  const work = async () => {
    const erasure = await api.fans.erase({ agency_id: agency.id, fan_id: fanId, dry_run: counts === undefined });
    if (counts === undefined) setDryRun({ fanId, counts: erasure.counts });
    else onRequested(rowsOf(counts));
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
      <FanField value={fanId} hint="The erasure covers all accounts of the agency." onChange={setFanId} />
      <div role="status">
        {counts === undefined ? (
          <p>
            The fan, notes, AI requests and payloads are deleted. Orders and sent messages stay without the person. Erase the fan on the
            upstream platform first: records that it sends later are stored again.
          </p>
        ) : (
          <>
            <p>
              <strong>{rowsInWords(counts)}</strong> {counts.length === 0 ? 'are about this fan.' : 'would be deleted or anonymised.'} This
              cannot be undone.
            </p>
            <CountedTables counts={counts} />
          </>
        )}
      </div>
    </ActionDialog>
  );
}
