import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Badge, Time } from '../components/values.tsx';
import { Button } from '../components/button.tsx';
import { Empty } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import type { OperatorSchemas } from '../schemas.ts';
import { holds } from '../session.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, ReleaseDialog } from './containment.tsx';

type Key = OperatorSchemas['ApiKey'];
type Agency = OperatorSchemas['AgencyDetails'];

/** What an operator decided to do with a key. */
interface Decision {
  readonly key: Key;
  readonly action: keyof typeof labels;
}

function stateOf({ revoked_at: revoked, contained_at: contained, expires_at: expires }: Key) {
  if (revoked !== null) return <Badge tone="quiet">revoked</Badge>;
  if (contained !== null) return <Badge tone="bad">contained</Badge>;
  if (expires !== null && Date.parse(expires) <= Date.now()) return <Badge tone="quiet">expired</Badge>;
  return <Badge tone="good">active</Badge>;
}

const labels = { contain: 'Contain…', release: 'Release…', revoke: 'Revoke' } as const;

/** What may be done with a key. One that is contained with its agency is released with it. */
function actionsOf({ id, revoked_at: revoked, contained_at: contained }: Key, { containments }: Agency, mayContain: boolean) {
  if (revoked !== null) return [];
  if (!mayContain) return ['revoke'] as const;
  if (contained === null) return ['contain', 'revoke'] as const;
  return containments.some(({ key_id: keyId }) => keyId === id) ? (['release', 'revoke'] as const) : (['revoke'] as const);
}

/** How the prefix of a portal link begins. */
const linkPrefix = 'svc_link_';

interface DecisionProps {
  readonly decision: Decision;
  /** Called with what to announce. */
  onDone(result: string): void;
  onClose(): void;
}

/** Asks before it carries out what was decided. */
function DecisionDialog({ decision: { key, action }, ...dialog }: DecisionProps) {
  const { api } = useOperator();
  const target = { kind: 'key', id: key.id, name: key.label } as const;
  if (action === 'contain') return <ContainDialog target={target} {...dialog} />;
  if (action === 'release') return <ReleaseDialog target={target} {...dialog} />;
  return (
    <ActionDialog
      title={`Revoke ${key.label}?`}
      submit="Revoke key"
      isDestructive
      work={() => api.keys.revoke({ key_id: key.id })}
      onDone={() => dialog.onDone('')}
      onClose={dialog.onClose}
    >
      <p>Requests with this key are refused immediately. This cannot be undone. Endpoints that it created stay active.</p>
    </ActionDialog>
  );
}

/** The keys of an agency, and what stops each of them. */
export function Keys({ keys, agency, reload }: { keys: readonly Key[]; agency: Agency; reload(): void }) {
  const { session } = useOperator();
  const [decision, setDecision] = useState<Decision>();
  const [result, setResult] = useState('');
  const buttons = (key: Key) =>
    actionsOf(key, agency, holds(session, 'all')).map((action) => (
      <Fragment key={action}>
        <Button look="small" aria-label={`${labels[action]} ${key.label}`} onClick={() => setDecision({ key, action })}>
          {labels[action]}
        </Button>{' '}
      </Fragment>
    ));
  return (
    <>
      <p role="status">{result}</p>
      <Table
        label="API keys"
        rows={keys.toReversed()}
        empty={<Empty title="No keys yet" text="Programs of the agency need a key to use the API." />}
        columns={[
          [
            'Label',
            ({ label, prefix }) => (
              <>
                {label}
                <span class="key-kind">
                  {prefix.startsWith(linkPrefix) ? 'Portal link' : 'API key'} <code>{prefix}…</code>
                </span>
              </>
            ),
          ],
          ['State', stateOf],
          [
            'Scopes',
            ({ scopes }) => (scopes.length === enumerations.Scope.length ? `all ${scopes.length} scopes` : scopes.join(', ')),
            'scopes',
          ],
          ['Expires', ({ expires_at: at }) => (at === null ? <span class="quiet">never</span> : <Time at={at} />)],
          ['Created', (key) => <Time at={key.created_at} />],
          ['Last used', ({ last_used_at: at }) => (at === null ? <span class="quiet">not recently</span> : <Time at={at} relative />)],
          holds(session, 'keys') && ['Actions', buttons, 'row-actions'],
        ]}
      />
      {decision && (
        <DecisionDialog
          decision={decision}
          onDone={(text) => {
            setDecision(undefined);
            setResult(text);
            reload();
          }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </>
  );
}
