import { limits } from '../../generated/limits.ts';
import type { Keyring } from '../access/encryption/keyring.ts';
import { reencryptResponses, reencryptSecrets } from '../access/encryption/re-encrypt.ts';
import { removeIdleRateWindows } from '../access/keys/idle-rate-windows.ts';
import { endEndpointsOfExpiredLinks } from '../access/keys/link-endpoints.ts';
import { endListeners } from '../access/listener-endpoints.ts';
import type { TransactingSql } from '../database/client/sql.ts';
import { maintainPartitions } from '../database/partitions/maintain-partitions.ts';
import type { Dispatcher } from '../delivery/claim/dispatcher.ts';
import type { OperatorNotice, OperatorNotifier } from '../delivery/send/operator-notifier.ts';
import { cleanUp } from '../delivery/upkeep/clean-up.ts';
import { rateFailures } from '../delivery/upkeep/failure-rates.ts';
import { findOrphaned, releaseOrphaned, releaseOrphanedTask, type HeldDelivery } from '../delivery/upkeep/orphaned-deliveries.ts';
import { addMissingReplayJobs, replayFailures, replayTask, type ReplayJob } from '../events/bulk-replay.ts';
import type { Outbox } from '../events/outbox.ts';
import { addMissingRecoveryJobs, recoverEvents, recoveryTask, type RecoveryJob } from '../events/recovery.ts';
import { wakeUpTask, type WakeUp } from '../events/wake-ups.ts';
import { withDutyCycle } from '../lib/duty-cycle.ts';
import { removeOldAccessRecords } from '../retention/access-records.ts';
import { trimDeliveryHistory } from '../retention/delivery-history.ts';
import { addMissingErasureJobs, erase, erasureTask, removeOldErasures, type ErasureJob } from '../retention/erasure/erase.ts';
import { trimFailureRecords } from '../retention/failure-records.ts';
import { trimIdempotentAnswers } from '../retention/idempotent-answers.ts';
import { trimIngestions } from '../retention/ingestions.ts';
import { trimInsightHistory } from '../retention/insight-history.ts';
import { limitPendingDeliveries } from '../retention/pending-deliveries.ts';
import type { JobLog, JobTask } from './runner.ts';

export interface TaskDependencies {
  readonly sql: TransactingSql;
  readonly directUrl: string;
  readonly keyring: Keyring;
  readonly deliverer: Pick<Dispatcher, 'wake'>;
  readonly outbox: Outbox;
  /** Undefined if operators have no address. */
  readonly notifier: OperatorNotifier | undefined;
  readonly refreshProjections: (signal: AbortSignal) => Promise<void>;
  readonly log: JobLog;
  readonly metrics: { countOrphanedDeliveries(count: number): void };
}

const everyMinute = '* * * * *';

