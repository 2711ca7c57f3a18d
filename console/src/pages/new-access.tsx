import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { Choices, Field, Select } from '../components/fields.tsx';
import { messageAt } from '../errors.ts';
import { InstantInput } from '../components/instant-input.tsx';
import { Unfold } from '../components/unfold.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { instantOf } from '../time.ts';
import { useDraft } from '../drafts.ts';
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
  const [label, setLabel] = useDraft('label', '');
  const [scopes, setScopes] = useDraft<Scope[]>('scopes', []);
  const [expires, setExpires] = useDraft('expires', '');
  const action = useAction();
  const make = async () => {
    const expiresAt = instantOf(expires);
    const body = { label, scopes, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
    onMade(await api.keys.create({ agency_id: agencyId, ...body }));
  };
  return (
    <FormDialog title="Create an API key" submit="Create key" isReady={scopes.length > 0} action={action} work={make} onClose={onClose}>
      <Field label="Label">
        {(ids) => <input {...ids} required maxLength={200} value={label} onInput={({ currentTarget }) => setLabel(currentTarget.value)} />}
      </Field>
      <Choices
        legend="Scopes"
        hint="What the key can do. Grant only what its program needs."
        options={scopeOptions}
        chosen={scopes}
        onChange={setScopes}
      />
      <Field label="Expires" hint="In your local time. If empty, the key does not expire.">
        {(ids) => <InstantInput ids={ids} value={expires} onChange={setExpires} />}
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

const schemes = [
  ['auto', 'As the browser prefers'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const linkScopes: readonly Scope[] = ['read:webhooks', 'replay:webhooks', 'write:webhooks', 'read:creators', 'read:audit'];

export function NewLinkDialog({ agencyId, onClose, onMade }: NewProps<OperatorSchemas['PortalLink']>) {
  const { api } = useOperator();
  const [label, setLabel] = useDraft('label', '');
  const [scopes, setScopes] = useDraft<Scope[]>('scopes', ['read:webhooks', 'replay:webhooks']);
  const [term, setTerm] = useState<(typeof terms)[number][0]>('3600');
  const [uses, setUses] = useDraft('uses', '1');
  const [origins, setOrigins] = useDraft('origins', '');
  const [name, setName] = useDraft('theme name', '');
  const [logo, setLogo] = useDraft('theme logo', '');
  const [accent, setAccent] = useDraft('theme accent', '');
  const [scheme, setScheme] = useDraft<(typeof schemes)[number][0]>('theme scheme', 'auto');
  const theme = {
    ...(name === '' ? {} : { name }),
    ...(logo === '' ? {} : { logo_text: logo }),
    ...(accent === '' ? {} : { accent_color: accent.toLowerCase() }),
    ...(scheme === 'auto' ? {} : { color_scheme: scheme }),
  };
  const action = useAction();
  const make = async () => {
    const body = {
      label,
      scopes,
      expires_in_seconds: Number(term),
      uses: Number(uses),
      allowed_origins: origins.split(/[\s,]+/).filter((origin) => origin !== ''),
      ...(Object.keys(theme).length === 0 ? {} : { theme }),
    };
    onMade(await api.portalLinks.create({ agency_id: agencyId, ...body }));
  };
  return (
    <FormDialog title="Create a portal link" submit="Create link" isReady={scopes.length > 0} action={action} work={make} onClose={onClose}>
      <p>With the link, people at the agency can see and manage its webhooks in a browser without logging in.</p>
      <Field label="Label" hint="Who the link is for.">
        {(ids) => <input {...ids} required maxLength={200} value={label} onInput={({ currentTarget }) => setLabel(currentTarget.value)} />}
      </Field>
      <Choices
        legend="Scopes"
        hint="Creating and changing endpoints requires write:webhooks. Endpoints created through the link are disabled when it ends, unless the agency keeps them."
        options={scopeOptions.filter(({ value }) => linkScopes.includes(value))}
        chosen={scopes}
        onChange={setScopes}
      />
      <Field label="Number of uses" hint="Each use opens one tab.">
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
      <Select label="Valid for" value={term} options={terms} onChange={(value) => setTerm(value)} />
      <Field
        label="Pages that may embed the portal"
        hint="Origins such as https://app.example.com, one per line. If empty, embedding is not allowed."
        error={messageAt('allowed_origins', action.refusal)}
      >
        {(ids) => (
          <textarea {...ids} rows={2} spellcheck={false} value={origins} onInput={({ currentTarget }) => setOrigins(currentTarget.value)} />
        )}
      </Field>
      <Unfold title="Theme of the portal">
        <Field label="Name" hint="In place of the service's." error={messageAt('theme.name', action.refusal)}>
          {(ids) => <input {...ids} maxLength={40} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />}
        </Field>
        <Field label="Letters of the logo" hint="Up to 3." error={messageAt('theme.logo_text', action.refusal)}>
          {(ids) => <input {...ids} maxLength={3} value={logo} onInput={({ currentTarget }) => setLogo(currentTarget.value)} />}
        </Field>
        <Field label="Accent color" hint="Such as #0f766e." error={messageAt('theme.accent_color', action.refusal)}>
          {(ids) => (
            <input
              {...ids}
              maxLength={7}
              spellcheck={false}
              value={accent}
              onInput={({ currentTarget }) => setAccent(currentTarget.value)}
            />
          )}
        </Field>
        <Select label="Color scheme" value={scheme} options={schemes} onChange={setScheme} />
      </Unfold>
    </FormDialog>
  );
}
