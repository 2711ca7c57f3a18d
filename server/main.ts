import './startup/oldest-node.js';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readConfig, type Config } from './config/config.ts';
import { forgetLibpqVariables } from './config/libpq-variables.ts';
import { createLogger, type Logger } from './log/log.ts';
import { isDatabaseUnavailable } from './problems/database-problem.ts';
import { shortageOf } from './problems/shortage.ts';
import { connect } from './processes/ipc.ts';
import { ServiceProcess } from './processes/service-process.ts';
import type { Assignment } from './processes/worker-group.ts';
import { failWith, reasonOf } from './startup/start-error.ts';
import { openTracing } from './tracing/open-tracing.ts';

function stopOn(signals: readonly NodeJS.Signals[], service: ServiceProcess, log: Logger): void {
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    service.stop(0);
  };
  for (const signal of signals) process.on(signal, onSignal);
}

function stopOnErrors(service: ServiceProcess, log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error; stopping');
    service.stop(1);
  });
  process.on('unhandledRejection', (error) => {
    // A statement without a waiting caller may fail with the database. The service continues.
    const reason = shortageOf(error) ?? (isDatabaseUnavailable(error) ? 'database unreachable' : undefined);
    if (reason === undefined) throw error;
    log.error({ err: error }, reason);
  });
  // The reader of the notice may close it before the service ends.
  process.stdout.on('error', () => undefined);
}

/** Whether the process has an open controlling terminal. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

function replaceOnHangUp(parent: ServiceProcess, log: Logger): void {
  const hadTerminal = hasTerminal();
  process.on('SIGHUP', (signal) => {
    // A terminal that is closed also sends this signal.
    const isClosed = hadTerminal && !hasTerminal();
    log.info({ signal }, isClosed ? 'stopping' : 'replacing the processes one by one');
    if (isClosed) parent.stop(0);
    else parent.replaceAll();
  });
}

async function run(config: Config): Promise<void> {
  const isParent = config.processes > 1;
  const tracing = await openTracing(isParent ? undefined : config.traces);
  const log = createLogger(config, isParent ? { process: 0, pid: process.pid } : null, tracing);
  const service = new ServiceProcess(config, log, tracing);
  stopOn(isParent ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'], service, log);
  if (isParent) replaceOnHangUp(service, log);
  stopOnErrors(service, log);
  await service.start();
}

async function runWorker(config: Config): Promise<void> {
  // A terminal sends these to all of its processes. The parent handles them.
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  const [assignment] = (await once(process, 'message')) as [Assignment];
  const tracing = await openTracing(config.traces);
  const log = createLogger(config, { process: assignment.number, pid: process.pid }, tracing);
  const call = connect(process, {
    stop: (lingerMs: number) => worker.stop(0, config.drainSeconds, lingerMs),
    metrics: () => worker.metrics(),
  });
  const worker = new ServiceProcess(config, log, tracing, { assignment, call });
  cluster.worker!.on('disconnect', () => {
    // Otherwise Node would end the process at once.
    cluster.worker!.exitedAfterDisconnect = true;
    worker.stop(0, 0);
  });
  stopOn(['SIGTERM'], worker, log);
  stopOnErrors(worker, log);
  await worker.start().catch(async (error: unknown) => {
    await call('failed', reasonOf(error)).catch(() => undefined);
    process.exit(1);
  });
}

function endStart(error: unknown): void {
  failWith(error);
  process.exit();
}

try {
  const config = readConfig(process.env, process.stderr.isTTY ?? false);
  forgetLibpqVariables(process.env, config.databaseUrl === undefined);
  (cluster.isWorker ? runWorker(config) : run(config)).catch(endStart);
} catch (error) {
  endStart(error);
}
