import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { answerOf, type Schemas } from '../api.ts';
import { Page } from '../components/page.tsx';
import { SecretOnce } from '../components/secret.tsx';
import { useAgency } from '../views.ts';
import { EndpointForm } from './endpoint-form.tsx';

const blank = { url: '', label: '', enabled_event_types: [], allowed_creator_ids: [] };

export function NewEndpointPage() {
  const { api } = useAgency();
  const [, navigate] = useLocation();
  const [created, setCreated] = useState<Schemas['WebhookEndpointWithSecret']>();
  return (
    <Page title="Add an endpoint" before={<Link href="/">Endpoints</Link>}>
      <EndpointForm
        values={blank}
        action="Add endpoint"
        save={async (body) => setCreated(await answerOf(api.POST('/v1/webhooks', { body })))}
        onCancel={() => navigate('/')}
      />
      {created && (
        <SecretOnce
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
