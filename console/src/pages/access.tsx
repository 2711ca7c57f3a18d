import { DialogButton } from '../components/dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { Page, Section } from '../components/page.tsx';
import type { Agency } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { ContainmentSection } from './containment.tsx';
import { Keys } from './keys.tsx';
import { NewKeyDialog, NewLinkDialog } from './new-access.tsx';

export function AccessPage({ agency, reload }: { agency: Agency; reload(): void }) {
  const { api, hasScope } = useOperator();
  const keys = useQuery(() => api.keys.list({ agency_id: agency.id }), [api, agency.id]);
  const reloadAll = () => {
    keys.reload();
    reload();
  };
  const dialog = (close: () => void) => ({ agencyId: agency.id, onDone: keys.reload, onClose: close });
  const actions = hasScope('keys') && (
    <>
      <DialogButton draft="link" dialog={(close) => <NewLinkDialog {...dialog(close)} />}>
        Create portal link…
      </DialogButton>
      <DialogButton draft="key" look="primary" dialog={(close) => <NewKeyDialog {...dialog(close)} />}>
        Create API key…
      </DialogButton>
    </>
  );
  return (
    <Page title="Keys and links" actions={actions}>
      <Section title="API keys and portal links">
        <Loaded query={keys}>{({ data }) => <Keys keys={data} agency={agency} reload={reloadAll} />}</Loaded>
      </Section>
      {(keys.data ?? keys.error) && hasScope('all') && <ContainmentSection agency={agency} onChange={reloadAll} />}
    </Page>
  );
}
