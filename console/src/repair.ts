import { enumerations } from '../../sdk/src/generated/enumerations.ts';
import { wait } from '../../sdk/src/wait.ts';
import type { PublicApi } from './clients.ts';
import { attemptOutcome } from './components/status.tsx';
import { detailOf, serviceErrorOf, titleOf } from './errors.ts';
import { count, counted, shortTime } from './format.ts';
import type { Attempt, Endpoint, EndpointIncident } from './schemas.ts';
import { hostOf } from './names.ts';
import { errorOf, healthSentence, incidentSentences, limited, nextStep, upperFirst } from './sentences.ts';

export interface RepairTarget extends Pick<Endpoint, 'status' | 'url'> {
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
  readonly state: 'due' | 'not needed' | 'running' | 'done' | 'disabled again' | 'failed';
  readonly text: string;
  /** The number of deliveries of the step. */
  readonly size?: number;
}
export type Steps = Readonly<Record<StepName, Step>>;

export interface Sent {
  readonly replayed: number;
  readonly recovered: number;
  readonly accepted: number;
}

/** An endpoint with the steps that it needs, or that were carried out. */
export interface Repair {
  readonly target: RepairTarget;
  readonly steps: Steps;
  /** The deliveries that the repair has sent, and how many of them were accepted. */
  readonly sent?: Sent;
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
        : due(`Before anything else.${isActive ? '' : ' If it fails, the endpoint is disabled again.'}`),
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

/** The button that repairs again after a failure. */
export const tryAgain = 'Try again';

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
 * Carries out the steps of a repair, as far as the endpoint still needs them. An endpoint that was disabled is disabled again if its test fails or
 * is cancelled.
 */
export async function carryOut(target: RepairTarget, signal: AbortSignal, onChange: (repair: Repair) => void): Promise<void> {
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
  const end = (result: string) => onChange({ ...repair, result });
  const isDue = (name: StepName) => repair.steps[name].state === 'due';
  const disableAgain = async () => {
    if (!isTrial) return 'Nothing was replayed.';
    await api.webhooks.update({ endpoint_id, status: 'disabled' });
    set('enable', 'disabled again', 'Enabled, and disabled again.');
    return 'Disabled again; nothing was replayed.';
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
        const advice = signal.aborted || attempt === undefined ? '' : ` ${nextStep(hostOf(endpoint.url), errorOf(attempt), tryAgain)}`;
        return end(`${failure} ${await disableAgain()}${advice}`);
      }
      set('test', 'done', `Accepted with ${attempt.status_code}.`);
      done.push('ping accepted');
    }
    isTrial = false;
    let [waiting, replayed, recovered] = [0, 0, 0];
    if (incident && isDue('replay') && !signal.aborted) {
      set('replay', 'running', 'Replaying…');
      const replay = await api.webhooks.replayFailures({
        endpoint_id,
        start: incident.since,
        event_types: [...enumerations.WebhookEventType],
      });
      ({ waiting_count: waiting, replayed_count: replayed } = replay);
      set('replay', 'done', `${counted(replayed, 'delivery', 'deliveries')} queued.`);
      done.push(`${counted(replayed, 'failure')} replayed`);
    }
    if (incident && isDue('recover') && !signal.aborted) {
      set('recover', 'running', 'Recovering…');
      const start = recoverable(incident.disabled_at ?? incident.since);
      let recovery = await api.webhooks.recoverEvents({ endpoint_id, start });
      const events = () => counted((recovered = recovery.recorded_count + recovery.reconstructed_count), 'event');
      while (recovery.ended_at === null && !signal.aborted) {
        await wait(pollMs, signal);
        recovery = await api.webhooks.getRecovery({ endpoint_id, recovery_id: recovery.id! });
        set('recover', 'running', `${events()} queued…`);
      }
      set('recover', recovery.status === 'stopped' ? 'failed' : 'done', `${events()} queued.`);
      done.push(`${events()} recovered`);
    }
    set('outcomes', 'running', 'Reading the outcomes…');
    const all = replayed + recovered;
    const { isWhole, left, text } = await watchOutcomes(target, waiting, signal, (now) =>
      set('outcomes', 'running', outcomesOf(all, now), now.left),
    );
    const outcomes = outcomesOf(all, { left, text });
    repair = { ...repair, sent: { replayed, recovered, accepted: acceptedOf(all, left) } };
    set('outcomes', isWhole || signal.aborted ? 'done' : 'failed', outcomes, 0);
    const undone = isDue('replay') || isDue('recover') ? ' The rest was cancelled.' : '';
    end(`${done.length === 0 ? '' : `${upperFirst(done.join(', '))}. `}${outcomes}${undone}`);
  } catch (thrown) {
    const error = serviceErrorOf(thrown);
    set(current, 'failed', `${titleOf(error)}. ${detailOf(error)}`);
    const disabled = isTrial ? await disableAgain().catch(() => 'It could not be disabled again, and is enabled.') : '';
    end([`${titleOf(error)}.`, disabled, done.length > 0 && !isTrial ? `${upperFirst(done.join(', '))}.` : ''].filter(Boolean).join(' '));
  }
}

interface Outcomes {
  /** Deliveries without an accepted attempt. */
  readonly left: number;
  /** What they wait for, or why they fail. */
  readonly text: string;
}

const acceptedOf = (sent: number, left: number) => Math.max(sent - left, 0);

/** The outcomes of the deliveries that were sent, as `190 of 195 accepted. 5 deliveries wait.` */
const outcomesOf = (sent: number, { left, text }: Outcomes): string =>
  [sent === 0 ? '' : `${count(acceptedOf(sent, left))} of ${count(sent)} accepted.`, text].filter(Boolean).join(' ') || 'Nothing waits.';

/** Waits until the queued deliveries have ended, or attempts fail again. */
async function watchOutcomes(
  { api, endpointId: endpoint_id }: RepairTarget,
  waitingCount: number,
  signal: AbortSignal,
  onProgress: (now: Outcomes) => void,
): Promise<Outcomes & { readonly isWhole: boolean }> {
  let lastFailedAt: string | null | undefined;
  for (;;) {
    const { status, health, incident } = await api.webhooks.get({ endpoint_id });
    const { data } = await api.webhooks.listFigures({ endpoint_ids: [endpoint_id] });
    const now = incident?.last_failed_at ?? null;
    lastFailedAt ??= now;
    const failsAgain = now !== lastFailedAt && incident?.status === 'failing';
    const { pending_count: pending = 0, next_attempt_at: nextAt = null } = data[0]?.figures.now ?? {};
    const unreplayed = Math.max((incident?.unreplayed_count ?? 0) - waitingCount, 0);
    const left = pending + unreplayed;
    if (status === 'disabled' || failsAgain)
      return { isWhole: false, left, text: incident ? incidentSentences(incident, health) : `${healthSentence(health)}.` };
    const text = left === 0 ? '' : `${counted(left, 'delivery waits', 'deliveries wait')}.`;
    if (left === 0 || signal.aborted) return { isWhole: left === 0, left, text };
    // Earlier failed attempts have delayed them.
    if (unreplayed === 0 && nextAt !== null && Date.parse(nextAt) - Date.now() > delayedMs)
      return {
        isWhole: true,
        left,
        text: `${counted(pending, 'delivery waits', 'deliveries wait')} for the next attempt at ${shortTime(nextAt)}.`,
      };
    onProgress({ left, text });
    await wait(pollMs, signal);
  }
}
