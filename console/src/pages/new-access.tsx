import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { answerOf, type OperatorSchemas } from '../api.ts';
import { Choices, Field, Select } from '../components/fields.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { instantOf } from '../time.ts';
import { useAction } from '../use-answer.ts';
import { useOperator } from '../views.ts';

type Scope = OperatorSchemas['Scope'];

interface NewProps<Made> {
  readonly agencyId: string;
  onClose(): void;
  onMade(made: Made): void;
}

const scopeOptions = enumerations.Scope.map((value) => ({ value, label: <code>{value}</code> }));

export function NewKeyDialog({ agencyId, onClose, onMade }: NewProps<OperatorSchemas['ApiKeyWithSecret']>) {
  const { api } = useOperator();
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [expires, setExpires] = useState('');
  const action = useAction();
  const make = async () => {
    const expiresAt = instantOf(expires);
    const body = { label, scopes, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
    onMade(await answerOf(api.POST('/operator/v1/agencies/{agency_id}/keys', { params: { path: { agency_id: agencyId } }, body })));
  };
  return (
    <FormDialog title="Make an API key" submit="Make key" isReady={scopes.length > 0} action={action} work={make} onClose={onClose}>
      <Field label="Label">
        {(ids) => <input {...ids} required maxLength={200} value={label} onInput={({ currentTarget }) => setLabel(currentTarget.value)} />}
      </Field>
      <Choices
        legend="Scopes"
        hint="What the key may do. Give it no more than its program needs."
        options={scopeOptions}
        chosen={scopes}
        onChange={setScopes}
      />
      <Field label="Expires" hint="On your clock. Left empty, never.">
        {(ids) => (
          <input {...ids} type="datetime-local" value={expires} onChange={({ currentTarget }) => setExpires(currentTarget.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

const terms = [
  ['900', '15 minutes'],
  ['3600', 'An hour'],
  ['28800', '8 hours'],
  ['86400', 'A day'],
] as const;

const linkScopes: readonly Scope[] = ['read:webhooks', 'replay:webhooks', 'write:webhooks', 'read:creators', 'read:audit'];

export function NewLinkDialog({ agencyId, onClose, onMade }: NewProps<OperatorSchemas['PortalLink']>) {
  const { api } = useOperator();
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read:webhooks', 'replay:webhooks']);
  const [term, setTerm] = useState<(typeof terms)[number][0]>('3600');
  const [uses, setUses] = useState('1');
  const [origins, setOrigins] = useState('');
  const action = useAction();
  const errorOf = (path: string) => action.refusal?.mismatches.find((mismatch) => mismatch.path.startsWith(path))?.message;
  const make = async () => {
    const body = {
      label,
      scopes,
      expires_in_seconds: Number(term),
      uses: Number(uses),
      allowed_origins: origins.split(/[\s,]+/).filter((origin) => origin !== ''),
    };
    onMade(await answerOf(api.POST('/operator/v1/agencies/{agency_id}/portal-links', { params: { path: { agency_id: agencyId } }, body })));
  };
  return (
    <FormDialog title="Make a portal link" submit="Make link" isReady={scopes.length > 0} action={action} work={make} onClose={onClose}>
      <p>People of the agency see and operate its webhooks with it in a browser, without a login.</p>
      <Field label="Label" hint="Whom it is for.">
        {(ids) => <input {...ids} required maxLength={200} value={label} onInput={({ currentTarget }) => setLabel(currentTarget.value)} />}
      </Field>
      <Choices
        legend="What it allows"
        hint="To create and change endpoints takes write:webhooks. What is created through the link ends with it, unless the agency keeps it."
        options={scopeOptions.filter(({ value }) => linkScopes.includes(value))}
        chosen={scopes}
        onChange={setScopes}
      />
      <Field label="Times it opens" hint="Each time for one tab.">
        {(ids) => (
          <input
            {...ids}
            type="number"
            required
            min={1}
            max={100}
            value={uses}
            onInput={({ currentTarget }) => setUses(currentTarget.value)}
          />
        )}
      </Field>
      <Select label="Ends after" value={term} options={terms} onChange={(value) => setTerm(value)} />
      <Field
        label="Pages that may show it inside of their own"
        hint="Origins such as https://app.example.com, a line each. Left empty, none may."
        error={errorOf('allowed_origins')}
      >
        {(ids) => (
          <textarea {...ids} rows={2} spellcheck={false} value={origins} onInput={({ currentTarget }) => setOrigins(currentTarget.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
