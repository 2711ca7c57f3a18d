import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Answer } from '../components/feedback.tsx';
import { Page, Section } from '../components/page.tsx';
import { SecretOnce, type ShownSecret } from '../components/secret.tsx';
import { useDraft } from '../drafts.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { holds } from '../session.ts';
import { useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { Containment } from './containment.tsx';
import { Keys } from './keys.tsx';
import { NewKeyDialog, NewLinkDialog } from './new-access.tsx';

interface AccessProps {
  readonly agency: OperatorSchemas['AgencyDetails'];
  reload(): void;
}

/** Keys and links of an agency, and what stops all of them. */
export function AccessPage({ agency, reload }: AccessProps) {
  const { api, session } = useOperator();
  const keys = useAnswer(() => api.keys.list({ agency_id: agency.id }), [api, agency.id]);
  const [asks, setAsks] = useDraft<'key' | 'link' | undefined>('asks', undefined);
  const [shown, setShown] = useState<ShownSecret>();
  const reloadAll = () => {
    keys.reload();
    reload();
  };
  const dialog = {
    agencyId: agency.id,
    onClose: () => setAsks(undefined),
    onMade(secret: ShownSecret) {
      setAsks(undefined);
      setShown(secret);
      keys.reload();
    },
  };
  const actions = holds(session, 'keys') && (
    <>
      <Button onClick={() => setAsks('link')}>Create portal link</Button>
      <Button look="primary" onClick={() => setAsks('key')}>
        Create API key
      </Button>
    </>
  );
  return (
    <Page title="Keys and links" actions={actions}>
      <Section title="API keys and portal links">
        <Answer of={keys}>{({ data }) => <Keys keys={data} agency={agency} reload={reloadAll} />}</Answer>
      </Section>
      {(keys.data ?? keys.refusal) && holds(session, 'all') && <Containment agency={agency} onChange={reloadAll} />}
      {asks === 'key' && <NewKeyDialog {...dialog} />}
      {asks === 'link' && <NewLinkDialog {...dialog} />}
      {shown && <SecretOnce {...shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}
