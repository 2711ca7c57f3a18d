import { useState } from 'preact/hooks';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { Badge } from '../components/badges.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Choices, Field } from '../components/fields.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { InstantInput } from '../components/instant-input.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { SecretOnce } from '../components/secret.tsx';
import { Time } from '../components/time.tsx';
import { holds } from '../session.ts';
import { instantOf } from '../time.ts';
import { useAction, useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';

type Token = OperatorSchemas['OperatorToken'];
type Scope = OperatorSchemas['OperatorScope'];

const scopeWords: Readonly<Record<Scope, string>> = {
  metrics: 'Metrics',
  ingest: 'Ingest records, refresh projections, claim and report publications',
  keys: 'Create and revoke API keys and portal links',
  read: 'Read agencies, keys, endpoints, operator tokens and the audit log',
  all: 'Everything',
};

function NewTokenDialog({ onClose, onMade }: { onClose(): void; onMade(made: OperatorSchemas['OperatorTokenWithSecret']): void }) {
  const { api } = useOperator();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [expires, setExpires] = useState('');
  const action = useAction();
  const make = async () => {
    const expiresAt = instantOf(expires);
    const body = { name, scopes, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
    onMade(await api.tokens.create(body));
  };
  return (
    <FormDialog
      title="Create an operator token"
      submit="Create token"
      isReady={scopes.length > 0}
      action={action}
      work={make}
      onClose={onClose}
    >
      <Field label="Name" hint="It must not look the same as the name of another token.">
        {(ids) => <input {...ids} required maxLength={200} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />}
      </Field>
      <Choices
        legend="Scopes"
        options={operatorEnumerations.OperatorScope.map((value) => ({ value, label: <code>{value}</code>, hint: scopeWords[value] }))}
        chosen={scopes}
        onChange={setScopes}
      />
      <Field label="Expires" hint="In your local time. If empty, in 90 days.">
        {(ids) => <InstantInput ids={ids} value={expires} onChange={setExpires} />}
      </Field>
    </FormDialog>
  );
}

/** The named tokens of operators. */
export function TokensPage() {
  const { api, session } = useOperator();
  const tokens = useAnswer(() => api.tokens.list(), [api]);
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<OperatorSchemas['OperatorTokenWithSecret']>();
  const [revoking, setRevoking] = useState<Token>();
  const mayMake = holds(session, 'all');
  const actions = mayMake && (
    <button type="button" class="button primary" onClick={() => setIsMaking(true)}>
      Create token
    </button>
  );
  return (
    <Page title="Operator tokens" actions={actions}>
      <Answer of={tokens}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No named tokens yet">
              <p>Create a separate token, with only the scopes it needs, for each person and program that operates the service.</p>
            </Empty>
          ) : (
            <Table
              label="Operator tokens"
              head={['Name', 'State', 'Prefix', 'Scopes', 'Last used', 'Expires', ...(mayMake ? [['Revoke', 'row-actions'] as const] : [])]}
            >
              {data.toReversed().map((token) => (
                <tr key={token.id}>
                  <td>{token.name}</td>
                  <td>
                    {token.revoked_at !== null ? (
                      <Badge tone="quiet">revoked</Badge>
                    ) : Date.parse(token.expires_at) <= Date.now() ? (
                      <Badge tone="quiet">expired</Badge>
                    ) : (
                      <Badge tone="good">active</Badge>
                    )}
                  </td>
                  <td>
                    <code>{token.prefix}…</code>
                  </td>
                  <td class="scopes">{token.scopes.join(', ')}</td>
                  <td>{token.last_used_at === null ? <span class="quiet">never</span> : <Time at={token.last_used_at} relative />}</td>
                  <td>
                    <Time at={token.expires_at} />
                  </td>
                  {mayMake && (
                    <td class="row-actions">
                      {token.revoked_at === null && (
                        <button type="button" class="button small" aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
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
      {isMaking && (
        <NewTokenDialog
          onClose={() => setIsMaking(false)}
          onMade={(token) => {
            setIsMaking(false);
            setMade(token);
            tokens.reload();
          }}
        />
      )}
      {made && (
        <SecretOnce
          title="The new operator token"
          name="Operator token"
          secret={made.token}
          hint={`Save the token “${made.name}” now. It is shown only once.`}
          onClose={() => setMade(undefined)}
        />
      )}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.name}?`}
          action="Revoke token"
          work={() => api.tokens.revoke({ token_id: revoking.id })}
          onDone={() => {
            setRevoking(undefined);
            tokens.reload();
          }}
          onCancel={() => setRevoking(undefined)}
        >
          <p>Requests with this token are refused immediately, and console sessions opened with it end.</p>
        </Confirm>
      )}
    </Page>
  );
}
