import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { Badge } from '../components/badges.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Empty } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import { Time } from '../components/time.tsx';
import { holds } from '../session.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, ReleaseDialog, type ContainTarget } from './containment.tsx';

type Key = OperatorSchemas['ApiKey'];
type Agency = OperatorSchemas['AgencyDetails'];

/** What an operator decided to do with a key. */
interface Decision {
  readonly key: Key;
  readonly action: 'contain' | 'release' | 'revoke';
}

function KeyState({ apiKey: { revoked_at: revoked, contained_at: contained, expires_at: expires } }: { apiKey: Key }) {
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

const Scopes = ({ scopes }: Pick<Key, 'scopes'>) => (
  <>{scopes.length === enumerations.Scope.length ? `all ${scopes.length} scopes` : scopes.join(', ')}</>
);

interface KeysTableProps {
  readonly keys: readonly Key[];
  readonly agency: Agency;
  onDecide(decision: Decision): void;
}

function KeysTable({ keys, agency, onDecide }: KeysTableProps) {
  const { session } = useOperator();
  const mayMake = holds(session, 'keys');
  const mayContain = holds(session, 'all');
  const columns = ['Label', 'State', 'Scopes', 'Expires', 'Created', 'Last used'];
  return (
    <Table label="API keys" head={[...columns, ...(mayMake ? [['Actions', 'row-actions'] as const] : [])]}>
      {keys.toReversed().map((key) => (
        <tr key={key.id}>
          <td>
            {key.label}
            <span class="key-kind">
              {key.prefix.startsWith(linkPrefix) ? 'Portal link' : 'API key'} <code>{key.prefix}…</code>
            </span>
          </td>
          <td>
            <KeyState apiKey={key} />
          </td>
          <td class="scopes">
            <Scopes scopes={key.scopes} />
          </td>
          <td>{key.expires_at === null ? <span class="quiet">never</span> : <Time at={key.expires_at} />}</td>
          <td>
            <Time at={key.created_at} />
          </td>
          <td>{key.last_used_at === null ? <span class="quiet">not recently</span> : <Time at={key.last_used_at} relative />}</td>
          {mayMake && (
            <td class="row-actions">
              {actionsOf(key, agency, mayContain).map((action) => (
                <Fragment key={action}>
                  <button
                    type="button"
                    class="button small"
                    aria-label={`${labels[action]} ${key.label}`}
                    onClick={() => onDecide({ key, action })}
                  >
                    {labels[action]}
                  </button>{' '}
                </Fragment>
              ))}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

/** Asks before it carries out what was decided. `onDone` receives what to announce. */
function DecisionDialog({
  decision: { key, action },
  onDone,
  onCancel,
}: {
  decision: Decision;
  onDone(result: string): void;
  onCancel(): void;
}) {
  const { api } = useOperator();
  const target: ContainTarget = { kind: 'key', id: key.id, name: key.label };
  if (action === 'contain') return <ContainDialog target={target} onDone={onDone} onCancel={onCancel} />;
  if (action === 'release') return <ReleaseDialog target={target} onDone={onDone} onCancel={onCancel} />;
  return (
    <Confirm
      title={`Revoke ${key.label}?`}
      action="Revoke key"
      work={() => api.keys.revoke({ key_id: key.id })}
      onDone={() => onDone('')}
      onCancel={onCancel}
    >
      <p>Requests with this key are refused immediately. This cannot be undone. Endpoints that it created stay active.</p>
    </Confirm>
  );
}

/** The keys of an agency, and what stops each of them. */
export function Keys({ keys, agency, reload }: { keys: readonly Key[]; agency: Agency; reload(): void }) {
  const [decision, setDecision] = useState<Decision>();
  const [result, setResult] = useState('');
  return (
    <>
      <p role="status">{result}</p>
      {keys.length === 0 ? (
        <Empty title="No keys yet">
          <p>Programs of the agency need a key to use the API.</p>
        </Empty>
      ) : (
        <KeysTable keys={keys} agency={agency} onDecide={setDecision} />
      )}
      {decision && (
        <DecisionDialog
          decision={decision}
          onDone={(text) => {
            setDecision(undefined);
            setResult(text);
            reload();
          }}
          onCancel={() => setDecision(undefined)}
        />
      )}
    </>
  );
}
