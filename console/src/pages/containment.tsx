import { useState } from 'preact/hooks';
import { answerOf, type OperatorSchemas } from '../api.ts';
import { Confirm } from '../components/confirm.tsx';
import { Field } from '../components/fields.tsx';
import { Section } from '../components/page.tsx';
import { counted } from '../numbers.ts';
import { useOperator } from '../views.ts';

type Contained = OperatorSchemas['Containment'];
type Released = OperatorSchemas['ContainmentRelease'];

/** Stops everything of an agency when a key of it is in wrong hands, and undoes that. */
export function Containment({ agency, onChange }: { agency: OperatorSchemas['Agency']; onChange(): void }) {
  const { api } = useOperator();
  const [asks, setAsks] = useState<'contain' | 'release'>();
  const [reason, setReason] = useState('');
  const [notice, setNotice] = useState('');
  const [told, setTold] = useState('');
  const params = { path: { agency_id: agency.id } };
  const contain = async () => {
    const done: Contained = await answerOf(api.POST('/operator/v1/agencies/{agency_id}/containment', { params, body: { reason, notice } }));
    const requests = done.reads.reduce((total, { request_count: of }) => total + of, 0);
    setTold(
      `${counted(done.key_ids.length, 'key')} refused and ${counted(done.endpoint_ids.length, 'endpoint')} paused. ${counted(requests, 'request')} in the last day.`,
    );
  };
  const release = async () => {
    const done: Released = await answerOf(api.DELETE('/operator/v1/agencies/{agency_id}/containment', { params }));
    setTold(`${counted(done.key_ids.length, 'key')} accepted and ${counted(done.endpoint_ids.length, 'endpoint')} enabled again.`);
  };
  const done = () => {
    setAsks(undefined);
    onChange();
  };
  return (
    <Section title="Containment">
      <p>If a key may have leaked, contain the agency: all its keys are refused and all its endpoints are paused until you release it.</p>
      <p class="actions">
        <button type="button" class="button danger" onClick={() => setAsks('contain')}>
          Contain agency…
        </button>
        <button type="button" class="button" onClick={() => setAsks('release')}>
          Release…
        </button>
      </p>
      <p role="status">{told}</p>
      {asks === 'contain' && (
        <Confirm title={`Contain ${agency.name}?`} action="Contain agency" work={contain} onDone={done} onCancel={() => setAsks(undefined)}>
          <p>
            All its keys are refused immediately, and all its endpoints are paused. Pending deliveries become failures, which can be
            replayed.
          </p>
          <Field label="Reason" hint="Visible only to operators, in their audit log.">
            {(ids) => <input {...ids} maxLength={500} value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />}
          </Field>
          <Field label="Notice" hint="Shown to the agency in its audit log. If empty, the text says that this is a precaution.">
            {(ids) => <input {...ids} maxLength={500} value={notice} onInput={({ currentTarget }) => setNotice(currentTarget.value)} />}
          </Field>
        </Confirm>
      )}
      {asks === 'release' && (
        <Confirm
          title={`Release ${agency.name}?`}
          action="Release agency"
          isDestructive={false}
          work={release}
          onDone={done}
          onCancel={() => setAsks(undefined)}
        >
          <p>
            Everything that the containment stopped works again. Keys and endpoints that were revoked, paused or deleted separately stay as
            they are.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
