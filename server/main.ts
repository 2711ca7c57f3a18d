import './startup/oldest-node.js';
import cluster from 'node:cluster';
import { closeSync, openSync } from 'node:fs';
import { ConfigError, readConfig, type Config } from './config/config.ts';
import { EmbeddedPostgresError } from './database/embedded/postgres-place.ts';
import { forgetLibpqVariables } from './config/libpq-variables.ts';
import { createLogger, type Logger } from './log/log.ts';
import { isDatabaseUnavailable } from './problems/database-problem.ts';
import { shortageOf } from './problems/shortage.ts';
import { CallChannel } from './processes/calls.ts';
import { ChildProcess, type ParentChannel } from './processes/child-process.ts';
import { parentNumber, ParentProcess } from './processes/parent-process.ts';
import type { ChildCalls, ParentCalls } from './processes/protocol.ts';
import { ServiceProcess } from './processes/service-process.ts';
import { StartError } from './startup/start-error.ts';
import { openTracing } from './tracing/open-tracing.ts';

interface Stoppable {
  stop(exitCode: number): void;
}

function stopOn(signals: readonly NodeJS.Signals[], service: Stoppable, log: Logger): void {
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    service.stop(0);
  };
  for (const signal of signals) process.on(signal, onSignal);
}

function stopOnErrors(service: Stoppable, log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error; stopping');
    service.stop(1);
  });
  process.on('unhandledRejection', (error) => {
    // A statement without a waiting caller fails with the database, and must not take the service with it.
    const reason = shortageOf(error) ?? (isDatabaseUnavailable(error) ? 'database unreachable' : undefined);
    if (reason === undefined) throw error;
    log.error({ err: error }, reason);
  });
  // The reader of the notice may close it before the service ends.
  process.stdout.on('error', () => undefined);
}

async function runAlone(config: Config): Promise<void> {
  const tracing = await openTracing(config.traces);
  const log = createLogger(config, null, tracing);
  const service = new ServiceProcess(config, log, tracing);
  stopOn(['SIGINT', 'SIGTERM', 'SIGHUP'], service, log);
  stopOnErrors(service, log);
  await service.start();
}

/** Whether the terminal at which the process was started is there. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

function runParent(config: Config): void {
  const log = createLogger(config, { process: parentNumber, pid: process.pid });
  const parent = new ParentProcess(config, log);
  stopOn(['SIGINT', 'SIGTERM'], parent, log);
  const hadTerminal = hasTerminal();
  process.on('SIGHUP', (signal) => {
    // A terminal that is closed sends this signal too.
    const isLeft = hadTerminal && !hasTerminal();
    log.info({ signal }, isLeft ? 'stopping' : 'replacing the processes one by one');
    if (isLeft) parent.stop(0);
    else parent.replaceChildren();
  });
  stopOnErrors(parent, log);
  parent.start().catch(endStart);
}

async function runChild(config: Config): Promise<void> {
  let child: ChildProcess | undefined;
  const stop = (exitCode: number, lingerMs = 0) => (child ? child.stop(exitCode, lingerMs) : process.exit(exitCode));
  const parent: ParentChannel = new CallChannel<ChildCalls, ParentCalls>(
    (message) => void process.send?.(message, undefined, undefined, () => undefined),
    { stop: (lingerMs) => stop(0, lingerMs), drain: () => child?.drain(), metrics: (format) => child!.metrics(format) },
  );
  process.on('message', (message: object) => parent.receive(message));
  // The parent decides: a terminal sends these to all of its processes.
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  cluster.worker!.on('disconnect', () => {
    // Otherwise Node would end the process at once.
    cluster.worker!.exitedAfterDisconnect = true;
    stop(0);
  });
  try {
    const assignment = await parent.call('begin');
    const tracing = await openTracing(config.traces);
    const log = createLogger(config, { process: assignment.number, pid: process.pid }, tracing);
    child = new ChildProcess(config, assignment, parent, log, tracing);
    stopOn(['SIGTERM'], child, log);
    stopOnErrors(child, log);
    await child.start();
  } catch (error) {
    await parent.call('failed', reasonOf(error)).catch(() => undefined);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  const isExpected = error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError;
  return isExpected ? error.message : ((error as Error).stack ?? String(error));
}

function endStart(error: unknown): void {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

try {
  const config = readConfig(process.env, process.stderr.isTTY ?? false);
  forgetLibpqVariables(process.env, config.databaseUrl === undefined);
  if (cluster.isWorker) void runChild(config);
  else if (config.processes > 1) runParent(config);
  else runAlone(config).catch(endStart);
} catch (error) {
  endStart(error);
}
