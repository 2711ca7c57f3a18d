import { reencryptAnswers } from '../access/encryption/re-encrypt-answers.ts';
import { reencryptSecrets } from '../access/encryption/re-encrypt-secrets.ts';
import { maintainPartitions } from '../database/partitions/maintain-partitions.ts';
import type { Deliverer } from '../delivery/deliverer.ts';
import type { OperatorNotifier } from '../delivery/send/operator-notifier.ts';
import type { Outbox } from '../events/outbox.ts';
import { JobRunner } from '../jobs/runner.ts';
import { applyRetentionTask } from '../jobs/tasks/apply-retention.ts';
import { cleanUpTask } from '../jobs/tasks/clean-up.ts';
import { deliverTask } from '../jobs/tasks/deliver.ts';
import { endListenersTask } from '../jobs/tasks/end-listeners.ts';
import { endLinksTask } from '../jobs/tasks/end-links.ts';
import {
  enforceFailureQuotaTask,
  enforceHistoryQuotaTask,
  enforcePendingQuotaTask,
  enforceStoredAnswersTask,
} from '../jobs/tasks/enforce-quotas.ts';
import { eraseTask } from '../jobs/tasks/erase.ts';
import { findFailingTask } from '../jobs/tasks/find-failing.ts';
import { maintainPartitionsTask } from '../jobs/tasks/maintain-partitions.ts';
import { notifyOperatorTask } from '../jobs/tasks/notify-operator.ts';
import { recoverEventsTask } from '../jobs/tasks/recover-events.ts';
import { reencryptTask } from '../jobs/tasks/re-encrypt.ts';
import { findOrphanedTask, releaseOrphanedTask } from '../jobs/tasks/release-orphaned.ts';
import { refreshProjectionsTask } from '../jobs/tasks/refresh-projections.ts';
import { replayFailuresTask } from '../jobs/tasks/replay-failures.ts';
import type { Core } from './core.ts';

export interface JobsOptions {
  readonly deliverer: Deliverer;
  readonly outbox: Outbox;
  /** Undefined where operators have no address. */
  readonly notifier: OperatorNotifier | undefined;
}

/** The jobs of a process that delivers: one task per file of `jobs/tasks/`. */
export function openJobs(
  { directUrl, pools, log, metrics, tracing, keyring, refreshProjections }: Core,
  { deliverer, outbox, notifier }: JobsOptions,
): JobRunner {
  const sql = pools.jobs;
  const reencrypt = async (signal: AbortSignal) => {
    const count = await reencryptSecrets(sql, keyring, signal);
    await reencryptAnswers(sql, keyring, signal);
    if (count > 0) log.info({ endpoints: count, keyId: keyring.keyIds.current }, 're-encrypted signing secrets with the current key');
  };
  return new JobRunner({
    // Its sessions last.
    sql: pools.sessions,
    log,
    metrics,
    tracing,
    tasks: [
      deliverTask(deliverer),
      replayFailuresTask(sql, outbox),
      recoverEventsTask(sql, outbox),
      eraseTask(sql),
      cleanUpTask(sql),
      maintainPartitionsTask(async (signal) => void (await maintainPartitions(directUrl, signal))),
      refreshProjectionsTask(refreshProjections),
      applyRetentionTask(sql),
      reencryptTask(reencrypt),
      enforcePendingQuotaTask(sql, (endpoint) => log.warn(endpoint, 'endpoint disabled: its agency has too many pending deliveries')),
      enforceFailureQuotaTask(sql),
      enforceStoredAnswersTask(sql),
      endLinksTask(sql),
      endListenersTask(sql, outbox),
      enforceHistoryQuotaTask(sql),
      findFailingTask(sql, notifier !== undefined, ({ agency_id, id, is_failing }) => {
        const fields = { agency_id, endpoint_id: id };
        if (is_failing) log.warn(fields, 'endpoint failing: most of its attempts fail');
        else log.info(fields, 'endpoint recovered: few of its attempts fail');
      }),
      findOrphanedTask(sql),
      releaseOrphanedTask(sql, (deliveries) => {
        log.error({ deliveries: deliveries.length, first: deliveries.slice(0, 10) }, 'released deliveries that no process worked on');
        metrics.countOrphanedDeliveries(deliveries.length);
      }),
      notifyOperatorTask(notifier),
    ],
  });
}
