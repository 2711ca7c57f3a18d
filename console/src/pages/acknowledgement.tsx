import { ActionDialog, type ResultDialogProps } from '../components/dialog.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBox } from '../components/feedback.tsx';
import { Select, TextField } from '../components/fields.tsx';
import { useForm } from '../drafts.ts';
import { shortTime } from '../format.ts';
import type { IncidentGroup, OperatorSchemas } from '../schemas.ts';
import { useAction } from '../use-query.ts';
import { useOperator } from '../views.ts';

const hourMs = 60 * 60_000;

const muteTimes = [
  ['1', 'One hour'],
  ['8', 'Eight hours'],
  ['24', 'A day'],
  ['168', 'A week'],
] as const;

interface AcknowledgeProps extends ResultDialogProps {
  readonly group: IncidentGroup;
  readonly name: string;
  readonly kind: 'acknowledged' | 'muted';
}

/** Says that an operator works on a group of incidents, or lists it last for some time. */
export function AcknowledgeDialog({ group: { id: group_id }, name, kind, onDone, onClose }: AcknowledgeProps) {
  const { api } = useOperator();
  const { values, field } = useForm<{ note: string; hours: (typeof muteTimes)[number][0] }>(kind, { note: '', hours: '8' });
  const isMute = kind === 'muted';
  const until = () => (isMute ? { until: new Date(Date.now() + Number(values.hours) * hourMs).toISOString() } : {});
  return (
    <ActionDialog
      title={`${isMute ? 'Mute' : 'Acknowledge'} ${name}?`}
      submit={isMute ? 'Mute' : 'Acknowledge'}
      isForm
      work={() => api.incidents.acknowledge({ group_id, kind, note: values.note, ...until() })}
      onDone={() => onDone(`${name} is ${kind}.`)}
      onClose={onClose}
    >
      <p>
        {isMute
          ? 'It is listed last, and is not counted in the title of the page. It returns at the end, and when the endpoints fail again after they worked.'
          : 'Other operators see that you work on it. This ends when the endpoints fail again after they worked.'}
      </p>
      <TextField label="Note" hint="Visible only to operators." maxLength={500} {...field('note')} />
      {isMute && <Select label="For" options={muteTimes} {...field('hours')} />}
    </ActionDialog>
  );
}

interface AcknowledgementProps extends Omit<AcknowledgeProps, 'kind' | 'onClose'> {
  readonly of: OperatorSchemas['IncidentAcknowledgement'];
}

export function Acknowledgement({ group: { id: group_id }, name, of, onDone }: AcknowledgementProps) {
  const { api, hasScope } = useOperator();
  const { isBusy, error, run } = useAction();
  const isMute = of.kind === 'muted';
  const end = async () => {
    await api.incidents.unacknowledge({ group_id });
    onDone(`${name} is not ${of.kind} any more.`);
  };
  return (
    <>
      <p class="row acknowledgement quiet small">
        {isMute ? 'Muted' : 'Acknowledged'} by {of.by} at {shortTime(of.at)}
        {of.until !== null && `, until ${shortTime(of.until)}`}
        {of.note === '' ? '.' : `: ${of.note}`}
        {hasScope('all') && (
          <Button
            look="small"
            disabled={isBusy}
            aria-label={`${isMute ? 'Unmute' : 'End acknowledgement'} ${name}`}
            onClick={() => void run(end)}
          >
            {isMute ? 'Unmute' : 'End'}
          </Button>
        )}
      </p>
      {error && <ErrorBox error={error} />}
    </>
  );
}
