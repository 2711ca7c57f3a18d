import { useState } from 'preact/hooks';
import type { OperatorSchemas } from '../schemas.ts';
import { Answer } from '../components/feedback.tsx';
import { Page, Section } from '../components/page.tsx';
import { SecretOnce } from '../components/secret.tsx';
import { absoluteTime, localTime } from '../time.ts';
import { holds } from '../session.ts';
import { useDraft } from '../drafts.ts';
import { useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { Containment } from './containment.tsx';
import { Keys } from './keys.tsx';
import { NewKeyDialog, NewLinkDialog } from './new-access.tsx';

type Agency = OperatorSchemas['AgencyDetails'];

interface ShownSecret {
  readonly title: string;
  readonly name: string;
  readonly secret: string;
  readonly hint: string;
}

type Made = 'key' | 'link';

/** The dialog in which a key or a portal link is made. */
function NewAccessDialog({
  made,
  agencyId,
  onClose,
  onMade,
}: {
  made: Made;
  agencyId: string;
  onClose(): void;
  onMade(secret: ShownSecret): void;
}) {
  if (made === 'key') {
    return (
      <NewKeyDialog
        agencyId={agencyId}
        onClose={onClose}
        onMade={({ api_key: secret, label }) =>
          onMade({ title: 'The new API key', name: 'API key', secret, hint: `Save the key “${label}” now. It is shown only once.` })
        }
      />
    );
  }
  return (
    <NewLinkDialog
      agencyId={agencyId}
      onClose={onClose}
      onMade={({ url, expires_at: until }) =>
        onMade({
          title: 'The portal link',
          name: 'Portal link',
          secret: url,
          hint: `Anyone with this link can see and manage the agency’s webhooks until ${localTime(until)} (${absoluteTime(until)}). It is shown only once.`,
        })
      }
    />
  );
}

/** Keys and links of an agency, and what stops all of them. */
export function AccessPage({ agency, reload }: { agency: Agency; reload(): void }) {
  const { api, session } = useOperator();
  const path = { agency_id: agency.id };
  const keys = useAnswer(() => api.keys.list(path), [api, agency.id]);
  const [asks, setAsks] = useDraft<Made | undefined>('asks', undefined);
  const [shown, setShown] = useState<ShownSecret>();
  const reloadAll = () => {
    keys.reload();
    reload();
  };
  const actions = holds(session, 'keys') && (
    <>
      <button type="button" class="button" onClick={() => setAsks('link')}>
        Create portal link
      </button>
      <button type="button" class="button primary" onClick={() => setAsks('key')}>
        Create API key
      </button>
    </>
  );
  return (
    <Page title="Keys and links" actions={actions}>
      <Section title="API keys and portal links">
        <Answer of={keys}>{({ data }) => <Keys keys={data} agency={agency} reload={reloadAll} />}</Answer>
      </Section>
      {(keys.data ?? keys.refusal) && holds(session, 'all') && <Containment agency={agency} onChange={reloadAll} />}
      {asks && (
        <NewAccessDialog
          made={asks}
          agencyId={agency.id}
          onClose={() => setAsks(undefined)}
          onMade={(secret) => {
            setAsks(undefined);
            setShown(secret);
            keys.reload();
          }}
        />
      )}
      {shown && <SecretOnce {...shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}
