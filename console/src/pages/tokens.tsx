import { useState } from 'preact/hooks';
import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Badge, Time } from '../components/values.tsx';
import { Button, DialogButton } from '../components/button.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { Choices, InstantField, TextField } from '../components/fields.tsx';
import { Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { SecretOnce } from '../components/secret.tsx';
import type { OperatorSchemas } from '../schemas.ts';
import { holds } from '../session.ts';
import { instantOf } from '../format.ts';
import { useAnswer } from '../use-answer.ts';
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

interface NewTokenProps {
  onClose(): void;
  onMade(made: OperatorSchemas['OperatorTokenWithSecret']): void;
}

function NewTokenDialog({ onClose, onMade }: NewTokenProps) {
  const { api } = useOperator();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [expires, setExpires] = useState('');
  const make = async () => onMade(await api.tokens.create({ name, scopes, expires_at: instantOf(expires) }));
  return (
    <ActionDialog title="Create an operator token" submit="Create token" isForm isReady={scopes.length > 0} work={make} onClose={onClose}>
      <TextField
        label="Name"
        hint="It must not look the same as the name of another token."
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <Choices
        legend="Scopes"
        options={operatorEnumerations.OperatorScope.map((value) => ({ value, label: <code>{value}</code>, hint: scopeWords[value] }))}
        chosen={scopes}
        onChange={setScopes}
      />
      <InstantField label="Expires" hint="In your local time. If empty, in 90 days." value={expires} onChange={setExpires} />
    </ActionDialog>
  );
}

function stateOf({ revoked_at: revoked, expires_at: expires }: Token) {
  if (revoked !== null) return <Badge tone="quiet">revoked</Badge>;
  return Date.parse(expires) <= Date.now() ? <Badge tone="quiet">expired</Badge> : <Badge tone="good">active</Badge>;
}

/** The named tokens of operators. */
export function TokensPage() {
  const { api, session } = useOperator();
  const tokens = useAnswer(() => api.tokens.list(), [api]);
  const [made, setMade] = useState<OperatorSchemas['OperatorTokenWithSecret']>();
  const [revoking, setRevoking] = useState<Token>();
  const mayMake = holds(session, 'all');
  const create = (close: () => void) => (
    <NewTokenDialog
      onClose={close}
      onMade={(token) => {
        close();
        setMade(token);
        tokens.reload();
      }}
    />
  );
  const revoke = (token: Token) =>
    token.revoked_at === null && (
      <Button look="small" aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
        Revoke
      </Button>
    );
  return (
    <Page
      title="Operator tokens"
      actions={
        mayMake && (
          <DialogButton look="primary" dialog={create}>
            Create token
          </DialogButton>
        )
      }
    >
      <Answer of={tokens}>
        {({ data }) => (
          <Table
            label="Operator tokens"
            rows={data.toReversed()}
            empty={
              <Empty
                title="No named tokens yet"
                text="Create a separate token, with only the scopes it needs, for each person and program that operates the service."
              />
            }
            columns={[
              ['Name', (token) => token.name],
              ['State', stateOf],
              ['Prefix', (token) => <code>{token.prefix}…</code>],
              ['Scopes', (token) => token.scopes.join(', '), 'scopes'],
              ['Last used', ({ last_used_at: at }) => (at === null ? <span class="quiet">never</span> : <Time at={at} relative />)],
              ['Expires', (token) => <Time at={token.expires_at} />],
              mayMake && ['Revoke', revoke, 'row-actions'],
            ]}
          />
        )}
      </Answer>
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
        <ActionDialog
          title={`Revoke ${revoking.name}?`}
          submit="Revoke token"
          isDestructive
          work={() => api.tokens.revoke({ token_id: revoking.id })}
          onDone={() => {
            setRevoking(undefined);
            tokens.reload();
          }}
          onClose={() => setRevoking(undefined)}
        >
          <p>Requests with this token are refused immediately, and console sessions opened with it end.</p>
        </ActionDialog>
      )}
    </Page>
  );
}
