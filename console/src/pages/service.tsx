import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OperatorSchemas } from '../schemas.ts';
import { AgencyLink } from '../components/agency-link.tsx';
import { Badge } from '../components/badges.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { Fact, Table } from '../components/list.tsx';
import { Page, Section } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { bytes, count } from '../numbers.ts';
import { duration } from '../time.ts';
import { useAnswer, useInterval } from '../use-answer.ts';
import { useOperator } from '../views.ts';
import { ServiceHealth } from './service-health.tsx';
import { EncryptionKeys, RefreshProjections } from './service-steps.tsx';

type Overview = OperatorSchemas['ServiceOverview'];

const maybe = (at: string | null) => (at === null ? <span class="quiet">–</span> : <Time at={at} relative />);

function Delivering({ deliverers, backlog }: Overview) {
  return (
    <>
      <Section title="Pending deliveries by agency">
        {backlog.agencies.length === 0 ? (
          <Empty title="None pending" />
        ) : (
          <Table label="Pending deliveries by agency" head={['Agency', ['Pending', 'number'], 'Oldest due']}>
            {backlog.agencies.map(({ agency_id: id, agency_name: name, delivery_count: waiting, oldest_due_at: at }) => (
              <tr key={id}>
                <td>
                  <AgencyLink id={id} name={name} />
                </td>
                <td class="number">{count(waiting)}</td>
                <td>
                  <Time at={at} relative />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      <Section title="Delivery processes">
        {deliverers.length === 0 ? (
          <Empty title="No delivery processes">
            <p>
              Start one with <code>ROLE=worker</code> or <code>ROLE=all</code>.
            </p>
          </Empty>
        ) : (
          <Table label="Delivery processes" head={[['Lease', 'number'], 'State', ['Heartbeats', 'number'], 'Ended']}>
            {deliverers.map(({ lease_id: id, beats, ended_at: ended }) => (
              <tr key={id}>
                <td class="number">{id}</td>
                <td>{ended === null ? <Badge tone="good">delivers</Badge> : <Badge tone="quiet">ended</Badge>}</td>
                <td class="number">{count(beats)}</td>
                <td>{maybe(ended)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Section>
    </>
  );
}

function Working({ workers, jobs, projections }: Overview) {
  return (
    <>
      <Section title="Job workers">
        {workers.length === 0 ? (
          <Empty title="No workers" />
        ) : (
          <Table label="Job workers" head={['Worker', ['Heartbeats', 'number'], 'Last seen']}>
            {workers.map(({ worker_id: id, beats, seen_at: at }) => (
              <tr key={id}>
                <td>
                  <code>{id}</code>
                </td>
                <td class="number">{count(beats)}</td>
                <td>
                  <Time at={at} relative />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      <Section title="Jobs">
        {jobs.length === 0 ? (
          <Empty title="No pending or failed jobs" />
        ) : (
          <Table label="Jobs by task" head={['Task', ['Waiting', 'number'], ['Running', 'number'], ['Failed', 'number'], 'Oldest due']}>
            {jobs.map((job) => (
              <tr key={job.task}>
                <td>
                  <code>{job.task}</code>
                </td>
                <td class="number">{count(job.waiting_count)}</td>
                <td class="number">{count(job.running_count)}</td>
                <td class={job.failed_count > 0 ? 'number bad' : 'number'}>{count(job.failed_count)}</td>
                <td>{maybe(job.oldest_due_at)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      <Section title="Projections">
        <Table label="Projections" head={['Projection', 'Up to date', 'Oldest change missing', ['Changes in the next refresh', 'number']]}>
          {projections.map(({ projection, refreshed_at: at, oldest_change_at: oldest, waiting_count: waiting }) => (
            <tr key={projection}>
              <td>
                <code>{projection}</code>
              </td>
              <td>{maybe(at)}</td>
              <td>{maybe(oldest)}</td>
              <td class="number">{count(waiting)}</td>
            </tr>
          ))}
        </Table>
      </Section>
    </>
  );
}

function Storing({ pools, replicas, database }: Overview) {
  return (
    <>
      <Section title="Largest tables">
        <Table label="Largest tables" head={['Table', ['On disk', 'number'], ['Rows (estimate)', 'number']]}>
          {database.tables.map(({ name, size_bytes: size, row_estimate: rows }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td class="number">{bytes(size)}</td>
              <td class="number">{count(rows)}</td>
            </tr>
          ))}
        </Table>
      </Section>
      <Section title="Connections">
        <Table label="Connections of all processes" head={['For', ['Working', 'number'], ['Idle', 'number']]}>
          {database.connections.map(({ application, active_count: active, idle_count: idle }) => (
            <tr key={application}>
              <td>{application}</td>
              <td class="number">{count(active)}</td>
              <td class="number">{count(idle)}</td>
            </tr>
          ))}
        </Table>
        <Table
          label="Pools of this process"
          head={['Pool of this process', ['In use', 'number'], ['Free', 'number'], ['Waiting requests', 'number']]}
        >
          {pools.map((pool) => (
            <tr key={pool.name}>
              <td>{pool.name}</td>
              <td class="number">{count(pool.in_use_count)}</td>
              <td class="number">{count(pool.idle_count)}</td>
              <td class={pool.waiting_count > 0 ? 'number warning' : 'number'}>{count(pool.waiting_count)}</td>
            </tr>
          ))}
        </Table>
      </Section>
      {replicas.length > 0 && (
        <Section title="Read replicas">
          <Table label="Read replicas" head={['Replica', 'State', ['Behind', 'number']]}>
            {replicas.map(({ name, is_serving: serves, lag_ms: lag }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{serves ? <Badge tone="good">in use</Badge> : <Badge tone="warning">out of use</Badge>}</td>
                <td class="number">{lag === null ? '–' : duration(lag)}</td>
              </tr>
            ))}
          </Table>
        </Section>
      )}
    </>
  );
}

/** A part of the service for those who operate it, folded. */
function Internals({ title, children }: { title: string; children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="internals" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

/** What delivers and works, what waits, and how the database is. */
export function ServicePage() {
  const { api } = useOperator();
  const overview = useAnswer(() => api.service.overview(), [api]);
  useInterval(overview.reload, 5_000);
  return (
    <Page title="Service">
      <Answer of={overview}>
        {(now) => (
          <>
            <ServiceHealth now={now} />
            <dl class="tiles">
              <Fact name="Pending deliveries">
                {count(now.backlog.delivery_count)}
                {!now.backlog.is_whole && ' or more'}
                <span class="tile-note">of all agencies, now</span>
              </Fact>
              <Fact name="Oldest due delivery">{maybe(now.backlog.oldest_due_at)}</Fact>
              <Fact name="Delivery processes">{count(now.deliverers.filter(({ ended_at: ended }) => ended === null).length)}</Fact>
              <Fact name="Failed jobs">{count(now.jobs.reduce((total, job) => total + job.failed_count, 0))}</Fact>
              <Fact name="Release">{now.release.version}</Fact>
              <Fact name="Database size">{bytes(now.database.size_bytes)}</Fact>
              <Fact name="Oldest open transaction">{maybe(now.database.oldest_transaction_at)}</Fact>
            </dl>
            <Internals title="Deliveries">
              <Delivering {...now} />
            </Internals>
            <Internals title="Jobs and projections">
              <Working {...now} />
              <RefreshProjections onDone={overview.reload} />
            </Internals>
            {now.release.notes !== null && (
              <Internals title="New in this release">
                <pre>{now.release.notes}</pre>
              </Internals>
            )}
            <Internals title="Encryption keys">
              <EncryptionKeys />
            </Internals>
            <Internals title="Database">
              <Storing {...now} />
            </Internals>
          </>
        )}
      </Answer>
    </Page>
  );
}
