import { wait } from '../../sdk/src/wait.ts';
import type { PublicApi } from './clients.ts';
import { attemptOutcome } from './components/status.tsx';
import { detailOf, serviceErrorOf, titleOf } from './errors.ts';
import { count, counted } from './format.ts';
import type { DeliveryEventType, Endpoint, Schemas } from './schemas.ts';
import { healthSentence, upperFirst } from './sentences.ts';

export interface RepairTarget {
  readonly api: PublicApi;
  readonly endpointId: string;
  readonly name: string;
  /** Whether the endpoint may be enabled and paused, and missed events recovered. */
  readonly mayWrite: boolean;
}

/** The steps of a repair, in their order. */
export const stepTitles = {
  enable: 'Enable',
  test: 'Send a test event',
  replay: 'Replay failures',
  recover: 'Recover missed events',
  outcomes: 'Watch the outcomes',
} as const;
export type StepName = keyof typeof stepTitles;

export interface Step {
  readonly state: 'due' | 'not needed' | 'running' | 'done' | 'failed';
  readonly text: string;
  /** The number of deliveries of the step. */
  readonly size?: number;
}
export type Steps = Readonly<Record<StepName, Step>>;

/** An endpoint with the steps that it needs, or that were carried out. */
export interface Repair {
  readonly target: RepairTarget;
  readonly steps: Steps;
  /** The beginning of the incident, from which events are recovered. */
  readonly start: string;
  readonly testType: DeliveryEventType;
  readonly forecast: Schemas['DeliveryForecast'] | undefined;
  /** The result in sentences, after the end. */
  readonly result?: string;
}

const dayMs = 24 * 60 * 60_000;
const storedDays = 30;

const due = (text: string, size?: number): Step => ({ state: 'due', text, ...(size === undefined ? {} : { size }) });
const unneeded = (text: string): Step => ({ state: 'not needed', text });

/** A span of time for recoveries begins at most so long ago. */
const startOf = ({ health, disabled_at: disabledAt }: Endpoint): string => {
  const known = [health.since, disabledAt].flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  const start = known.length === 0 ? Date.now() - dayMs : Math.min(...known);
  return new Date(Math.max(start, Date.now() - (storedDays - 1) * dayMs)).toISOString();
};

/** Reads what the endpoint needs now. */
export async function planRepair(target: RepairTarget): Promise<Repair> {
  const { api, endpointId: endpoint_id, mayWrite } = target;
  const endpoint = await api.webhooks.get({ endpoint_id });
  const start = startOf(endpoint);
  const [replay, recovery] = await Promise.all([
    api.webhooks.replayFailures({ endpoint_id, dry_run: true }),
    mayWrite ? api.webhooks.recoverEvents({ endpoint_id, start, dry_run: true }) : undefined,
  ]);
  const failures = replay.replayed_count + replay.waiting_count;
  const missed = recovery ? recovery.recorded_count + recovery.reconstructed_count : 0;
  const testType = endpoint.enabled_event_types[0] ?? 'ping';
  const isActive = endpoint.status === 'active';
  return {
    target,
    start,
    testType,
    forecast: (recovery ?? replay).forecast,
    steps: {
      enable: isActive ? unneeded('It is active.') : due('First, because a disabled endpoint receives nothing.'),
      test:
        isActive && endpoint.health.state === 'works'
          ? unneeded('It accepts its deliveries.')
          : due(`${testType}, before anything else.${isActive ? '' : ' If it fails, the endpoint is paused again.'}`),
      replay: failures === 0 ? unneeded('None waits.') : due(`${counted(failures, 'delivery', 'deliveries')}, once each.`, failures),
      recover:
        missed === 0
          ? unneeded(mayWrite ? 'It missed nothing.' : 'It needs the permission to change endpoints.')
          : due(`${recovery!.has_more ? 'More than ' : ''}${counted(missed, 'event')}, once each.`, missed),
      outcomes: due(''),
    },
  };
}

const pollMs = 1_000;
const testMs = 60_000;

/** The outcome of the first attempt of the test. Undefined if it has none in time. */
async function testOutcome({ target, testType }: Repair, signal: AbortSignal): Promise<Schemas['DeliveryAttempt'] | undefined> {
  const { api, endpointId: endpoint_id } = target;
  const sent =
    testType === 'ping'
      ? await api.webhooks.ping({ endpoint_id })
      : await api.webhooks.sendTestEvent({ endpoint_id, event_type: testType });
  for (const startedAt = Date.now(); Date.now() - startedAt < testMs && !signal.aborted; await wait(pollMs / 2, signal)) {
    const { attempts } = await api.webhooks.getDelivery({ endpoint_id, delivery_id: sent.delivery_id });
    if (attempts.length > 0) return attempts[0];
  }
  return undefined;
}

