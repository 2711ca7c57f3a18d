import { ShieldAlert } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/fields.tsx';
import { Icon } from '../components/icon.tsx';
import { Section } from '../components/page.tsx';
import { useDraft } from '../drafts.ts';
import { counted } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { containmentSentences } from '../sentences.ts';
import { useOperator } from '../views.ts';

/** What is contained: an agency with all its keys and endpoints, or one key with those that it created. */
export interface ContainTarget {
  readonly kind: 'agency' | 'key';
  readonly id: string;
  readonly name: string;
}

interface DialogProps {
  readonly target: ContainTarget;
  /** Called with a sentence about the result. */
  onDone(result: string): void;
  onClose(): void;
}

/** Stops everything of an agency or of a key that may be in wrong hands. */
export function ContainDialog({ target: { kind, id, name }, onDone, onClose }: DialogProps) {
  const { api } = useOperator();
  const [reason, setReason] = useDraft('reason', '');
  const [notice, setNotice] = useDraft('notice', '');
  const result = useRef('');
  const contain = async () => {
    const body = { reason, notice };
    const done = await (kind === 'agency' ? api.agencies.contain({ agency_id: id, ...body }) : api.keys.contain({ key_id: id, ...body }));
    const requests = done.reads.reduce((total, { request_count: of }) => total + of, 0);
    result.current = `${counted(done.key_ids.length, 'key')} refused and ${counted(done.endpoint_ids.length, 'endpoint')} paused. ${counted(requests, 'request')} in the last day.`;
  };
  return (
    <ActionDialog
      title={`Contain ${name}?`}
      submit={`Contain ${kind}`}
      isDestructive
      work={contain}
      onDone={() => onDone(result.current)}
      onClose={onClose}
    >
      <p>
        {kind === 'agency'
          ? 'All its keys are refused immediately, and all its endpoints are paused.'
          : 'The key is refused immediately, and the endpoints that it created or whose URL it set are paused.'}{' '}
        Pending deliveries become failures, which can be replayed.
      </p>
      <TextField label="Reason" hint="Visible only to operators, in their audit log." maxLength={500} value={reason} onChange={setReason} />
      <TextField
        label="Notice"
        hint="Shown to the agency in its audit log. If empty, the text says that this is a precaution."
        maxLength={500}
        value={notice}
        onChange={setNotice}
      />
    </ActionDialog>
  );
}

/** Undoes a containment. */
export function ReleaseDialog({ target: { kind, id, name }, onDone, onClose }: DialogProps) {
  const { api } = useOperator();
  const result = useRef('');
  const release = async () => {
    const done = await (kind === 'agency' ? api.agencies.release({ agency_id: id }) : api.keys.release({ key_id: id }));
    result.current = `${counted(done.key_ids.length, 'key')} accepted and ${counted(done.endpoint_ids.length, 'endpoint')} enabled again.`;
  };
  return (
    <ActionDialog
      title={`Release ${name}?`}
      submit={`Release ${kind}`}
      work={release}
      onDone={() => onDone(result.current)}
      onClose={onClose}
    >
      <p>
        Everything that the containment stopped works again. Keys and endpoints that were revoked, paused or deleted separately stay as they
        are.
      </p>
    </ActionDialog>
  );
}

/** Says on each page of an agency what of it is contained. */
export function ContainmentNotice({ containments }: { containments: readonly OperatorSchemas['OpenContainment'][] }) {
  return (
    <>
      {containments.map((of) => (
        <p key={of.id} class="notice bad contained-notice">
          <Icon of={ShieldAlert} /> {of.agency_name} {containmentSentences(of)}
        </p>
      ))}
    </>
  );
}

interface ContainmentProps {
  readonly agency: OperatorSchemas['AgencyDetails'];
  onChange(): void;
}

/** Contains an agency, and releases it. */
export function Containment({ agency, onChange }: ContainmentProps) {
  const [asks, setAsks] = useDraft<'contain' | 'release' | undefined>('containment', undefined);
  const [result, setResult] = useState('');
  const isContained = agency.containments.some(({ key_id: keyId }) => keyId === null);
  const dialog = {
    target: { kind: 'agency', id: agency.id, name: agency.name } as const,
    onDone: (text: string) => {
      setAsks(undefined);
      setResult(text);
      onChange();
    },
    onClose: () => setAsks(undefined),
  };
  return (
    <Section title="Containment">
      <p>If a key may have leaked, contain the agency: all its keys are refused and all its endpoints are paused until you release it.</p>
      <p class="actions">
        <Button look="danger" onClick={() => setAsks('contain')}>
          {isContained ? 'Contain again…' : 'Contain agency…'}
        </Button>
        {isContained && <Button onClick={() => setAsks('release')}>Release…</Button>}
      </p>
      <p role="status">{result}</p>
      {asks === 'contain' && <ContainDialog {...dialog} />}
      {asks === 'release' && <ReleaseDialog {...dialog} />}
    </Section>
  );
}
