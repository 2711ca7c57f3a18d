import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle, type IconNode } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionDialog, type ResultDialogProps } from '../components/dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { forecastSentences } from '../components/forecast.tsx';
import { Icon } from '../components/icon.tsx';
import { count, counted } from '../format.ts';
import { carryOut, planRepair, stepTitles, type Repair, type RepairTarget, type Step, type StepName } from '../repair.ts';
import type { Schemas } from '../schemas.ts';
import { useQuery } from '../use-query.ts';

type State = Step['state'];

const icons: Readonly<Record<State, readonly [icon: IconNode, tone: string]>> = {
  failed: [CircleX, 'bad'],
  running: [LoaderCircle, ''],
  due: [Circle, 'quiet'],
  done: [CircleCheck, 'good'],
  'not needed': [CircleMinus, 'quiet'],
};
/** The states in the order in which they decide that of a step of several endpoints. */
const states = Object.keys(icons) as State[];

/** Endpoints that are repaired at the same time. */
const atOnce = 4;
const shownFailures = 5;

/** A step of several endpoints, as `28 done, 2 failed: 1,650 in all`. */
function textOfMany(steps: readonly Step[]): string {
  const parts = states.flatMap((state) => {
    const of = steps.filter((step) => step.state === state).length;
    return of === 0 ? [] : `${counted(of, 'endpoint')} ${state}`;
  });
  const size = steps.reduce((sum, step) => sum + (step.size ?? 0), 0);
  return `${parts.join(', ')}${size > 0 ? `: ${counted(size, 'delivery', 'deliveries')}` : ''}`;
}

function StepItem({ name, steps }: { name: StepName; steps: readonly Step[] }) {
  const state = states.find((of) => steps.some((step) => step.state === of))!;
  const [icon, tone] = icons[state];
  const [only] = steps;
  return (
    <li>
      <Icon of={icon} tone={tone} />
      <span>
        <strong>{stepTitles[name]}</strong>
        <span class="visually-hidden">, {state}:</span>
        <span class="step-text quiet">
          {steps.length > 1 ? textOfMany(steps) : `${state === 'not needed' ? 'Not needed: ' : ''}${only!.text}`}
        </span>
      </span>
    </li>
  );
}

const isFailed = ({ steps }: Repair) => Object.values(steps).some(({ state }) => state === 'failed');

/** The duration of the deliveries that are replayed and recovered. */
function durationSentence({ steps }: Repair, forecast: Schemas['DeliveryForecast']): string | undefined {
  const size = (steps.replay.size ?? 0) + (steps.recover.size ?? 0);
  const { p90_ms: p90, concurrent_attempts: concurrent, queued_before_count: before } = forecast;
  const seconds = p90 === null ? null : Math.ceil((Math.ceil((size + before) / concurrent) * p90) / 1_000);
  return size === 0 ? undefined : forecastSentences({ ...forecast, duration_seconds: seconds })[0];
}

function Repairs({ repairs, forecast }: { repairs: readonly Repair[]; forecast: Schemas['DeliveryForecast'] | undefined }) {
  const failed = repairs.filter(isFailed);
  const ended = repairs.filter(({ result }) => result !== undefined).length;
  const [only] = repairs;
  return (
    <>
      <ol class="health-list" aria-label="Steps">
        {(Object.keys(stepTitles) as StepName[]).map((name) => (
          <StepItem key={name} name={name} steps={repairs.map(({ steps }) => steps[name])} />
        ))}
      </ol>
      <p role="status" aria-live="polite">
        {repairs.length > 1
          ? `${count(ended)} of ${counted(repairs.length, 'endpoint')} finished.`
          : (only!.result ?? (forecast && durationSentence(only!, forecast)))}
      </p>
      {repairs.length > 1 && failed.length > 0 && (
        <ul class="plain">
          {failed.slice(0, shownFailures).map(({ target, result }) => (
            <li key={target.endpointId}>
              {target.name}: {result}
            </li>
          ))}
          {failed.length > shownFailures && <li class="quiet">{counted(failed.length - shownFailures, 'more endpoint')} failed.</li>}
        </ul>
      )}
    </>
  );
}

interface RepairDialogProps extends ResultDialogProps {
  /** The endpoint, or the group of endpoints. */
  readonly name: string;
  /** Reads the endpoints as they are now. */
  load(): Promise<readonly RepairTarget[]>;
}

/** Enables endpoints, tests them, replays their failures, recovers the events that they missed, and shows the outcomes. */
export function RepairDialog({ name, load, onDone, onClose }: RepairDialogProps) {
  const plan = useQuery(async () => {
    const repairs = (await load()).map(planRepair);
    const [first, ...others] = repairs;
    if (!first?.target.incident || others.length > 0) return { repairs };
    const { api, endpointId: endpoint_id, incident } = first.target;
    const { forecast } = await api.webhooks.replayFailures({ endpoint_id, start: incident.since, dry_run: true });
    return { repairs, forecast };
  }, []);
  const [running, setRunning] = useState<ReadonlyMap<string, Repair>>();
  const closing = useRef(new AbortController()).current;
  useEffect(() => () => closing.abort(), []);
  const work = async () => {
    const rest = [...plan.data!.repairs];
    let now: ReadonlyMap<string, Repair> = new Map(rest.map((repair) => [repair.target.endpointId, repair]));
    setRunning(now);
    const results: string[] = [];
    const next = async () => {
      for (let repair = rest.shift(); repair && !closing.signal.aborted; repair = rest.shift()) {
        const onChange = (changed: Repair) => setRunning((now = new Map(now).set(changed.target.endpointId, changed)));
        results.push(await carryOut(repair.target, closing.signal, onChange));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    const failed = [...now.values()].filter(isFailed).length;
    onDone(
      now.size === 1
        ? results[0]!
        : `${count(results.length - failed)} of ${counted(now.size, 'endpoint')} repaired, ${count(failed)} failed.`,
    );
  };
  const checkAgain = async () => {
    setRunning(undefined);
    plan.reload();
  };
  const repairs = [...(running?.values() ?? plan.data?.repairs ?? [])];
  const isIdle = running === undefined || repairs.every(({ result }) => result !== undefined);
  const isRepairable = running === undefined && repairs.length > 0;
  return (
    <ActionDialog
      title={`Repair ${name}`}
      submit={isRepairable ? 'Repair' : running && isIdle && repairs.some(isFailed) ? 'Check again' : undefined}
      isReady={!plan.isLoading}
      work={running ? checkAgain : work}
      close={isIdle ? 'Close' : 'Stop'}
      onClose={onClose}
    >
      <Loaded query={plan} label="Checking" lines={5}>
        {({ forecast }) => (repairs.length === 0 ? <p>Nothing is left to repair.</p> : <Repairs repairs={repairs} forecast={forecast} />)}
      </Loaded>
    </ActionDialog>
  );
}
