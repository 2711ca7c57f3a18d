import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { ActionDialog, DialogButton } from '../components/dialog.tsx';
import { useAnnouncement } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { Section } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { CreateSecretDialog, type ShownSecret } from '../components/secret.tsx';
import { nameOf } from '../names.ts';
import { absoluteTime, localTime } from '../format.ts';
import { useAgency, type EndpointTabProps } from '../views.ts';
import { EndpointForm } from './endpoint-form.tsx';

const overlaps = [
  ['0', 'Expire the old secret immediately'],
  ['3600', 'Keep the old secret valid for 1 hour'],
  ['86400', 'Keep the old secret valid for 1 day'],
  ['604800', 'Keep the old secret valid for 7 days'],
] as const;

function RotateDialog({ endpointId, onClose }: { endpointId: string; onClose(): void }) {
  const { api } = useAgency();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number][0]>('86400');
  const rotate = async (): Promise<ShownSecret> => {
    const rotated = await api.webhooks.rotateSecret({ endpoint_id: endpointId, previous_expires_in_seconds: Number(overlap) });
    const { secret, previous_expires_at: until } = rotated;
    const hint =
      until === null
        ? 'Save it now. It is shown only once, and the old secret has expired.'
        : `Save it now. It is shown only once. The old secret stays valid until ${localTime(until)} (${absoluteTime(until)}).`;
    return { title: 'The new signing secret', name: 'Signing secret', secret, hint, withRecipes: true };
  };
  return (
    <CreateSecretDialog title="Rotate the signing secret" submit="Rotate" work={rotate} onClose={onClose}>
      <p>
        The new secret signs all deliveries from now on. While the old secret is valid, deliveries carry both signatures and your receiver
        can use either.
      </p>
      <Select label="The old secret" value={overlap} options={overlaps} onChange={(value) => setOverlap(value)} />
      {overlap === '0' && <p class="notice warning">Your receiver will reject deliveries until it has the new secret.</p>}
    </CreateSecretDialog>
  );
}

export function SettingsTab({ endpoint, reload }: EndpointTabProps) {
  const { api, mayWrite, mayReplace } = useAgency();
  const isOwn = mayReplace(endpoint);
  const hasUrl = isOwn && endpoint.is_listening === null;
  const [, navigate] = useLocation();
  const { announcement, announce } = useAnnouncement(reload);
  const rotate = (close: () => void) => (
    <RotateDialog
      endpointId={endpoint.id}
      onClose={() => {
        close();
        reload();
      }}
    />
  );
  const remove = (close: () => void) => (
    <ActionDialog
      title={`Delete the endpoint “${nameOf(endpoint)}”?`}
      submit="Delete endpoint"
      isDestructive
      work={() => api.webhooks.delete({ endpoint_id: endpoint.id })}
      onDone={() => navigate('/')}
      onClose={close}
    >
      <p>Pending deliveries are not sent, and failures can no longer be replayed. This cannot be undone.</p>
    </ActionDialog>
  );
  return (
    <>
      <Section title="Settings" takesFocus>
        {announcement}
        <EndpointForm
          values={endpoint}
          action="Save changes"
          hasUrl={hasUrl}
          save={async ({ url, ...changes }) => {
            const body = { ...(hasUrl ? { url } : {}), ...changes };
            await api.webhooks.update({ endpoint_id: endpoint.id, ...body });
            announce('Changes saved.');
          }}
        />
        <Permitted if={isOwn || !mayWrite} to="change the URL and the headers" />
      </Section>
      <Section title="Signing secret">
        <p>
          Deliveries are signed with a secret that begins with <code>{endpoint.secret_prefix}</code>. It cannot be shown again. Rotate it if
          it is lost or may have leaked.
        </p>
        <Permitted if={isOwn} to="rotate the secret">
          <DialogButton dialog={rotate}>Rotate secret…</DialogButton>
        </Permitted>
      </Section>
      <Section title="Delete">
        <p>Deleting the endpoint also deletes its deliveries, failures and counters.</p>
        <Permitted if={isOwn} to="delete the endpoint">
          <DialogButton look="danger" dialog={remove}>
            Delete endpoint…
          </DialogButton>
        </Permitted>
      </Section>
    </>
  );
}
