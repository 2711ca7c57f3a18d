import { enumerations } from '../../sdk/src/generated/enumerations.ts';
import { wait } from '../../sdk/src/wait.ts';
import type { PublicApi } from './clients.ts';
import { attemptOutcome } from './components/status.tsx';
import { detailOf, serviceErrorOf, titleOf } from './errors.ts';
import { counted, shortTime } from './format.ts';
import type { Attempt, Endpoint, EndpointIncident } from './schemas.ts';
import { hostOf } from './names.ts';
import { errorOf, healthSentence, incidentSentences, limited, nextStep, upperFirst } from './sentences.ts';

export interface RepairTarget extends Pick<Endpoint, 'status'> {
  readonly api: PublicApi;
  readonly endpointId: string;
  readonly name: string;
  readonly incident: EndpointIncident | null;
  /** Who can recover missed events. Undefined if the visitor may. */
  readonly permitter: string | undefined;
}

/** The steps of a repair, in their order. */
export const stepTitles = {
  enable: 'Enable',
  test: 'Send a ping',
  replay: 'Replay failures',
  recover: 'Recover missed events',
  outcomes: 'Watch the outcomes',
} as const;
export type StepName = keyof typeof stepTitles;

export interface Step {
  readonly state: 'due' | 'not needed' | 'running' | 'done' | 'undone' | 'failed';
  readonly text: string;
  /** The number of deliveries of the step. */
  readonly size?: number;
}
export type Steps = Readonly<Record<StepName, Step>>;

/** An endpoint with the steps that it needs, or that were carried out. */
export interface Repair {
  readonly target: RepairTarget;
  readonly steps: Steps;
  /** The result in sentences, after the end. */
  readonly result?: string;
}

const dayMs = 24 * 60 * 60_000;
const storedDays = 30;

/** A recovery begins at most so long ago. */
const recoverable = (at: string): string => new Date(Math.max(Date.parse(at), Date.now() - (storedDays - 1) * dayMs)).toISOString();

const due = (text: string, size?: number): Step => ({ state: 'due', text, ...(size === undefined ? {} : { size }) });
const unneeded = (text: string): Step => ({ state: 'not needed', text });

/** The steps that an endpoint needs. */
export function planRepair(target: RepairTarget): Repair {
  const { status, incident, permitter } = target;
  const isActive = status === 'active';
  const { unreplayed_count: failures = 0, has_more_unreplayed: moreFailures = false } = incident ?? {};
  const { missed_count: missed = 0, has_more_missed: moreMissed = false } = incident ?? {};
  const accepts = isActive && ['recovering', 'recovered', 'behind', undefined].includes(incident?.status);
  return {
    target,
    steps: {
      enable: isActive ? unneeded('it is active.') : due('A disabled endpoint receives nothing.'),
      test: accepts
        ? unneeded('it accepts its deliveries.')
        : due(`Before anything else.${isActive ? '' : ' If it fails, the endpoint is paused again.'}`),
      replay:
        failures === 0
          ? unneeded('nothing is left to replay.')
          : due(`${limited(failures, moreFailures)} ${failures === 1 ? 'delivery' : 'deliveries'} to replay, once each.`, failures),
      recover:
        missed === 0
          ? unneeded('it missed nothing.')
          : permitter === undefined
            ? due(`${limited(missed, moreMissed)} ${missed === 1 ? 'event' : 'events'} missed, recovered once each.`, missed)
            : unneeded(`ask ${permitter} to recover missed events.`),
      outcomes: due('Until nothing waits.'),
    },
  };
}

const pollMs = 1_000;
const testMs = 60_000;
/** Deliveries that are due later are not waited for. */
const delayedMs = 5_000;

/** The outcome of the first attempt of a ping, which no receiver takes for an event. Undefined if it has none in time. */
async function testOutcome({ api, endpointId: endpoint_id }: RepairTarget, signal: AbortSignal) {
  const sent = await api.webhooks.ping({ endpoint_id });
  for (const startedAt = Date.now(); Date.now() - startedAt < testMs && !signal.aborted; await wait(pollMs / 2, signal)) {
    const { attempts } = await api.webhooks.getDelivery({ endpoint_id, delivery_id: sent.delivery_id });
    if (attempts.length > 0) return attempts[0];
  }
  return undefined;
}

function testFailure(attempt: Attempt | undefined, signal: AbortSignal): string {
  if (signal.aborted) return 'Cancelled.';
  if (attempt === undefined) return `The ping has no outcome after ${testMs / 1_000} s.`;
  return attempt.status_code === null ? `Still fails: ${attemptOutcome(attempt)}.` : `Still answers ${attempt.status_code}.`;
}

/**
 * Carries out the steps of a repair, as far as the endpoint still needs them. An endpoint that was disabled is paused again if its test fails or is
 * cancelled.
 */
