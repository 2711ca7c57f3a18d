import { useState } from 'preact/hooks';
import { Badge } from '../components/values.tsx';
import { Button } from '../components/button.tsx';
import { Answer, ProblemBox } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import { count, counted } from '../format.ts';
import { holds } from '../session.ts';
import { useAction, useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';

/** Refreshes the projections now, and says when that is done. */
export function RefreshProjections({ onDone }: { onDone(): void }) {
  const { api, session } = useOperator();
  const action = useAction();
  const [result, setResult] = useState('');
  if (!holds(session, 'ingest')) return null;
  const refresh = async () => {
    setResult('');
    await api.projections.refresh();
    setResult('Sent messages and analytics are up to date.');
    onDone();
  };
  return (
    <div>
      <p class="actions">
        <Button disabled={action.isBusy} onClick={() => void action.run(refresh)}>
          {action.isBusy ? 'Refreshing…' : 'Refresh projections'}
        </Button>
      </p>
      <p role="status">{result}</p>
      {action.refusal && <ProblemBox refusal={action.refusal} />}
    </div>
  );
}

const tones = { current: 'good', previous: 'warning', unknown: 'bad', unnamed: 'warning' } as const;

/** The keys with which the stored signing secrets are encrypted. */
export function EncryptionKeys() {
  const { api } = useOperator();
  const status = useAnswer(() => api.encryption.status(), [api]);
  return (
    <Answer of={status} lines={3}>
      {({ secret_count: secrets, remaining_count: remaining, keys }) => (
        <>
          <p>
            {remaining === 0
              ? `The current key encrypts all ${counted(secrets, 'stored secret')}. No other key is required.`
              : `${count(remaining)} of ${counted(secrets, 'stored secret')} are not encrypted with the current key yet. Keep the previous keys until none remains.`}
          </p>
          <Table
            label="Encryption keys"
            rows={keys}
            columns={[
              ['Key', ({ key_id: id }) => (id === null ? <span class="quiet">not named</span> : <code>{id}</code>)],
              ['State', ({ state }) => <Badge tone={tones[state]}>{state}</Badge>],
              ['Secrets', ({ secret_count: of }) => count(of), 'number'],
            ]}
          />
        </>
      )}
    </Answer>
  );
}
