import { Fragment } from 'preact';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { ActionDialog, DialogButton, type ResultDialogProps } from '../components/dialog.tsx';
import { Empty, useAnnouncement } from '../components/feedback.tsx';
import { Select } from '../components/fields.tsx';
import { Table } from '../components/list.tsx';
import { CreateSecretDialog, type ShownSecret } from '../components/secret.tsx';
import { CredentialBadge } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { useForm } from '../drafts.ts';
import type { Agency, OperatorSchemas } from '../schemas.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, ReleaseDialog } from './containment.tsx';

type Key = OperatorSchemas['ApiKey'];

const labels = { contain: 'Contain…', release: 'Release…', rotate: 'Rotate…', revoke: 'Revoke…' } as const;
type KeyAction = keyof typeof labels;

/** The possible actions. A key that is contained with its agency is released with it. */
function actionsOf(key: Key, { containments }: Agency, mayContain: boolean): KeyAction[] {
  const { id, prefix, expires_at: expiresAt, revoked_at: revoked, contained_at: contained } = key;
  if (revoked !== null) return [];
  const canRotate = !prefix.startsWith(linkPrefix) && (expiresAt === null || Date.parse(expiresAt) > Date.now());
  const ends: KeyAction[] = canRotate ? ['rotate', 'revoke'] : ['revoke'];
  if (!mayContain) return ends;
  if (contained === null) return ['contain', ...ends];
  return containments.some(({ key_id: keyId }) => keyId === id) ? ['release', ...ends] : ends;
}

const linkPrefix = 'svc_link_';

const terms = [
  ['0', 'No longer'],
  ['3600', 'For an hour'],
  ['86400', 'For a day'],
  ['604800', 'For 7 days'],
] as const;

/** Shows the new key even if the replaced one could not be ended. The list is read again afterwards, because its row may lose this dialog. */
function RotateDialog({ item, agencyId, onDone, onClose }: ResultDialogProps & { item: Key; agencyId: string }) {
  const { api } = useOperator();
  const { values, field } = useForm('rotation', { term: '86400' });
  const { id, label, creator_ids, expires_at } = item;
  const rotate = async (): Promise<ShownSecret> => {
    const scopes = item.scopes;
    const { api_key: secret } = await api.keys.create({ agency_id: agencyId, label, scopes, creator_ids, expires_at });
    const isEnding = await api.keys.revoke({ key_id: id, after_seconds: Number(values.term) }).then(
      () => true,
      () => false,
    );
    const warning = isEnding ? '' : ' The replaced key is still accepted: revoke it.';
    return { title: 'The new API key', name: 'API key', secret, hint: `Save the key “${label}” now. It is shown only once.${warning}` };
  };
  const close = () => {
    onClose();
    onDone('');
  };
  return (
    <CreateSecretDialog title={`Rotate the key “${label}”?`} submit="Rotate key" work={rotate} onClose={close}>
      <p>A new key with the same scopes, creators and expiry replaces it.</p>
      <Select label="The replaced key is accepted" options={terms} {...field('term')} />
    </CreateSecretDialog>
  );
}

interface KeyDialogProps extends ResultDialogProps {
  readonly item: Key;
  readonly agencyId: string;
  readonly action: KeyAction;
}

function KeyDialog({ action, ...props }: KeyDialogProps) {
  const { api } = useOperator();
  const { onDone, onClose } = props;
  const { id, label } = props.item;
  if (action === 'rotate') return <RotateDialog {...props} />;
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
          dialog={(close) => <KeyDialog item={key} agencyId={agency.id} action={action} onDone={announce} onClose={close} />}
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
