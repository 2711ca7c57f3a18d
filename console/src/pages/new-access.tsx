import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { Choices, InstantField, Select, TextField } from '../components/fields.tsx';
import { Disclosure } from '../components/page.tsx';
import { CreateSecretDialog, type ShownSecret } from '../components/secret.tsx';
import { useForm } from '../drafts.ts';
import { messageAt } from '../errors.ts';
import { absoluteTime, instantOf, localTime } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import { useOperator } from '../views.ts';

type Scope = OperatorSchemas['Scope'];

interface NewProps {
  readonly agencyId: string;
  onDone(): void;
  onClose(): void;
}

const scopeOptions = enumerations.Scope.map((value) => ({ value, label: <code>{value}</code> }));

export function NewKeyDialog({ agencyId, ...dialog }: NewProps) {
  const { api } = useOperator();
  const { values, field } = useForm('key', { label: '', scopes: [] as Scope[], expires: '' });
  const { label, scopes, expires } = values;
  const create = async (): Promise<ShownSecret> => {
    const { api_key: secret } = await api.keys.create({ agency_id: agencyId, label, scopes, expires_at: instantOf(expires) });
    return { title: 'The new API key', name: 'API key', secret, hint: `Save the key “${label}” now. It is shown only once.` };
  };
  return (
    <CreateSecretDialog {...dialog} title="Create an API key" submit="Create key" isReady={scopes.length > 0} work={create}>
      <TextField label="Label" required maxLength={200} {...field('label')} />
      <Choices legend="Scopes" hint="What the key can do. Grant only what its program needs." options={scopeOptions} {...field('scopes')} />
      <InstantField label="Expires" hint="In your local time. If empty, the key does not expire." {...field('expires')} />
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

const themeFields = [
  ['name', 'Name', "In place of the service's.", 40],
  ['logo_text', 'Letters of the logo', 'Up to 3.', 3],
  ['accent_color', 'Accent color', 'Such as #0f766e.', 7],
] as const;

const linkScopes: readonly Scope[] = ['read:webhooks', 'replay:webhooks', 'write:webhooks', 'read:creators', 'read:audit'];

const newLink = {
  label: '',
  scopes: ['read:webhooks', 'replay:webhooks'] as Scope[],
  term: '3600' as (typeof terms)[number][0],
  uses: '1',
  origins: '',
  name: '',
  logo_text: '',
  accent_color: '',
  color_scheme: 'auto' as (typeof schemes)[number][0],
};

export function NewLinkDialog({ agencyId, ...dialog }: NewProps) {
  const { api } = useOperator();
  const { values, field } = useForm('link', newLink);
  const { label, scopes, term, uses, origins, name, logo_text, accent_color, color_scheme } = values;
  const create = async (): Promise<ShownSecret> => {
    const theme = Object.entries({ name, logo_text, accent_color: accent_color.toLowerCase(), color_scheme });
    const chosen = theme.filter(([, value]) => value !== '' && value !== 'auto');
    const { url, expires_at: until } = await api.portalLinks.create({
      agency_id: agencyId,
      label,
      scopes,
      expires_in_seconds: Number(term),
      uses: Number(uses),
      allowed_origins: origins.split(/[\s,]+/).filter((origin) => origin !== ''),
      theme: chosen.length === 0 ? undefined : Object.fromEntries(chosen),
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
          <TextField label="Label" hint="Who the link is for." required maxLength={200} {...field('label')} />
          <Choices
            legend="Scopes"
            hint="Creating and changing endpoints requires write:webhooks. Endpoints created through the link are disabled when it ends, unless the agency keeps them."
            options={scopeOptions.filter(({ value }) => linkScopes.includes(value))}
            {...field('scopes')}
          />
          <TextField label="Number of uses" hint="Each use opens one tab." type="number" required min={1} max={100} {...field('uses')} />
          <Select label="Valid for" options={terms} {...field('term')} />
          <TextField
            label="Pages that may embed the portal"
            hint="Origins such as https://app.example.com, one per line. If empty, embedding is not allowed."
            error={messageAt('allowed_origins', error)}
            rows={2}
            spellcheck={false}
            {...field('origins')}
          />
          <Disclosure title="Theme of the portal">
            {themeFields.map(([member, title, hint, maxLength]) => (
              <TextField
                key={member}
                label={title}
                hint={hint}
                error={messageAt(`theme.${member}`, error)}
                maxLength={maxLength}
                spellcheck={false}
                {...field(member)}
              />
            ))}
            <Select label="Color scheme" options={schemes} {...field('color_scheme')} />
          </Disclosure>
        </>
      )}
    </CreateSecretDialog>
  );
}
