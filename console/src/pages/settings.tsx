import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { answerOf, type Schemas } from '../api.ts';
import { Confirm } from '../components/confirm.tsx';
import { Announcement } from '../components/feedback.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Select } from '../components/fields.tsx';
import { Section } from '../components/page.tsx';
import { SecretOnce } from '../components/secret.tsx';
import { absoluteTime, localTime } from '../time.ts';
import { useAction } from '../use-answer.ts';
import { useAgency } from '../views.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointTabProps } from './endpoint.tsx';
import { nameOf } from './endpoints.tsx';

const overlaps = [
  ['0', 'Stop at once'],
  ['3600', 'Sign on for an hour'],
  ['86400', 'Sign on for a day'],
  ['604800', 'Sign on for 7 days'],
] as const;

interface RotateProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  onClose(): void;
  onRotated(rotated: Schemas['RotatedSecret']): void;
}

function RotateDialog({ endpoint, onClose, onRotated }: RotateProps) {
  const { api } = useAgency();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number][0]>('86400');
  const action = useAction();
  const rotate = async () => {
    const params = { path: { endpoint_id: endpoint.id } };
    const body = { previous_expires_in_seconds: Number(overlap) };
    onRotated(await answerOf(api.POST('/v1/webhooks/{endpoint_id}/secret/rotation', { params, body })));
  };
  return (
    <FormDialog title="Rotate the signing secret" submit="Rotate" action={action} work={rotate} onClose={onClose}>
      <p>A new secret signs from now on. While the one that it replaces signs too, your receiver accepts deliveries with either.</p>
      <Select label="The present secret" value={overlap} options={overlaps} onChange={(value) => setOverlap(value)} />
      {overlap === '0' && <p class="notice warning">Your receiver refuses every delivery until it has the new secret.</p>}
    </FormDialog>
  );
}

function hintOf({ previous_expires_at: until }: Schemas['RotatedSecret']): string {
  return until === null
    ? 'Store it now: it is shown this once, and the former secret has stopped signing.'
    : `Store it now: it is shown this once. The former secret signs too until ${localTime(until)} (${absoluteTime(until)}).`;
}

/** What can be changed of an endpoint. */
export function SettingsTab({ endpoint, reload }: EndpointTabProps) {
  const { api } = useAgency();
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState<'rotate' | 'delete'>();
  const [rotated, setRotated] = useState<Schemas['RotatedSecret']>();
  const [told, setTold] = useState('');
  const params = { path: { endpoint_id: endpoint.id } };
  return (
    <>
      <Section title="Settings" lands>
        <Announcement>{told}</Announcement>
        <EndpointForm
          values={endpoint}
          action="Save changes"
          save={async ({ url, label, enabled_event_types, allowed_creator_ids }) => {
            const body = { url, label, enabled_event_types, allowed_creator_ids };
            await answerOf(api.PATCH('/v1/webhooks/{endpoint_id}', { params, body }));
            setTold('The changes are saved.');
            reload();
          }}
        />
      </Section>
      <Section title="Signing secret">
        <p>
          Deliveries are signed with a secret that begins with <code>{endpoint.secret_prefix}</code>. It cannot be shown again: rotate it
          when it was lost or may be known.
        </p>
        <button type="button" class="button" onClick={() => setAsks('rotate')}>
          Rotate secret…
        </button>
      </Section>
      <Section title="Delete">
        <p>The endpoint goes with its deliveries, failures and counters.</p>
        <button type="button" class="button danger" onClick={() => setAsks('delete')}>
          Delete endpoint…
        </button>
      </Section>
      {asks === 'rotate' && (
        <RotateDialog
          endpoint={endpoint}
          onClose={() => setAsks(undefined)}
          onRotated={(secret) => {
            setAsks(undefined);
            setRotated(secret);
          }}
        />
      )}
      {rotated && (
        <SecretOnce
          title="The new signing secret"
          name="Signing secret"
          secret={rotated.secret}
          hint={hintOf(rotated)}
          withRecipes
          onClose={() => {
            setRotated(undefined);
            reload();
          }}
        />
      )}
      {asks === 'delete' && (
        <Confirm
          title={`Delete ${nameOf(endpoint)}?`}
          action="Delete endpoint"
          work={() => answerOf(api.DELETE('/v1/webhooks/{endpoint_id}', { params }))}
          onDone={() => navigate('/')}
          onCancel={() => setAsks(undefined)}
        >
          <p>What waits is not sent any more, and failures can no longer be replayed. This cannot be taken back.</p>
        </Confirm>
      )}
    </>
  );
}
