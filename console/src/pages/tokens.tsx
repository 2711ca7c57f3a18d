import { operatorEnumerations } from '../../../sdk/src/generated/operator-enumerations.ts';
import { ActionDialog, DialogButton } from '../components/dialog.tsx';
import { Empty, Loaded } from '../components/feedback.tsx';
import { Choices, InstantField, TextField } from '../components/fields.tsx';
import { Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { CreateSecretDialog, type ShownSecret } from '../components/secret.tsx';
import { CredentialBadge } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { useForm } from '../drafts.ts';
import { instantOf } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';

type Token = OperatorSchemas['OperatorToken'];
type Scope = OperatorSchemas['OperatorScope'];

const scopeHints: Readonly<Record<Scope, string>> = {
  metrics: 'Metrics',
  ingest: 'Ingest records, refresh projections, claim and report publications',
  keys: 'Create and revoke API keys and portal links',
  read: 'Read agencies, keys, endpoints, operator tokens and the audit log',
  all: 'Everything',
};

function NewTokenDialog(dialog: { onDone(): void; onClose(): void }) {
  const { api } = useOperator();
  const { values, field } = useForm('token', { name: '', scopes: ['read'] as Scope[], expires: '' });
  const { name, scopes, expires } = values;
  const create = async (): Promise<ShownSecret> => {
    const { token: secret } = await api.tokens.create({ name, scopes, expires_at: instantOf(expires) });
    return {
      title: 'The new operator token',
      name: 'Operator token',
      secret,
      hint: `Save the token “${name}” now. It is shown only once.`,
    };
  };
  return (
    <CreateSecretDialog {...dialog} title="Create an operator token" submit="Create token" isReady={scopes.length > 0} work={create}>
      <TextField label="Name" hint="It must not look the same as the name of another token." required maxLength={200} {...field('name')} />
      <Choices
        legend="Scopes"
        options={operatorEnumerations.OperatorScope.map((value) => ({ value, label: <code>{value}</code>, hint: scopeHints[value] }))}
        {...field('scopes')}
      />
      <InstantField label="Expires" hint="In your local time. If empty, in 90 days." {...field('expires')} />
    </CreateSecretDialog>
  );
}

export function TokensPage() {
  const { api, hasScope } = useOperator();
  const tokens = useQuery(() => api.tokens.list(), [api]);
  const mayWrite = hasScope('all');
  const create = mayWrite && (
    <DialogButton look="primary" dialog={(close) => <NewTokenDialog onDone={tokens.reload} onClose={close} />}>
      Create token…
    </DialogButton>
  );
  const revoke = ({ id, name }: Token) => (
    <DialogButton
      look="small"
      aria-label={`Revoke… ${name}`}
      dialog={(close) => (
        <ActionDialog
          title={`Revoke the token “${name}”?`}
          submit="Revoke token"
          isDestructive
          work={() => api.tokens.revoke({ token_id: id })}
          onDone={tokens.reload}
          onClose={close}
        >
          <p>Requests with this token are refused immediately, and console sessions opened with it end.</p>
        </ActionDialog>
      )}
    >
      Revoke…
    </DialogButton>
  );
  return (
    <Page title="Operator tokens" actions={create}>
      <Loaded query={tokens}>
        {({ data }) => (
          <Table
            label="Operator tokens"
            rows={data.toReversed()}
            empty={
              <Empty title="No named tokens yet">
                Create a separate token, with only the scopes it needs, for each person and program that operates the service.
              </Empty>
            }
            columns={[
              ['Name', (token) => token.name],
              ['State', (token) => <CredentialBadge credential={token} />],
              ['Prefix', (token) => <code>{token.prefix}…</code>],
              ['Scopes', (token) => token.scopes.join(', '), 'long'],
              ['Last used', (token) => <Time at={token.last_used_at} relative none="never" />],
              ['Expires', (token) => <Time at={token.expires_at} />],
              mayWrite && ['Revoke', (token) => token.revoked_at === null && revoke(token), 'row-actions'],
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
