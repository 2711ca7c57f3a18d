import { useState } from 'preact/hooks';
import { AgencyLink } from '../components/agency-link.tsx';
import { Button } from '../components/button.tsx';
import { Empty, ErrorBox, Loaded } from '../components/feedback.tsx';
import { DetailList, Table, type TableProps } from '../components/list.tsx';
import { Disclosure, Page, Section } from '../components/page.tsx';
import { ReleaseNotes } from '../components/release-notes.tsx';
import { Badge } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { bytes, count, counted, duration } from '../format.ts';
import type { ServiceOverview } from '../schemas.ts';
import { useAction, useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { ageOf, ServiceHealth } from './service-health.tsx';

interface PartProps<Row> extends Omit<TableProps<Row>, 'label'> {
  readonly title: string;
  readonly label?: string;
}

const Part = <Row extends object>({ title, label = title, ...table }: PartProps<Row>) => (
  <Section title={title}>
    <Table label={label} {...table} />
  </Section>
);

const noProcesses = (
  <Empty title="No delivery processes">
    Start one with <code>ROLE=worker</code> or <code>ROLE=all</code>.
  </Empty>
);

const Delivering = ({ deliverers, backlog }: ServiceOverview) => (
  <>
    <Part
      title="Pending deliveries by agency"
      rows={backlog.agencies}
      empty={<Empty title="None pending" />}
      columns={[
        ['Agency', ({ agency_id: id, agency_name: name }) => <AgencyLink id={id} name={name} />],
        ['Pending', (of) => count(of.delivery_count), 'number'],
        ['Oldest due', (of) => <Time at={of.oldest_due_at} relative />],
      ]}
    />
    <Part
      title="Delivery processes"
      rows={deliverers}
      empty={noProcesses}
      columns={[
        ['Lease', (of) => of.lease_id, 'number'],
        ['State', (of) => (of.ended_at === null ? <Badge tone="good">delivers</Badge> : <Badge tone="quiet">ended</Badge>)],
        ['Heartbeats', (of) => count(of.beats), 'number'],
        ['Ended', (of) => <Time at={of.ended_at} relative />],
      ]}
    />
  </>
);

const Working = ({ workers, jobs, projections }: ServiceOverview) => (
  <>
    <Part
      title="Job workers"
      rows={workers}
      empty={<Empty title="No workers" />}
      columns={[
        ['Worker', (of) => <code>{of.worker_id}</code>],
        ['Heartbeats', (of) => count(of.beats), 'number'],
        ['Last seen', (of) => <Time at={of.seen_at} relative />],
      ]}
    />
    <Part
      title="Jobs"
      label="Jobs by task"
      rows={jobs}
      empty={<Empty title="No pending or failed jobs" />}
      columns={[
        ['Task', (job) => <code>{job.task}</code>],
        ['Waiting', (job) => count(job.waiting_count), 'number'],
        ['Running', (job) => count(job.running_count), 'number'],
        ['Failed', (job) => count(job.failed_count), 'number', { tone: (job) => (job.failed_count > 0 ? 'bad' : '') }],
        ['Oldest due', (job) => <Time at={job.oldest_due_at} relative />],
        ['Last error', (job) => job.last_error ?? '–'],
        ['Tried again', (job) => <Time at={job.retried_at} relative />],
      ]}
    />
    <Part
      title="Projections"
      rows={projections}
      columns={[
        ['Projection', (of) => <code>{of.projection}</code>],
        ['Up to date', (of) => <Time at={of.refreshed_at} relative />],
        ['Oldest change missing', (of) => <Time at={of.oldest_change_at} relative />],
        ['Changes in the next refresh', (of) => count(of.waiting_count), 'number'],
      ]}
    />
  </>
);

const Storing = ({ pools, replicas, database }: ServiceOverview) => (
  <>
    <Part
      title="Largest tables"
      rows={database.tables}
      columns={[
        ['Table', (of) => <code>{of.name}</code>],
        ['On disk', (of) => bytes(of.size_bytes), 'number'],
        ['Rows (estimate)', (of) => count(of.row_estimate), 'number'],
      ]}
    />
    <Section title="Connections">
      <Table
        label="Connections of all processes"
        rows={database.connections}
        columns={[
          ['For', (of) => of.application],
          ['Working', (of) => count(of.active_count), 'number'],
          ['Idle', (of) => count(of.idle_count), 'number'],
        ]}
      />
      <Table
        label="Pools of this process"
        rows={pools}
        columns={[
          ['Pool of this process', (pool) => pool.name],
          ['In use', (pool) => count(pool.in_use_count), 'number'],
          ['Free', (pool) => count(pool.idle_count), 'number'],
          [
            'Waiting requests',
            (pool) => count(pool.waiting_count),
            'number',
            { tone: (pool) => (pool.waiting_count > 0 ? 'warning' : '') },
          ],
        ]}
      />
    </Section>
    {replicas.length > 0 && (
      <Part
        title="Read replicas"
        rows={replicas}
        columns={[
          ['Replica', (of) => of.name],
          ['State', (of) => (of.is_serving ? <Badge tone="good">in use</Badge> : <Badge tone="warning">out of use</Badge>)],
          ['Behind', (of) => (of.lag_ms === null ? '–' : duration(of.lag_ms)), 'number'],
        ]}
      />
    )}
  </>
);

function RefreshProjections({ onDone }: { onDone(): void }) {
  const { api, hasScope } = useOperator();
  const { isBusy, error, run } = useAction();
  const [result, setResult] = useState('');
  if (!hasScope('ingest')) return null;
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

function EncryptionKeys() {
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

export function ServicePage() {
  const { api } = useOperator();
  const overview = useQuery(() => api.service.overview(), [api], 5_000);
  return (
    <Page title="Service">
      <Loaded query={overview}>
        {(now) => (
          <>
            <ServiceHealth now={now} />
            <DetailList
              look="tiles"
              of={[
                [
                  'Pending deliveries',
                  <>
                    {count(now.backlog.delivery_count)}
                    {!now.backlog.is_whole && ' or more'}
                    <span class="tile-note quiet">of all agencies, now</span>
                  </>,
                ],
                ['Oldest due delivery', <Time at={now.backlog.oldest_due_at} relative />],
                ['Release', now.release.version],
                ['Database size', bytes(now.database.size_bytes)],
                [
                  'Oldest open transaction',
                  now.database.oldest_transaction_at === null ? 'none' : duration(ageOf(now, [now.database.oldest_transaction_at])),
                ],
              ]}
            />
            <Disclosure look="internals" title="Deliveries">
              <Delivering {...now} />
            </Disclosure>
            <Disclosure look="internals" title="Jobs and projections">
              <Working {...now} />
              <RefreshProjections onDone={overview.reload} />
            </Disclosure>
            {now.release.notes !== null && (
              <Disclosure look="internals" title="New in this release">
                <ReleaseNotes text={now.release.notes} />
              </Disclosure>
            )}
            <Disclosure look="internals" title="Encryption keys">
              <EncryptionKeys />
            </Disclosure>
            <Disclosure look="internals" title="Database">
              <Storing {...now} />
            </Disclosure>
          </>
        )}
      </Loaded>
    </Page>
  );
}
