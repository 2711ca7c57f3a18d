import { useReducer, useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Button } from '../components/button.tsx';
import { Announcement } from '../components/feedback.tsx';
import { Page, Section } from '../components/page.tsx';
import { exportRuns } from '../exports.ts';
import { counted } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { holds } from '../session.ts';
import { usePages } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { EraseAgencyDialog, EraseFanDialog, ExportDialog } from './data-dialogs.tsx';
import { DataHistory } from './data-history.tsx';
import { ExportItem } from './data-runs.tsx';

interface DataPageProps {
  /** Missing on the page of all agencies. */
  readonly agency?: Pick<OperatorSchemas['AgencyDetails'], 'id' | 'name'>;
  /** The address of the pages of all agencies. */
  readonly home?: string;
}

const actions = ['agency.exported', 'fan.exported', 'agency.erased', 'fan.erased'] as const;

/** The exports of this tab, which other pages do not end. */
function useRuns(agencyId: string | undefined) {
  const { session } = useOperator();
  const [, render] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => exportRuns.subscribe(() => render(undefined)), []);
  return exportRuns.of(session.name).filter((run) => agencyId === undefined || run.agencyId === agencyId);
}

/** Exports and erasures of an agency and its fans, or of all agencies: those that were requested, and how to request one. */
export function DataPage({ agency, home }: DataPageProps) {
  const { api, session } = useOperator();
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState<'export' | 'export-fan' | 'erase' | 'erase-fan'>();
  const [result, setResult] = useState('');
  const runs = useRuns(agency?.id);
  const pages = usePages(
    (cursor) => api.audit.list({ actions: [...actions], limit: 25, agency_id: agency?.id, cursor }),
    [api, agency?.id],
  );
  const mayChange = agency !== undefined && holds(session, 'all');
  const done = (text: string) => {
    setAsks(undefined);
    setResult(text);
    pages.reload();
  };
  const dialog = agency && { agency, onClose: () => setAsks(undefined) };
  const exportButtons = (
    <>
      <Button onClick={() => setAsks('export-fan')}>Export a fan…</Button>
      <Button onClick={() => setAsks('export')}>Export agency…</Button>
    </>
  );
  return (
    <Page title="Exports and erasures" actions={mayChange && exportButtons}>
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
        <DataHistory pages={pages} isOfAll={agency === undefined} mayStart={mayChange} />
      </Section>
      {mayChange && (
        <Section title="Erase">
          <p>An erasure is permanent and cannot be cancelled. It runs on the service, also after this page is closed.</p>
          <p class="actions">
            <Button look="danger" onClick={() => setAsks('erase-fan')}>
              Erase a fan…
            </Button>
            <Button look="danger" onClick={() => setAsks('erase')}>
              Erase agency…
            </Button>
          </p>
        </Section>
      )}
      {dialog && (asks === 'export' || asks === 'export-fan') && (
        <ExportDialog {...dialog} isOfFan={asks === 'export-fan'} onStarted={() => done('The export was opened.')} />
      )}
      {dialog && asks === 'erase-fan' && (
        <EraseFanDialog {...dialog} onRequested={(rows) => done(`The erasure of ${counted(rows, 'row')} about the fan was requested.`)} />
      )}
      {dialog && asks === 'erase' && <EraseAgencyDialog {...dialog} onRequested={() => navigate(`~${home}/data`)} />}
    </Page>
  );
}
