import { Clock, Download } from 'lucide';
import { Button } from '../components/button.tsx';
import { ErrorBox } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Badge, type Tone } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { exportRuns, type ExportRun, type ExportStatus } from '../exports.ts';
import { counted } from '../format.ts';
import { useOperator } from '../views.ts';

const states: Readonly<Record<ExportStatus, readonly [Tone, string]>> = {
  running: ['warning', 'running'],
  offline: ['warning', 'waits for the service'],
  stopped: ['quiet', 'stopped'],
  failed: ['bad', 'failed'],
  ended: ['bad', 'ended'],
  complete: ['good', 'complete'],
};

/** An export that this tab reads, with its progress and its actions. */
export function ExportItem({ run }: { run: ExportRun }) {
  const { api } = useOperator();
  const { id, agencyName, fanId, status, rowCount, tables, tableCount, error, isSaved, expiresAt } = run;
  const [tone, word] = states[status];
  const name = fanId === null ? agencyName : `Fan ${fanId} of ${agencyName}`;
  const save = isSaved ? 'Save again' : 'Save file';
  return (
    <li class="export-run">
      <p class="export-head">
        <strong>{name}</strong>{' '}
        <Badge tone={tone} icon={status === 'running' ? Clock : undefined}>
          {word}
        </Badge>
      </p>
      <progress max={tables.length} value={tableCount} aria-label={`Tables read of ${name}`} />
      <p class="quiet small">
        {counted(rowCount, 'row')}, {tableCount} of {counted(tables.length, 'table')}
        {status === 'complete' ? (
          isSaved && '. The file was handed to the browser'
        ) : (
          <>
            . The rows can be read until <Time at={expiresAt} />
          </>
        )}
        .
      </p>
      {error && <ErrorBox error={error} />}
      <p class="row actions">
        {status === 'complete' && (
          <Button look={isSaved ? 'small' : 'small primary'} aria-label={`${save} of ${name}`} onClick={() => exportRuns.save(id)}>
            <Icon of={Download} /> {save}
          </Button>
        )}
        {(status === 'stopped' || status === 'failed') && (
          <Button look="small" aria-label={`Continue ${name}`} onClick={() => exportRuns.resume(id, api)}>
            Continue
          </Button>
        )}
        {status === 'running' ? (
          <Button look="small" aria-label={`Stop ${name}`} onClick={() => exportRuns.stop(id)}>
            Stop
          </Button>
        ) : (
          <Button look="small" aria-label={`Remove ${name} from this tab`} onClick={() => exportRuns.discard(id)}>
            Remove
          </Button>
        )}
      </p>
    </li>
  );
}
