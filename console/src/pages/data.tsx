import { Clock, Download } from 'lucide';
import { useLocation } from 'wouter-preact';
import { Button } from '../components/button.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { ErrorBox, useAnnouncement } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Page, Section } from '../components/page.tsx';
import { Badge, type Tone } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { type ExportRun, exportRuns, type ExportStatus } from '../exports.ts';
import { count, counted } from '../format.ts';
import { useChanges } from '../hooks.ts';
import type { Agency } from '../schemas.ts';
import { usePages } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { EraseAgencyDialog, EraseFanDialog, ExportDialog } from './data-dialogs.tsx';
import { DataHistory } from './data-history.tsx';

const states: Readonly<Record<ExportStatus, readonly [Tone, string]>> = {
  running: ['warning', 'running'],
  offline: ['warning', 'waits for the service'],
  stopped: ['quiet', 'stopped'],
  failed: ['bad', 'failed'],
  ended: ['bad', 'ended'],
  complete: ['good', 'complete'],
};

function ExportItem({ run }: { run: ExportRun }) {
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
        {counted(rowCount, 'row')}, {count(tableCount)} of {counted(tables.length, 'table')}
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

const actions = ['agency.exported', 'fan.exported', 'agency.erased', 'fan.erased'] as const;

export function DataPage({ agency, home }: { agency?: Pick<Agency, 'id' | 'name'>; home?: string }) {
  const { api, session, hasScope } = useOperator();
  const [, navigate] = useLocation();
  useChanges(exportRuns);
  const runs = exportRuns.of(session.name).filter((run) => agency === undefined || run.agencyId === agency.id);
  const pages = usePages(
    (cursor) => api.audit.list({ actions: [...actions], limit: 25, agency_id: agency?.id, cursor }),
    [api, agency?.id],
  );
  /** Undefined where nothing can be requested. */
  const subject = hasScope('all') ? agency : undefined;
  const { announcement, announce } = useAnnouncement(pages.reload);
  const exportDialog = (isOfFan: boolean) => (close: () => void) => (
    <ExportDialog agency={subject!} isOfFan={isOfFan} onDone={() => announce('The export was opened.')} onClose={close} />
  );
  const exportButtons = subject && (
    <>
      <DialogButton dialog={exportDialog(true)}>Export a fan…</DialogButton>
      <DialogButton dialog={exportDialog(false)}>Export agency…</DialogButton>
    </>
  );
  return (
    <Page title="Exports and erasures" actions={exportButtons}>
      {announcement}
      {runs.length > 0 && (
        <Section title="Exports in this tab">
          <p class="quiet">
            The rows are in the memory of this tab until you save them: they are lost if you close it, load it again or log out. For a large
            agency, use <code>svc agencies export</code>, which writes to a file and resumes.
          </p>
          <ul class="export-runs" aria-label="Exports in this tab">
            {runs.map((run) => (
              <ExportItem key={run.id} run={run} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="History">
        <DataHistory pages={pages} isOfAll={agency === undefined} mayStart={subject !== undefined} />
      </Section>
      {subject && (
        <Section title="Erase">
          <p>An erasure is permanent and cannot be cancelled. It runs on the service, also after this page is closed.</p>
          <p class="row actions">
            <DialogButton
              look="danger"
              dialog={(close) => (
                <EraseFanDialog
                  agency={subject}
                  onRequested={(rows) => announce(`The erasure of ${counted(rows, 'row')} about the fan was requested.`)}
                  onClose={close}
                />
              )}
            >
              Erase a fan…
            </DialogButton>
            <DialogButton
              look="danger"
              dialog={(close) => <EraseAgencyDialog agency={subject} onDone={() => navigate(`~${home}/data`)} onClose={close} />}
            >
              Erase agency…
            </DialogButton>
          </p>
        </Section>
      )}
    </Page>
  );
}
