import { useState } from 'preact/hooks';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { Button } from '../components/button.tsx';
import { ErrorBox } from '../components/feedback.tsx';
import { Choices, Field, Form, TextField } from '../components/fields.tsx';
import { useDraft, useForm } from '../drafts.ts';
import { messageAt } from '../errors.ts';
import type { Schemas } from '../schemas.ts';
import { useAction, useQuery } from '../use-query.ts';
import { useAgency } from '../views.ts';
import { eventOptions } from './test-event.tsx';

export interface EndpointValues {
  readonly url: string;
  readonly label: string;
  readonly enabled_event_types: Schemas['WebhookEventType'][];
  readonly allowed_creator_ids: string[];
}

interface FormProps {
  readonly values: EndpointValues;
  readonly action: string;
  /** False for a webhook listener, whose URL cannot be changed. */
  readonly hasUrl?: boolean;
  save(values: EndpointValues): Promise<unknown>;
  onCancel?(): void;
}

interface CreatorsProps {
  readonly value: readonly string[];
  readonly isLimited: boolean;
  readonly error: string | undefined;
  onLimit(isLimited: boolean): void;
  onChange(ids: string[]): void;
}

const creatorOptions = [
  { value: 'all', label: 'All creators, including future ones' },
  { value: 'some', label: 'Some creators' },
] as const;

/** All creators, or some of them: by name if the user may read names, else by id. */
function Creators({ value, isLimited, error, onLimit, onChange }: CreatorsProps) {
  const { api } = useAgency();
  const creators = useQuery(() => api.creators.list(), [api]);
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
          options={creators.data.data.map(({ id, name }) => ({ value: id, label: name }))}
          value={value}
          onChange={onChange}
        />
      )}
      {isLimited && creators.error && (
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
  const { values: now, setValues, field } = useForm<EndpointValues>('endpoint', values);
  const { isBusy, error, run } = useAction();
  const [isLimited, setIsLimited] = useDraft('endpoint is limited', values.allowed_creator_ids.length > 0);
  const [isChecked, setIsChecked] = useState(false);
  const noTypes = now.enabled_event_types.length === 0 ? 'Choose at least one event type.' : undefined;
  // The API interprets an empty list as all creators.
  const noCreators = isLimited && now.allowed_creator_ids.length === 0 ? 'Choose at least one creator.' : undefined;
  const submit = () => {
    setIsChecked(true);
    if (noTypes === undefined && noCreators === undefined) void run(() => save(now));
  };
  return (
    <Form class="form" onSubmit={submit}>
      {error && <ErrorBox error={error} />}
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
      <div class="row">
        <Button type="submit" look="primary" disabled={isBusy}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  );
}
