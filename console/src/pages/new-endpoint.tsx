import { releases } from 'built:releases';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Schemas } from '../schemas.ts';
import { Select } from '../components/fields.tsx';
import { Page } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { SecretDialog } from '../components/secret.tsx';
import { useAgency } from '../views.ts';
import { EndpointForm } from './endpoint-form.tsx';

const blank = { url: '', label: '', enabled_event_types: [], allowed_creator_ids: [], headers: [], max_per_second: null };

export function NewEndpointPage() {
  const { inVersion, mayWrite } = useAgency();
  const [, navigate] = useLocation();
  const [version, setVersion] = useState(releases[0]!.date);
  const [created, setCreated] = useState<Schemas['WebhookEndpointWithSecret']>();
  return (
    <Page title="Add an endpoint" before={<Link href="/">Endpoints</Link>}>
      {releases.length > 1 && (
        <Select
          label="Version of its events"
          value={version}
          options={releases.map(({ name, date }) => [date, `${date} ${name}`] as const)}
          onChange={setVersion}
        />
      )}
      <Permitted if={mayWrite} to="add endpoints">
        <EndpointForm
          values={blank}
          action="Add endpoint"
          save={async ({ headers = [], ...body }) => {
            const given = headers.map(({ name, value = '' }) => ({ name, value }));
            setCreated(await inVersion(version).webhooks.create({ ...body, headers: given }));
          }}
          onCancel={() => navigate('/')}
        />
      </Permitted>
      {created && (
        <SecretDialog
          title="The endpoint’s signing secret"
          name="Signing secret"
          secret={created.secret}
          hint="Save it where your receiver can read it. It is shown only once. Use it to verify that deliveries are from us."
          withRecipes
          onClose={() => navigate(`/endpoints/${created.id}`)}
        />
      )}
    </Page>
  );
}
