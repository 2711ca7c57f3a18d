import { examples, groupOf, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { pause, untilInterrupted } from '../interruption.ts';
import { positiveInteger } from '../option-values.ts';
import { mayPass } from '../outage.ts';
import type { Output } from '../output.ts';
import { printable } from '../text.ts';
import { Changes, type Change } from '../watch/changes.ts';
import { Screen, textOf, timeOf } from '../watch/screen.ts';
import { readSnapshot, type Snapshot } from '../watch/snapshot.ts';
import { backOffMs } from '../back-off.ts';

interface WatchOptions {
  readonly endpoint?: string;
  readonly interval: number;
}

/** Shows the state of the endpoints, and that the connection was lost or is restored. */
interface View {
  show(snapshot: Snapshot): void;
  lost(reason: string, waitMs: number): void;
  restored(): void;
  close(): void;
}

const longestWaitMs = 30_000;

/** `svc deliveries watch`: rates, failures and breakers of the endpoints, live. */
export const registerDeliveriesWatch: Register = (program, context) => {
  examples(
    groupOf(program, 'deliveries')
      .command('watch')
      .description('show rates, failures, breakers and failing responses of the endpoints until Ctrl-C')
      .option('--endpoint <id>', 'only this endpoint')
      .option('--interval <seconds>', 'polling interval', positiveInteger, 2)
      .action((options: WatchOptions) => watch(context(), options)),
    'svc deliveries watch',
    'svc deliveries watch --endpoint 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 -o ndjson',
  );
};

async function watch(context: Context, { endpoint, interval }: WatchOptions): Promise<void> {
  const client = await context.client();
  await untilInterrupted(async (signal) => {
    let view: View | undefined;
    let failures = 0;
    try {
      while (!signal.aborted) {
        try {
          const snapshot = await readSnapshot(client, endpoint, signal);
          // A wrong address or key ends the command before anything is drawn.
          view ??= viewOf(context, interval);
          if (failures > 0) view.restored();
          failures = 0;
          view.show(snapshot);
          await pause(interval * 1_000, signal);
        } catch (error) {
          if (signal.aborted) return;
          if (view === undefined || !mayPass(error)) throw error;
          const waitMs = backOffMs(failures, 1_000, longestWaitMs);
          failures += 1;
          view.lost(error.message, waitMs);
          await pause(waitMs, signal);
        }
      }
    } finally {
      view?.close();
    }
  });
}

function viewOf({ output, surroundings: { stdout, environment } }: Context, interval: number): View {
  return !output.json && stdout.isTTY ? onScreen(new Screen(stdout, environment), interval) : asLines(output);
}

function onScreen(screen: Screen, interval: number): View {
  let last: Snapshot = { endpoints: [], failing: [] };
  let lostAt: string | null = null;
  let restored = '';
  const now = (): string => timeOf(new Date().toISOString())!;
  screen.open();
  return {
    show(snapshot) {
      last = snapshot;
      screen.draw(`Deliveries at ${now()}, every ${interval} s; Ctrl-C ends.${restored}`, snapshot);
    },
    lost(reason, waitMs) {
      lostAt ??= now();
      screen.draw(`No response since ${lostAt} (${reason}). Retrying in ${waitMs / 1_000} s; below is the last known state.`, last);
    },
    restored() {
      restored = ` Reconnected at ${now()}, after ${lostAt}.`;
      lostAt = null;
    },
    close: () => screen.close(),
  };
}

function asLines(output: Output): View {
  const changes = new Changes();
  const names = new Map<string, string>();
  let isLost = false;
  const print = (change: Change): void => {
    const at = new Date().toISOString();
    output.entry({ at, ...change }, [timeOf(at)!, ...cellsOf(change, names)].map(printable));
  };
  return {
    show(snapshot) {
      names.clear();
      for (const { endpoint_id, name } of snapshot.endpoints) names.set(endpoint_id, name);
      for (const change of changes.between(snapshot)) print(change);
    },
    lost(reason) {
      if (!isLost) print({ change: 'connection_lost', reason });
      isLost = true;
    },
    restored() {
      isLost = false;
      print({ change: 'connection_restored' });
    },
    close: () => undefined,
  };
}

function cellsOf(change: Change, names: ReadonlyMap<string, string>): string[] {
  switch (change.change) {
    case 'endpoint': {
      const { name, state, delivered_per_minute: delivered, failed_attempts_per_minute: failed, pending_count: pending } = change;
      const breaker = `${change.consecutive_failures} of ${change.breaker_failures} failures in a row`;
      return [name, state, `${delivered} delivered/min`, `${failed} failed/min`, `${pending} pending`, breaker];
    }
    case 'endpoint_removed':
      return [change.endpoint_id, 'deleted'];
    case 'failing_response':
      return [textOf(change, names.get(change.endpoint_id) ?? change.endpoint_id)];
    case 'connection_lost':
      return [`No response: ${change.reason}`];
    case 'connection_restored':
      return ['The service responds again.'];
  }
}