function testFailure(attempt: Schemas['DeliveryAttempt'] | undefined, signal: AbortSignal): string {
  if (signal.aborted) return 'Cancelled.';
  if (attempt === undefined) return `The test has no outcome after ${testMs / 1_000} s.`;
  return attempt.status_code === null ? `Still fails: ${attemptOutcome(attempt)}.` : `Still answers ${attempt.status_code}.`;
}

/**
 * Carries out the steps of a repair. An endpoint that was disabled is paused again if the test fails or the repair is cancelled before it
 * has ended, so that it receives only what it accepts.
 */
export async function carryOut(plan: Repair, signal: AbortSignal, onChange: (repair: Repair) => void): Promise<string> {
  const { api, endpointId: endpoint_id } = plan.target;
  let repair = plan;
  let current: StepName = 'enable';
  const change = (next: Partial<Repair>) => onChange((repair = { ...repair, ...next }));
  const set = (name: StepName, state: Step['state'], text: string) => {
    current = name;
    change({ steps: { ...repair.steps, [name]: { ...repair.steps[name], state, text } } });
  };
  const end = (result: string) => {
    change({ result });
    return result;
  };
  const isDue = (name: StepName) => repair.steps[name].state === 'due';
  let isEnabledUntested = false;
  const pauseAgain = async () => {
    if (!isEnabledUntested) return '';
    await api.webhooks.update({ endpoint_id, status: 'disabled' });
    isEnabledUntested = false;
    return ' Paused again;';
  };
  try {
    if (isDue('enable')) {
      set('enable', 'running', 'Enabling…');
      await api.webhooks.update({ endpoint_id, status: 'active' });
      isEnabledUntested = true;
      set('enable', 'done', 'Enabled.');
    }
    if (isDue('test')) {
      set('test', 'running', `Waiting for the answer to a ${repair.testType} event…`);
      const attempt = await testOutcome(repair, signal);
      if (signal.aborted || attempt?.error !== null) {
        const failure = testFailure(attempt, signal);
        set('test', 'failed', failure);
        const paused = await pauseAgain();
        if (paused !== '') set('enable', 'failed', 'Enabled, and paused again.');
        return end(`${failure}${paused === '' ? ' Nothing was replayed.' : `${paused} nothing was replayed.`}`);
      }
      set('test', 'done', `Accepted with ${attempt.status_code}.`);
    }
    isEnabledUntested = false;
    const done = repair.steps.enable.state === 'done' ? ['enabled'] : [];
    if (isDue('replay')) {
      set('replay', 'running', 'Replaying…');
      const { replayed_count: replayed } = await api.webhooks.replayFailures({ endpoint_id });
      set('replay', 'done', `${counted(replayed, 'delivery', 'deliveries')} queued.`);
      done.push(`${counted(replayed, 'failure')} replayed`);
    }
    if (isDue('recover') && !signal.aborted) {
      set('recover', 'running', 'Recovering…');
      let recovery = await api.webhooks.recoverEvents({ endpoint_id, start: plan.start });
      while (recovery.ended_at === null && !signal.aborted) {
        await wait(pollMs, signal);
        recovery = await api.webhooks.getRecovery({ endpoint_id, recovery_id: recovery.id! });
        set('recover', 'running', `${counted(recovery.recorded_count + recovery.reconstructed_count, 'event')} queued…`);
      }
      const recovered = recovery.recorded_count + recovery.reconstructed_count;
      set('recover', recovery.status === 'stopped' ? 'failed' : 'done', `${counted(recovered, 'event')} queued.`);
      done.push(`${counted(recovered, 'event')} recovered`);
    }
    while (!signal.aborted) {
      const { data } = await api.webhooks.listFigures({ endpoint_ids: [endpoint_id] });
      const { health } = await api.webhooks.get({ endpoint_id });
      const pending = data[0]?.figures.now.pending_count ?? 0;
      const text = `${healthSentence(health)}.`;
      if (health.state === 'disabled' || health.state === 'paused') {
        set('outcomes', 'failed', text);
        return end(text);
      }
      if (pending === 0) {
        set('outcomes', 'done', text);
        break;
      }
      set('outcomes', 'running', `${count(pending)} wait. ${text}`);
      await wait(pollMs, signal);
    }
    const isWhole = !isDue('replay') && !isDue('recover');
    return end(`${upperFirst([...done, isWhole ? [] : 'stopped before the rest'].flat().join(', '))}.`);
  } catch (thrown) {
    const error = serviceErrorOf(thrown);
    set(current, 'failed', `${titleOf(error)}. ${detailOf(error)}`);
    const paused = await pauseAgain().catch(() => ' It could not be paused again, and is enabled;');
    return end(`${titleOf(error)}.${paused === '' ? '' : `${paused} nothing was replayed.`}`);
  }
}
