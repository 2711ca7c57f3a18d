import { Fragment } from 'preact';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { ActionDialog, DialogButton, type ResultDialogProps } from '../components/dialog.tsx';
import { Empty, useAnnouncement } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import { CredentialBadge } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import type { Agency, OperatorSchemas } from '../schemas.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, ReleaseDialog } from './containment.tsx';

type Key = OperatorSchemas['ApiKey'];

const labels = { contain: 'Contain…', release: 'Release…', revoke: 'Revoke…' } as const;
type KeyAction = keyof typeof labels;

/** The possible actions. A key that is contained with its agency is released with it. */
function actionsOf({ id, revoked_at: revoked, contained_at: contained }: Key, { containments }: Agency, mayContain: boolean): KeyAction[] {
  if (revoked !== null) return [];
  if (!mayContain) return ['revoke'];
  if (contained === null) return ['contain', 'revoke'];
  return containments.some(({ key_id: keyId }) => keyId === id) ? ['release', 'revoke'] : ['revoke'];
}

const linkPrefix = 'svc_link_';

function KeyDialog({ item: { id, label }, action, onDone, onClose }: ResultDialogProps & { item: Key; action: KeyAction }) {
  const { api } = useOperator();
  const dialog = { target: { kind: 'key', id, name: label } as const, onDone, onClose };
  if (action === 'contain') return <ContainDialog {...dialog} />;
  if (action === 'release') return <ReleaseDialog {...dialog} />;
  return (
    <ActionDialog
      title={`Revoke the key “${label}”?`}
      submit="Revoke key"
      isDestructive
      work={() => api.keys.revoke({ key_id: id })}
      onDone={() => onDone('')}
      onClose={onClose}
    >
      <p>Requests with this key are refused immediately. This cannot be undone. Endpoints that it created stay active.</p>
    </ActionDialog>
  );
}

export function Keys({ keys, agency, reload }: { keys: readonly Key[]; agency: Agency; reload(): void }) {
  const { hasScope } = useOperator();
  const { announcement, announce } = useAnnouncement(reload);
  const buttons = (key: Key) =>
    actionsOf(key, agency, hasScope('all')).map((action) => (
      <Fragment key={action}>
        <DialogButton
          look="small"
          aria-label={`${labels[action]} ${key.label}`}
          dialog={(close) => <KeyDialog item={key} action={action} onDone={announce} onClose={close} />}
        >
          {labels[action]}
        </DialogButton>{' '}
      </Fragment>
    ));
  return (
    <>
      {announcement}
      <Table
        label="API keys"
        rows={keys.toReversed()}
        empty={<Empty title="No keys yet">Programs of the agency need a key to use the API.</Empty>}
        columns={[
          [
            'Label',
            ({ label, prefix }) => (
              <>
                {label}
                <span class="key-kind quiet small">
                  {prefix.startsWith(linkPrefix) ? 'Portal link' : 'API key'} <code>{prefix}…</code>
                </span>
              </>
            ),
          ],
          ['State', (key) => <CredentialBadge credential={key} />],
          [
            'Scopes',
            ({ scopes }) => (scopes.length === enumerations.Scope.length ? `all ${scopes.length} scopes` : scopes.join(', ')),
            'long',
          ],
          ['Expires', (key) => <Time at={key.expires_at} none="never" />],
          ['Created', (key) => <Time at={key.created_at} />],
          ['Last used', (key) => <Time at={key.last_used_at} relative none="not recently" />],
          hasScope('keys') && ['Actions', buttons, 'row-actions'],
        ]}
      />
    </>
  );
}
