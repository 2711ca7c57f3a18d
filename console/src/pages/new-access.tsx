import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { Choices, InstantField, Select, TextField } from '../components/fields.tsx';
import { CreateSecretDialog, type ShownSecret } from '../components/secret.tsx';
import { Disclosure } from '../components/page.tsx';
import { useDraft } from '../drafts.ts';
import { messageAt } from '../errors.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { absoluteTime, instantOf, localTime } from '../format.ts';
import { useOperator } from '../views.ts';

type Scope = OperatorSchemas['Scope'];

interface NewProps {
  readonly agencyId: string;
  /** Called when the secret exists. */
  onDone(): void;
  onClose(): void;
}

const scopeOptions = enumerations.Scope.map((value) => ({ value, label: <code>{value}</code> }));

export function NewKeyDialog({ agencyId, ...dialog }: NewProps) {
  const { api } = useOperator();
  const [label, setLabel] = useDraft('label', '');
  const [scopes, setScopes] = useDraft<Scope[]>('scopes', []);
  const [expires, setExpires] = useDraft('expires', '');
  const create = async (): Promise<ShownSecret> => {
    const { api_key: secret } = await api.keys.create({ agency_id: agencyId, label, scopes, expires_at: instantOf(expires) });
    return { title: 'The new API key', name: 'API key', secret, hint: `Save the key “${label}” now. It is shown only once.` };
  };
  return (
    <CreateSecretDialog {...dialog} title="Create an API key" submit="Create key" isReady={scopes.length > 0} work={create}>
      <TextField label="Label" required maxLength={200} value={label} onChange={setLabel} />
      <Choices
        legend="Scopes"
        hint="What the key can do. Grant only what its program needs."
        options={scopeOptions}
        chosen={scopes}
        onChange={setScopes}
      />
      <InstantField label="Expires" hint="In your local time. If empty, the key does not expire." value={expires} onChange={setExpires} />
    </CreateSecretDialog>
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

export function NewLinkDialog({ agencyId, ...dialog }: NewProps) {
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
  const create = async (): Promise<ShownSecret> => {
    const theme = {
      ...(name === '' ? {} : { name }),
      ...(logo === '' ? {} : { logo_text: logo }),
      ...(accent === '' ? {} : { accent_color: accent.toLowerCase() }),
      ...(scheme === 'auto' ? {} : { color_scheme: scheme }),
    };
    const { url, expires_at: until } = await api.portalLinks.create({
      agency_id: agencyId,
      label,
      scopes,
      expires_in_seconds: Number(term),
      uses: Number(uses),
      allowed_origins: origins.split(/[\s,]+/).filter((origin) => origin !== ''),
      theme: Object.keys(theme).length === 0 ? undefined : theme,
    });
    return {
      title: 'The portal link',
      name: 'Portal link',
      secret: url,
      hint: `Anyone with this link can see and manage the agency’s webhooks until ${localTime(until)} (${absoluteTime(until)}). It is shown only once.`,
    };
  };
  return (
    <CreateSecretDialog {...dialog} title="Create a portal link" submit="Create link" isReady={scopes.length > 0} work={create}>
      {(error) => (
        <>
          <p>With the link, people at the agency can see and manage its webhooks in a browser without logging in.</p>
          <TextField label="Label" hint="Who the link is for." required maxLength={200} value={label} onChange={setLabel} />
          <Choices
            legend="Scopes"
            hint="Creating and changing endpoints requires write:webhooks. Endpoints created through the link are disabled when it ends, unless the agency keeps them."
            options={scopeOptions.filter(({ value }) => linkScopes.includes(value))}
            chosen={scopes}
            onChange={setScopes}
          />
          <TextField
            label="Number of uses"
            hint="Each use opens one tab."
            type="number"
            required
            min={1}
            max={100}
            value={uses}
            onChange={setUses}
          />
          <Select label="Valid for" value={term} options={terms} onChange={(value) => setTerm(value)} />
          <TextField
            label="Pages that may embed the portal"
            hint="Origins such as https://app.example.com, one per line. If empty, embedding is not allowed."
            error={messageAt('allowed_origins', error)}
            rows={2}
            spellcheck={false}
            value={origins}
            onChange={setOrigins}
          />
          <Disclosure title="Theme of the portal">
            <TextField
              label="Name"
              hint="In place of the service's."
              error={messageAt('theme.name', error)}
              maxLength={40}
              value={name}
              onChange={setName}
            />
            <TextField
              label="Letters of the logo"
              hint="Up to 3."
              error={messageAt('theme.logo_text', error)}
              maxLength={3}
              value={logo}
              onChange={setLogo}
            />
            <TextField
              label="Accent color"
              hint="Such as #0f766e."
              error={messageAt('theme.accent_color', error)}
              maxLength={7}
              spellcheck={false}
              value={accent}
              onChange={setAccent}
            />
            <Select label="Color scheme" value={scheme} options={schemes} onChange={setScheme} />
          </Disclosure>
        </>
      )}
    </CreateSecretDialog>
  );
}