/** The tasks of a process that delivers. They contain no logic of their own. */
export function jobTasks(dependencies: TaskDependencies): JobTask[] {
  const { sql, directUrl, keyring, deliverer, outbox, notifier, refreshProjections, log, metrics } = dependencies;
  const limitPending = withDutyCycle((signal) =>
    limitPendingDeliveries(sql, signal, (endpoint) => log.warn(endpoint, 'endpoint disabled: its agency has too many pending deliveries')),
  );
  const trimFailures = withDutyCycle((signal) => trimFailureRecords(sql, signal));
  const trimAnswers = withDutyCycle((signal) => trimIdempotentAnswers(sql, signal));
  return [
    { name: wakeUpTask, class: 'wake-up', run: async (payload) => deliverer.wake((payload as WakeUp).endpoints) },
    { name: replayTask, class: 'replay', run: (payload, signal) => replayFailures(sql, outbox, payload as ReplayJob, signal) },
    { name: recoveryTask, class: 'replay', run: (payload, signal) => recoverEvents(sql, outbox, payload as RecoveryJob, signal) },
    { name: erasureTask, class: 'replay', run: (payload, signal) => erase(sql, payload as ErasureJob, signal) },
    {
      // Notices share a queue, so that an address that hangs uses only one job slot. Without an address they are dropped.
      name: 'notify_operator',
      class: 'replay',
      run: async (payload, signal, attempt) => notifier?.send(payload as OperatorNotice, signal, attempt),
    },
    {
      name: 'refresh_projections',
      class: 'projection',
      cron: `*/${limits.refreshMinutes} * * * *`,
      runsAtStart: true,
      run: (_payload, signal) => refreshProjections(signal),
    },
    {
      name: 'clean_up',
      class: 'upkeep',
      cron: '17 * * * *',
      async run(_payload, signal) {
        await removeIdleRateWindows(sql);
        await addMissingReplayJobs(sql);
        await addMissingRecoveryJobs(sql);
        await addMissingErasureJobs(sql);
        await cleanUp(sql, signal);
      },
    },
    {
      name: 'keep_partitions',
      class: 'upkeep',
      cron: '41 * * * *',
      runsAtStart: true,
      run: async (_payload, signal) => void (await maintainPartitions(directUrl, signal)),
    },
    {
      name: 'apply_retention',
      class: 'upkeep',
      cron: '47 * * * *',
      runsAtStart: true,
      async run(_payload, signal) {
        await trimInsightHistory(sql, signal);
        await removeOldAccessRecords(sql, signal);
        await trimIngestions(sql, signal);
        await removeOldErasures(sql, signal);
      },
    },
    {
      // At a start, because the key may have changed, and hourly for secrets that processes with the former key have written since.
      name: 're_encrypt',
      class: 'upkeep',
      cron: '31 * * * *',
      runsAtStart: true,
      async run(_payload, signal) {
        const count = await reencryptSecrets(sql, keyring, signal);
        await reencryptResponses(sql, keyring, signal);
        if (count > 0) log.info({ endpoints: count, keyId: keyring.keyIds.current }, 're-encrypted signing secrets with the current key');
      },
    },
    { name: 'hold_pending', class: 'upkeep', cron: everyMinute, run: (_payload, signal) => limitPending(signal) },
    { name: 'hold_failures', class: 'upkeep', cron: '*/10 * * * *', run: (_payload, signal) => trimFailures(signal) },
    { name: 'hold_answers', class: 'upkeep', cron: '*/10 * * * *', run: (_payload, signal) => trimAnswers(signal) },
    // At each run, so that rows recorded between two runs are limited too.
    { name: 'hold_history', class: 'upkeep', cron: everyMinute, run: (_payload, signal) => trimDeliveryHistory(sql, signal) },
    // Each link also has a job for its expiry.
    { name: 'end_links', class: 'upkeep', cron: everyMinute, runsAtStart: true, run: () => endEndpointsOfExpiredLinks(sql) },
    {
      name: 'end_listeners',
      class: 'upkeep',
      cron: everyMinute,
      runsAtStart: true,
      run: async () => outbox.drain(await endListeners(sql)),
    },
    {
      name: 'find_failing',
      class: 'upkeep',
      cron: everyMinute,
      async run() {
        for (const { agency_id, id, is_failing } of await rateFailures(sql, notifier !== undefined)) {
          const fields = { agency_id, endpoint_id: id };
          if (is_failing) log.warn(fields, 'endpoint failing: most of its attempts fail');
          else log.info(fields, 'endpoint recovered: few of its attempts fail');
        }
      },
    },
    { name: 'find_orphaned', class: 'upkeep', cron: '*/5 * * * *', run: () => findOrphaned(sql) },
    {
      name: releaseOrphanedTask,
      class: 'upkeep',
      async run(payload) {
        const released = await releaseOrphaned(sql, payload as HeldDelivery[]);
        if (released.length === 0) return;
        log.error({ deliveries: released.length, first: released.slice(0, 10) }, 'released deliveries that no process worked on');
        metrics.countOrphanedDeliveries(released.length);
      },
    },
  ];
}
