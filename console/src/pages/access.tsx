import { useState } from 'preact/hooks';
import { answerOf, type OperatorSchemas } from '../api.ts';
import { Badge } from '../components/badges.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import { Page, Section } from '../components/page.tsx';
import { SecretOnce } from '../components/secret.tsx';
import { Time } from '../components/time.tsx';
import { absoluteTime, localTime } from '../time.ts';
import { holds } from '../session.ts';
import { useDraft } from '../drafts.ts';
import { useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, Containment, ReleaseDialog, type ContainTarget } from './containment.tsx';
import { NewKeyDialog, NewLinkDialog } from './new-access.tsx';

type Key = OperatorSchemas['ApiKey'];
type Agency = OperatorSchemas['AgencyDetails'];

function KeyState({ apiKey: { revoked_at: revoked, contained_at: contained, expires_at: expires } }: { apiKey: Key }) {
  if (revoked !== null) return <Badge tone="quiet">revoked</Badge>;
  if (contained !== null) return <Badge tone="bad">contained</Badge>;
  if (expires !== null && Date.parse(expires) <= Date.now()) return <Badge tone="quiet">expired</Badge>;
  return <Badge tone="good">active</Badge>;
}

const keyTarget = ({ id, label }: Key): ContainTarget => ({ kind: 'key', id, name: label });

/** Keys and links of an agency, and what stops all of them. */
export function AccessPage({ agency, reload }: { agency: Agency; reload(): void }) {
  const { api, session } = useOperator();
  const path = { agency_id: agency.id };
  const keys = useAnswer(() => answerOf(api.GET('/operator/v1/agencies/{agency_id}/keys', { params: { path } })), [api, agency.id]);
  const [asks, setAsks] = useDraft<'key' | 'link' | undefined>('asks', undefined);
  const [revoking, setRevoking] = useState<Key>();
  const [shown, setShown] = useState<{ title: string; name: string; secret: string; hint: string }>();
  const mayMake = holds(session, 'keys');
  const mayContain = holds(session, 'all');
  const [containing, setContaining] = useState<{ key: Key; isRelease: boolean }>();
  const [result, setResult] = useState('');
  const stopContaining = () => setContaining(undefined);
  const contained = (text: string) => {
    stopContaining();
    setResult(text);
    keys.reload();
    reload();
  };
  const actions = mayMake && (
    <>
      <button type="button" class="button" onClick={() => setAsks('link')}>
        Create portal link
      </button>
      <button type="button" class="button primary" onClick={() => setAsks('key')}>
        Create API key
      </button>
    </>
  );
  const show = (secret: typeof shown) => {
    setAsks(undefined);
    setShown(secret);
    keys.reload();
  };
  return (
    <Page title="Keys and links" actions={actions}>
      <Section title="API keys">
        <p role="status">{result}</p>
        <Answer of={keys}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="No keys yet">
                <p>Programs of the agency need a key to use the API.</p>
              </Empty>
            ) : (
              <Table
                label="API keys"
                head={[
                  'Label',
                  'State',
                  'Prefix',
                  'Scopes',
                  'Expires',
                  'Created',
                  'Last used',
                  ...(mayMake ? [['Revoke', 'row-actions'] as const] : []),
                ]}
              >
                {data.toReversed().map((key) => (
                  <tr key={key.id}>
                    <td>{key.label}</td>
                    <td>
                      <KeyState apiKey={key} />
                    </td>
                    <td>
                      <code>{key.prefix}…</code>
                    </td>
                    <td class="scopes">{key.scopes.join(', ')}</td>
                    <td>{key.expires_at === null ? <span class="quiet">never</span> : <Time at={key.expires_at} />}</td>
                    <td>
                      <Time at={key.created_at} />
                    </td>
                    <td>{key.last_used_at === null ? <span class="quiet">not recently</span> : <Time at={key.last_used_at} />}</td>
                    {mayMake && (
                      <td class="row-actions">
                        {key.revoked_at === null && mayContain && (
                          <>
                            {key.contained_at === null ? (
                              <button
                                type="button"
                                class="button small"
                                aria-label={`Contain… ${key.label}`}
                                onClick={() => setContaining({ key, isRelease: false })}
                              >
                                Contain…
                              </button>
                            ) : (
                              agency.containments.some(({ key_id: id }) => id === key.id) && (
                                <button
                                  type="button"
                                  class="button small"
                                  aria-label={`Release… ${key.label}`}
                                  onClick={() => setContaining({ key, isRelease: true })}
                                >
                                  Release…
                                </button>
                              )
                            )}{' '}
                          </>
                        )}
                        {key.revoked_at === null && (
                          <button type="button" class="button small" aria-label={`Revoke ${key.label}`} onClick={() => setRevoking(key)}>
                            Revoke
                          </button>
                        )}
                      </td>
                    )}
                  </tr>
                ))}
              </Table>
            )
          }
        </Answer>
      </Section>
      {(keys.data ?? keys.refusal) && holds(session, 'all') && (
        <Containment
          agency={agency}
          onChange={() => {
            keys.reload();
            reload();
          }}
        />
      )}
      {asks === 'key' && (
        <NewKeyDialog
          agencyId={agency.id}
          onClose={() => setAsks(undefined)}
          onMade={({ api_key: secret, label }) =>
            show({ title: 'The new API key', name: 'API key', secret, hint: `Save the key “${label}” now. It is shown only once.` })
          }
        />
      )}
      {asks === 'link' && (
        <NewLinkDialog
          agencyId={agency.id}
          onClose={() => setAsks(undefined)}
          onMade={({ url, expires_at: until }) =>
            show({
              title: 'The portal link',
              name: 'Portal link',
              secret: url,
              hint: `Anyone with this link can see and manage the agency’s webhooks until ${localTime(until)} (${absoluteTime(until)}). It is shown only once.`,
            })
          }
        />
      )}
      {shown && <SecretOnce {...shown} onClose={() => setShown(undefined)} />}
      {containing && !containing.isRelease && (
        <ContainDialog target={keyTarget(containing.key)} onDone={contained} onCancel={stopContaining} />
      )}
      {containing?.isRelease && <ReleaseDialog target={keyTarget(containing.key)} onDone={contained} onCancel={stopContaining} />}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.label}?`}
          action="Revoke key"
          work={() => answerOf(api.DELETE('/operator/v1/keys/{key_id}', { params: { path: { key_id: revoking.id } } }))}
          onDone={() => {
            setRevoking(undefined);
            keys.reload();
          }}
          onCancel={() => setRevoking(undefined)}
        >
          <p>Requests with this key are refused immediately. This cannot be undone. Endpoints that it created stay active.</p>
        </Confirm>
      )}
    </Page>
  );
}
