import { ShieldAlert } from 'lucide';
import { ActionDialog, DialogButton, type ResultDialogProps } from '../components/dialog.tsx';
import { useAnnouncement } from '../components/feedback.tsx';
import { TextField } from '../components/fields.tsx';
import { Icon } from '../components/icon.tsx';
import { Section } from '../components/page.tsx';
import { useForm } from '../drafts.ts';
import { counted } from '../format.ts';
import type { Agency, OpenContainment } from '../schemas.ts';
import { containmentSentences } from '../sentences.ts';
import { useOperator } from '../views.ts';

interface DialogProps extends ResultDialogProps {
  /** An agency with all its keys and endpoints, or one key with the endpoints that it created. */
  readonly target: { readonly kind: 'agency' | 'key'; readonly id: string; readonly name: string };
}

/** Stops an agency or a key whose secret may have leaked. */
export function ContainDialog({ target: { kind, id, name }, onDone, onClose }: DialogProps) {
  const { api } = useOperator();
  const { values, field } = useForm('containment', { reason: '', notice: '' });
  const contain = () =>
    kind === 'agency' ? api.agencies.contain({ agency_id: id, ...values }) : api.keys.contain({ key_id: id, ...values });
  return (
    <ActionDialog
      title={`Contain the ${kind} “${name}”?`}
      submit={`Contain ${kind}`}
      isDestructive
      work={contain}
      onDone={({ key_ids: keys, endpoint_ids: endpoints, reads }) => {
        const requests = reads.reduce((total, { request_count: of }) => total + of, 0);
        const stopped = `${counted(keys.length, 'key')} refused and ${counted(endpoints.length, 'endpoint')} paused.`;
        onDone(`${stopped} ${counted(requests, 'request')} in the last day.`);
      }}
      onClose={onClose}
    >
      <p>
        {kind === 'agency'
          ? 'All its keys are refused immediately, and all its endpoints are paused.'
          : 'The key is refused immediately, and the endpoints that it created or whose URL it set are paused.'}{' '}
        Pending deliveries become failures, which can be replayed.
      </p>
      <TextField label="Reason" hint="Visible only to operators, in their audit log." maxLength={500} {...field('reason')} />
      <TextField
        label="Notice"
        hint="Shown to the agency in its audit log. If empty, the text says that this is a precaution."
        maxLength={500}
        {...field('notice')}
      />
    </ActionDialog>
  );
}

export function ReleaseDialog({ target: { kind, id, name }, onDone, onClose }: DialogProps) {
  const { api } = useOperator();
  return (
    <ActionDialog
      title={`Release the ${kind} “${name}”?`}
      submit={`Release ${kind}`}
      work={() => (kind === 'agency' ? api.agencies.release({ agency_id: id }) : api.keys.release({ key_id: id }))}
      onDone={({ key_ids: keys, endpoint_ids: endpoints }) =>
        onDone(`${counted(keys.length, 'key')} accepted and ${counted(endpoints.length, 'endpoint')} enabled again.`)
      }
      onClose={onClose}
    >
      <p>
        Everything that the containment stopped works again. Keys and endpoints that were revoked, paused or deleted separately stay as they
        are.
      </p>
    </ActionDialog>
  );
}

export const ContainmentNotice = ({ containments }: { containments: readonly OpenContainment[] }) => (
  <>
    {containments.map((of) => (
      <p key={of.id} class="notice bad">
        <Icon of={ShieldAlert} /> {of.agency_name} {containmentSentences(of)}
      </p>
    ))}
  </>
);

interface SectionProps {
  readonly agency: Agency;
  onChange(): void;
}

export function ContainmentSection({ agency: { id, name, containments }, onChange }: SectionProps) {
  const { announcement, announce } = useAnnouncement(onChange);
  const isContained = containments.some(({ key_id: keyId }) => keyId === null);
  const dialog = (close: () => void) => ({
    target: { kind: 'agency', id, name } as const,
    onDone: announce,
    onClose: close,
  });
  return (
    <Section title="Containment">
      <p>If a key may have leaked, contain the agency: all its keys are refused and all its endpoints are paused until you release it.</p>
      <p class="row actions">
        <DialogButton look="danger" draft="contain" dialog={(close) => <ContainDialog {...dialog(close)} />}>
          {isContained ? 'Contain again…' : 'Contain agency…'}
        </DialogButton>
        {isContained && <DialogButton dialog={(close) => <ReleaseDialog {...dialog(close)} />}>Release…</DialogButton>}
      </p>
      {announcement}
    </Section>
  );
}
