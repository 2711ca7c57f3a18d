import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { DialogButton } from '../components/dialog.tsx';
import { Announcement } from '../components/feedback.tsx';
import { Page, Section } from '../components/page.tsx';
import { exportRuns } from '../exports.ts';
import { counted } from '../format.ts';
import { useChanges } from '../hooks.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { hasScope } from '../session.ts';
import { usePages } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { EraseAgencyDialog, EraseFanDialog, ExportDialog } from './data-dialogs.tsx';
import { DataHistory } from './data-history.tsx';
import { ExportItem } from './data-runs.tsx';

interface DataPageProps {
  /** Undefined on the page of all agencies. */
  readonly agency?: Pick<OperatorSchemas['AgencyDetails'], 'id' | 'name'>;
  /** The address of the pages of all agencies. */
  readonly home?: string;
}

const actions = ['agency.exported', 'fan.exported', 'agency.erased', 'fan.erased'] as const;

/** Exports and erasures of an agency and its fans, or of all agencies. */
export function DataPage({ agency, home }: DataPageProps) {
  const { api, session } = useOperator();
  const [, navigate] = useLocation();
  const [result, setResult] = useState('');
  useChanges(exportRuns);
  const runs = exportRuns.of(session.name).filter((run) => agency === undefined || run.agencyId === agency.id);
  const pages = usePages(
    (cursor) => api.audit.list({ actions: [...actions], limit: 25, agency_id: agency?.id, cursor }),
    [api, agency?.id],
  );
  /** Undefined where nothing can be requested. */
  const subject = hasScope(session, 'all') ? agency : undefined;
  const onDone = (text: string) => {
    setResult(text);
    pages.reload();
  };
  const exportDialog = (isOfFan: boolean) => (close: () => void) => (
    <ExportDialog agency={subject!} isOfFan={isOfFan} onDone={() => onDone('The export was opened.')} onClose={close} />
  );
  const exportButtons = subject && (
    <>
      <DialogButton dialog={exportDialog(true)}>Export a fan…</DialogButton>
      <DialogButton dialog={exportDialog(false)}>Export agency…</DialogButton>
    </>
  );
  return (
    <Page title="Exports and erasures" actions={exportButtons}>
      <Announcement>{result}</Announcement>
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
                  onRequested={(rows) => onDone(`The erasure of ${counted(rows, 'row')} about the fan was requested.`)}
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
