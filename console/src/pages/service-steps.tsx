import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Loaded, ErrorBox } from '../components/feedback.tsx';
import { Table } from '../components/list.tsx';
import { Badge } from '../components/status.tsx';
import { count, counted } from '../format.ts';
import { hasScope } from '../session.ts';
import { useAction, useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';

/** Refreshes the projections, and reports the end. */
export function RefreshProjections({ onDone }: { onDone(): void }) {
  const { api, session } = useOperator();
  const { isBusy, error, run } = useAction();
  const [result, setResult] = useState('');
  if (!hasScope(session, 'ingest')) return null;
  const refresh = async () => {
    setResult('');
    await api.projections.refresh();
    setResult('Sent messages and analytics are up to date.');
    onDone();
  };
  return (
    <div>
      <p class="row actions">
        <Button disabled={isBusy} onClick={() => void run(refresh)}>
          {isBusy ? 'Refreshing…' : 'Refresh projections'}
        </Button>
      </p>
      <p role="status">{result}</p>
      {error && <ErrorBox error={error} />}
    </div>
  );
}

const tones = { current: 'good', previous: 'warning', unknown: 'bad', unnamed: 'warning' } as const;

/** The keys that encrypt the stored signing secrets. */
export function EncryptionKeys() {
  const { api } = useOperator();
  const status = useQuery(() => api.encryption.status(), [api]);
  return (
    <Loaded query={status} lines={3}>
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
    </Loaded>
  );
}