export async function carryOut(target: RepairTarget, signal: AbortSignal, onChange: (repair: Repair) => void): Promise<string> {
  const { api, endpointId: endpoint_id } = target;
  let repair = planRepair(target);
  let current: StepName = 'enable';
  /** Whether the endpoint was enabled, and its test was not accepted yet. */
  let isTrial = false;
  const set = (name: StepName, state: Step['state'], text: string, size = repair.steps[name].size) => {
    current = name;
    repair = { ...repair, steps: { ...repair.steps, [name]: { state, text, ...(size === undefined ? {} : { size }) } } };
    onChange(repair);
  };
  const end = (result: string) => {
    onChange({ ...repair, result });
    return result;
  };
  const isDue = (name: StepName) => repair.steps[name].state === 'due';
  const pauseAgain = async () => {
    if (!isTrial) return 'Nothing was replayed.';
    await api.webhooks.update({ endpoint_id, status: 'disabled' });
    set('enable', 'undone', 'Enabled, and paused again.');
    return 'Paused again; nothing was replayed.';
  };
  const done: string[] = [];
  try {
    const endpoint = await api.webhooks.get({ endpoint_id });
    const { incident } = endpoint;
    repair = planRepair({ ...target, ...endpoint });
    if (isDue('enable')) {
      set('enable', 'running', 'Enabling…');
      await api.webhooks.update({ endpoint_id, status: 'active' });
      isTrial = true;
      set('enable', 'done', 'Enabled.');
      done.push('enabled');
    }
    if (isDue('test')) {
      set('test', 'running', 'Waiting for the response to the ping…');
      const attempt = await testOutcome(target, signal);
      if (signal.aborted || attempt?.error !== null) {
        const failure = testFailure(attempt, signal);
        set('test', 'failed', failure);
        const advice = signal.aborted || attempt === undefined ? '' : ` ${nextStep(hostOf(endpoint.url), errorOf(attempt))}`;
        return end(`${failure} ${await pauseAgain()}${advice}`);
      }
      set('test', 'done', `Accepted with ${attempt.status_code}.`);
      done.push('ping accepted');
    }
    isTrial = false;
    let waiting = 0;
    if (incident && isDue('replay') && !signal.aborted) {
      set('replay', 'running', 'Replaying…');
      const replay = await api.webhooks.replayFailures({
        endpoint_id,
        start: incident.since,
        event_types: [...enumerations.WebhookEventType],
      });
      waiting = replay.waiting_count;
      set('replay', 'done', `${counted(replay.replayed_count, 'delivery', 'deliveries')} queued.`);
      done.push(`${counted(replay.replayed_count, 'failure')} replayed`);
    }
    if (incident && isDue('recover') && !signal.aborted) {
      set('recover', 'running', 'Recovering…');
      const start = recoverable(incident.disabled_at ?? incident.since);
      let recovery = await api.webhooks.recoverEvents({ endpoint_id, start });
      const recovered = () => counted(recovery.recorded_count + recovery.reconstructed_count, 'event');
      while (recovery.ended_at === null && !signal.aborted) {
        await wait(pollMs, signal);
        recovery = await api.webhooks.getRecovery({ endpoint_id, recovery_id: recovery.id! });
        set('recover', 'running', `${recovered()} queued…`);
      }
      set('recover', recovery.status === 'stopped' ? 'failed' : 'done', `${recovered()} queued.`);
      done.push(`${recovered()} recovered`);
    }
    set('outcomes', 'running', 'Reading the outcomes…');
    const { isWhole, text } = await watchOutcomes(target, waiting, signal, (now, left) => set('outcomes', 'running', now, left));
    set('outcomes', isWhole || signal.aborted ? 'done' : 'failed', text, 0);
    const undone = isDue('replay') || isDue('recover') ? ' The rest was cancelled.' : '';
    return end(`${upperFirst(done.join(', '))}.${isWhole ? '' : ` ${text}`}${undone}`);
  } catch (thrown) {
    const error = serviceErrorOf(thrown);
    set(current, 'failed', `${titleOf(error)}. ${detailOf(error)}`);
    const paused = isTrial ? await pauseAgain().catch(() => 'It could not be paused again, and is enabled.') : '';
    return end(
      [`${titleOf(error)}.`, paused, done.length > 0 && !isTrial ? `${upperFirst(done.join(', '))}.` : ''].filter(Boolean).join(' '),
    );
  }
}

/** Waits until the queued deliveries have ended, or attempts fail again. */
async function watchOutcomes(
  { api, endpointId: endpoint_id }: RepairTarget,
  waitingCount: number,
  signal: AbortSignal,
  onProgress: (text: string, left: number) => void,
): Promise<{ readonly isWhole: boolean; readonly text: string }> {
  let lastFailedAt: string | null | undefined;
  for (;;) {
    const { status, health, incident } = await api.webhooks.get({ endpoint_id });
    const { data } = await api.webhooks.listFigures({ endpoint_ids: [endpoint_id] });
    const text = incident ? incidentSentences(incident, health) : `${healthSentence(health)}.`;
    const now = incident?.last_failed_at ?? null;
    lastFailedAt ??= now;
    const failsAgain = now !== lastFailedAt && incident?.status === 'failing';
    const { pending_count: pending = 0, next_attempt_at: nextAt = null } = data[0]?.figures.now ?? {};
    const unreplayed = Math.max((incident?.unreplayed_count ?? 0) - waitingCount, 0);
    const left = pending + unreplayed;
    if (status === 'disabled' || failsAgain || signal.aborted) return { isWhole: false, text };
    if (left === 0) return { isWhole: true, text };
    // Earlier failed attempts have delayed them.
    if (unreplayed === 0 && nextAt !== null && Date.parse(nextAt) - Date.now() > delayedMs)
      return {
        isWhole: true,
        text: `${counted(pending, 'delivery waits', 'deliveries wait')} for the next attempt at ${shortTime(nextAt)}. ${text}`,
      };
    onProgress(`${counted(left, 'delivery waits', 'deliveries wait')}. ${text}`, left);
    await wait(pollMs, signal);
  }
}
