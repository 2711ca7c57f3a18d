import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { Button } from '../components/button.tsx';
import { ErrorBox } from '../components/feedback.tsx';
import { Choices, Field, Form, TextField } from '../components/fields.tsx';
import { Permitted } from '../components/permitted.tsx';
import { useDraft, useForm } from '../drafts.ts';
import { messageAt } from '../errors.ts';
import type { Schemas } from '../schemas.ts';
import { useAction, useQuery } from '../use-query.ts';
import { useAgency } from '../views.ts';
import { eventOptions } from './test-event.tsx';

interface EndpointValues {
  readonly url: string;
  readonly label: string;
  readonly enabled_event_types: Schemas['WebhookEventType'][];
  readonly allowed_creator_ids: string[];
  readonly max_per_second: number | null;
}

interface FormProps {
  readonly values: EndpointValues & { readonly headers: readonly { readonly name: string }[] };
  readonly action: string;
  /** False for a webhook listener, whose URL and headers cannot be changed. */
  readonly hasUrl?: boolean;
  /** Changed headers; one without a value keeps the stored one. */
  save(values: EndpointValues & { readonly headers?: Schemas['ChangedWebhookHeader'][] }): Promise<unknown>;
  onCancel?(): void;
}

interface CreatorsProps {
  readonly value: readonly string[];
  readonly isLimited: boolean;
  readonly error: string | undefined;
  onLimit(isLimited: boolean): void;
  onChange(ids: string[]): void;
}

/** One header a line, as `Name: value` or only its name. */
const headersIn = (text: string): Schemas['ChangedWebhookHeader'][] =>
  text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([^:\s][^:]*?)\s*(?::\s*(.*?)\s*)?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, ...(value !== undefined && { value }) }];
  });

const creatorOptions = [
  { value: 'all', label: 'All creators, including future ones' },
  { value: 'some', label: 'Some creators' },
] as const;

/** All creators, or some of them: by name if the user may read names, else by id. */
function Creators({ value, isLimited, error, onLimit, onChange }: CreatorsProps) {
  const { api, mayReadCreators } = useAgency();
  const creators = useQuery(async () => (mayReadCreators ? (await api.creators.list()).data : undefined), [api, mayReadCreators]);
  return (
    <>
      <Choices
        legend="Creators"
        options={creatorOptions}
        value={[isLimited ? 'some' : 'all']}
        one="creators"
        onChange={([limit]) => onLimit(limit === 'some')}
      />
      {isLimited && creators.data && (
        <Choices
          legend="Only events of"
          error={error}
          options={creators.data.map(({ id, name }) => ({ value: id, label: name }))}
          value={value}
          onChange={onChange}
        />
      )}
      {isLimited && !creators.data && !creators.isLoading && (
        <Field label="Only events of" hint="Comma-separated creator ids." error={error}>
          {(ids) => (
            <input
              {...ids}
              value={value.join(', ')}
              onChange={({ currentTarget }) => onChange(currentTarget.value.split(',').flatMap((id) => id.trim() || []))}
            />
          )}
        </Field>
      )}
    </>
  );
}

export function EndpointForm({ values, action, hasUrl = true, save, onCancel }: FormProps) {
  const { mayWrite } = useAgency();
  const { values: now, setValues, field } = useForm<EndpointValues>('endpoint', values);
  const { isBusy, error, run } = useAction();
  const [isLimited, setIsLimited] = useDraft('endpoint is limited', values.allowed_creator_ids.length > 0);
  const [isChecked, setIsChecked] = useState(false);
  // Not a draft, because values are secrets. Undefined until it is changed.
  const [typedHeaders, setTypedHeaders] = useState<string>();
  const headerNames = values.headers.map(({ name }) => name).join('\n');
  const noTypes = now.enabled_event_types.length === 0 ? 'Choose at least one event type.' : undefined;
  // The API interprets an empty list as all creators.
  const noCreators = isLimited && now.allowed_creator_ids.length === 0 ? 'Choose at least one creator.' : undefined;
  const submit = () => {
    setIsChecked(true);
    if (noTypes !== undefined || noCreators !== undefined) return;
    const { url, label, enabled_event_types, allowed_creator_ids, max_per_second } = now;
    // Names alone with another origin are refused, so that a change of the URL loses no value unnoticed.
    const isSent = typedHeaders !== undefined || (url !== values.url && headerNames !== '');
    const headers = isSent ? { headers: headersIn(typedHeaders ?? headerNames) } : {};
    void run(async () => {
      await save({ url, label, enabled_event_types, allowed_creator_ids, max_per_second, ...headers });
      setTypedHeaders(undefined);
    });
  };
  return (
    <Form class="form" onSubmit={submit}>
      {error && <ErrorBox error={error} />}
      <fieldset class="fields" disabled={!mayWrite}>
        {hasUrl && (
          <TextField
            label="URL"
            hint="HTTPS on a public host that responds with any 2xx status within 10 seconds."
            error={messageAt('url', error)}
            type="url"
            required
            maxLength={2048}
            placeholder="https://hooks.example.com/service"
            {...field('url')}
          />
        )}
        <TextField label="Label" hint="For your reference." error={messageAt('label', error)} maxLength={200} {...field('label')} />
        <Choices
          legend="Events to receive"
          error={(isChecked ? noTypes : undefined) ?? messageAt('enabled_event_types', error)}
          options={eventOptions(enumerations.WebhookEventType)}
          {...field('enabled_event_types')}
        />
        <Creators
          {...field('allowed_creator_ids')}
          isLimited={isLimited}
          error={(isChecked ? noCreators : undefined) ?? messageAt('allowed_creator_ids', error)}
          onLimit={(limited) => {
            setIsLimited(limited);
            if (!limited) setValues({ ...now, allowed_creator_ids: [] });
          }}
        />
        {hasUrl && (
          <TextField
            label="Headers"
            hint="Sent with every delivery: one a line, as “Name: value”. Values are encrypted and not shown again. A name alone keeps its value, except with another host."
            error={messageAt('headers', error)}
            rows={3}
            spellcheck={false}
            placeholder="X-Api-Key: the key of your gateway"
            value={typedHeaders ?? headerNames}
            onChange={setTypedHeaders}
          />
        )}
        <TextField
          label="Attempts a second, at most"
          hint="Further deliveries wait. Empty for no limit."
          error={messageAt('max_per_second', error)}
          type="number"
          min={1}
          max={1_000}
          value={String(now.max_per_second ?? '')}
          onChange={(text) => field('max_per_second').onChange(text === '' ? null : Number(text))}
        />
      </fieldset>
      <div class="row">
        <Permitted if={mayWrite} to="change the settings">
          <Button type="submit" look="primary" disabled={isBusy}>
            {action}
          </Button>
        </Permitted>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  );
}
