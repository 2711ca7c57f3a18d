import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createClient, isProblem } from '@agency-service/sdk';
import type { PublicAccess } from './settings.ts';
import type { OwnCommand } from './version.ts';
import { backOffMs } from './back-off.ts';

/** The guard's standard input, which lists of processes do not show. */
interface Orders extends PublicAccess {
  readonly endpointId: string;
  /** How long it keeps trying, in milliseconds. */
  readonly leaseMs: number;
}

/** A process that outlives this one. */
export interface EndpointGuard {
  /** The endpoint is deleted: there is nothing left to do. */
  dismiss(): void;
}

export const guardCommand = '__delete-left-behind';

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
const dismissal = '\ndismissed';

/**
 * Starts a process that deletes an endpoint when this process is gone without having done so, however it ended. It sits in a
 * session of its own, so that neither the end of the terminal nor a signal to this command's group ends it.
 */
export function startEndpointGuard(ownCommand: OwnCommand, orders: Orders): EndpointGuard {
  const [command, ...args] = ownCommand;
  const guard = spawn(command, [...args, guardCommand], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.stdin.write(JSON.stringify(orders));
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return { dismiss: () => guard.stdin.end(dismissal) };
}

/** The guard's own work: waits until its standard input ends, and then deletes the endpoint unless it was dismissed. */
export async function guardEndpoint(input: NodeJS.ReadStream): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const orders = await text(input);
  if (orders.endsWith(dismissal)) return;
  const { endpointId, leaseMs, ...access } = JSON.parse(orders) as Orders;
  const client = createClient(access);
  const end = Date.now() + leaseMs;
  for (let failures = 0; ; failures += 1) {
    const waitMs = backOffMs(failures, firstWaitMs, longestWaitMs);
    try {
      return await client.webhooks.delete({ endpoint_id: endpointId });
    } catch (error) {
      if ((isProblem(error) && error.status < 500 && error.status !== 429) || Date.now() + waitMs > end) return;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
