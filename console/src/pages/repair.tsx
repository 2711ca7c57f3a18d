import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle, type IconNode } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionDialog, type ResultDialogProps } from '../components/dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { forecastSentences } from '../components/forecast.tsx';
import { Icon } from '../components/icon.tsx';
import { count, counted } from '../format.ts';
import { carryOut, planRepair, stepTitles, tryAgain, type Repair, type RepairTarget, type Step, type StepName } from '../repair.ts';
import type { Schemas } from '../schemas.ts';
import { nextStepOfEndpoint, upperFirst } from '../sentences.ts';
import { useQuery } from '../use-query.ts';

type State = Step['state'];

const icons: Readonly<Record<State, readonly [icon: IconNode, tone: string]>> = {
  failed: [CircleX, 'bad'],
  running: [LoaderCircle, ''],
  due: [Circle, 'quiet'],
  done: [CircleCheck, 'good'],
  'disabled again': [CircleMinus, 'quiet'],
  'not needed': [CircleMinus, 'quiet'],
};
/** The states in the order in which they decide that of a step of several endpoints. */
const states = Object.keys(icons) as State[];

/** Endpoints that are repaired at the same time. */
const atOnce = 4;
const shownFailures = 5;

/** What the size of a step counts. */
const sizeTexts: Readonly<Partial<Record<StepName, (size: number) => string>>> = {
  replay: (size) => counted(size, 'delivery', 'deliveries') + ' to replay of',
  recover: (size) => counted(size, 'event') + ' missed by',
  outcomes: (size) => counted(size, 'delivery waits', 'deliveries wait') + ' for',
};

/** A step of several endpoints, as `1,650 events missed by 30 endpoints: failed for 2 endpoints, done for 28 endpoints`. Nothing else is due but its size. */
function textOfMany(name: StepName, steps: readonly Step[]): string {
  const sizes = steps.flatMap((step) => step.size || []);
  const size = sizes.reduce((sum, of) => sum + of, 0);
  const parts = states.flatMap((state) => {
    const of = steps.filter((step) => step.state === state).length;
    return of === 0 || (size > 0 && state === 'due') ? [] : `${state} for ${counted(of, 'endpoint')}`;
  });
  const sized = size > 0 ? [`${sizeTexts[name]!(size)} ${counted(sizes.length, 'endpoint')}`] : [];
  return upperFirst([...sized, ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': '));
}

function StepItem({ name, steps }: { name: StepName; steps: readonly Step[] }) {
  const found = states.filter((of) => steps.some((step) => step.state === of));
  // A step that some endpoints have done and others have not is under way.
  const state = found[0] === 'due' && found.includes('done') ? 'running' : found[0]!;
  const [icon, tone] = icons[state];
  const [only] = steps;
  return (
    <li>
      <Icon of={icon} tone={tone} />
      <span>
        <strong>{stepTitles[name]}</strong>
        <span class="visually-hidden">, {state}:</span>
        <span class="step-text quiet">
          {steps.length > 1 ? textOfMany(name, steps) : `${state === 'not needed' ? 'Not needed: ' : ''}${only!.text}`}
        </span>
      </span>
    </li>
  );
}

/** The result of several endpoints, as `8 of 9 endpoints repaired, 1 failed. 126 replayed and 2,403 recovered, all accepted.` */
function resultOfMany(repairs: readonly Repair[]): string {
  const failed = repairs.filter(isFailed).length;
  const repaired = repairs.filter(({ result }) => result !== undefined).length - failed;
  const all = counted(repairs.length, 'endpoint');
  const ended =
    repaired === 0
      ? `${count(failed)} of ${all} failed.`
      : `${count(repaired)} of ${all} repaired${failed > 0 ? `, ${count(failed)} failed` : ''}.`;
  const [replayed, recovered, accepted] = (['replayed', 'recovered', 'accepted'] as const).map((name) =>
    repairs.reduce((sum, { sent }) => sum + (sent?.[name] ?? 0), 0),
  ) as [number, number, number];
  if (replayed + recovered === 0) return ended;
  const sent = [...(replayed > 0 ? [`${count(replayed)} replayed`] : []), ...(recovered > 0 ? [`${count(recovered)} recovered`] : [])];
  return `${ended} ${sent.join(' and ')}, ${accepted === replayed + recovered ? 'all' : count(accepted)} accepted.`;
}

const isFailed = ({ steps }: Repair) => Object.values(steps).some(({ state }) => state === 'failed');

const sizeOf = ({ steps }: Repair) => (steps.replay.size ?? 0) + (steps.recover.size ?? 0);

/** The duration of the deliveries that are replayed and recovered. */
function durationSentence(repair: Repair, forecast: Schemas['DeliveryForecast']): string | undefined {
  const size = sizeOf(repair);
  const { p90_ms: p90, concurrent_attempts: concurrent, queued_before_count: before } = forecast;
  const seconds = p90 === null ? null : Math.ceil((Math.ceil((size + before) / concurrent) * p90) / 1_000);
  return size === 0 ? undefined : forecastSentences({ ...forecast, duration_seconds: seconds })[0];
}

/** The endpoint with the most deliveries. */
const largestOf = (repairs: readonly Repair[]) => repairs.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];

interface RepairsProps {
  readonly repairs: readonly Repair[];
  /** Of the endpoint with the most deliveries. */
  readonly forecast: Schemas['DeliveryForecast'] | undefined;
  readonly isRunning: boolean;
}

function Repairs({ repairs, forecast, isRunning }: RepairsProps) {
  const failures = [...Map.groupBy(repairs.filter(isFailed), ({ result }) => result)];
  const ended = repairs.filter(({ result }) => result !== undefined).length;
  const largest = largestOf(repairs)!;
  const time = forecast && durationSentence(largest, forecast);
  const untested = isRunning || ended > 0 ? undefined : repairs.find(({ steps }) => steps.test.state === 'due')?.target;
  const next = untested?.incident && nextStepOfEndpoint(untested.url, untested.incident, true);
  return (
    <>
      <ol class="health-list" aria-label="Steps">
        {(Object.keys(stepTitles) as StepName[]).map((name) => (
          <StepItem key={name} name={name} steps={repairs.map(({ steps }) => steps[name])} />
        ))}
      </ol>
      {next && <p>{next}</p>}
      <p role="status" aria-live="polite">
        {repairs.length === 1
          ? (largest.result ?? time)
          : isRunning
            ? `${count(ended)} of ${counted(repairs.length, 'endpoint')} finished.`
            : ended > 0 && resultOfMany(repairs)}
      </p>
      {repairs.length > 1 && ended === 0 && time !== undefined && (
        <p>
          No endpoint has more deliveries than {largest.target.name}. {time}
        </p>
      )}
      {isRunning && repairs.length > 1 && (
        <p class="quiet">Stop ends the repair after the present endpoints, and leaves all others as they are.</p>
      )}
      {repairs.length > 1 && failures.length > 0 && (
        <ul class="plain">
          {failures.slice(0, shownFailures).map(([result, of]) => (
            <li key={result}>
              {of.length === 1 ? of[0]!.target.name : counted(of.length, 'endpoint')}: {result}
            </li>
          ))}
          {failures.length > shownFailures && <li class="quiet">Others failed otherwise.</li>}
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
    const largest = largestOf(repairs);
    // The time of an endpoint that fails is unknown.
    if (!largest?.target.incident || largest.steps.test.state === 'due') return { repairs };
    const { api, endpointId: endpoint_id, incident } = largest.target;
    const { forecast } = await api.webhooks.replayFailures({ endpoint_id, start: incident.since, dry_run: true });
    return { repairs, forecast };
  }, []);
  const [running, setRunning] = useState<ReadonlyMap<string, Repair>>();
  const closing = useRef(new AbortController()).current;
  useEffect(() => () => closing.abort(), []);
  const repairs = [...(running?.values() ?? plan.data?.repairs ?? [])];
  const work = async () => {
    const rest = running ? repairs.filter(isFailed).map(({ target }) => planRepair(target)) : [...repairs];
    let now: ReadonlyMap<string, Repair> = new Map([...repairs, ...rest].map((repair) => [repair.target.endpointId, repair]));
    setRunning(now);
    const next = async () => {
      for (let repair = rest.shift(); repair && !closing.signal.aborted; repair = rest.shift()) {
        const onChange = (changed: Repair) => setRunning((now = new Map(now).set(changed.target.endpointId, changed)));
        await carryOut(repair.target, closing.signal, onChange);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    const ended = [...now.values()];
    onDone(`${name}: ${ended.length === 1 ? ended[0]!.result! : resultOfMany(ended)}`);
  };
  const isIdle = running === undefined || repairs.every(({ result }) => result !== undefined);
  const isRepairable = running === undefined && repairs.length > 0;
  return (
    <ActionDialog
      title={`Repair ${name}`}
      submit={isRepairable ? 'Repair' : running && isIdle && repairs.some(isFailed) ? tryAgain : undefined}
      isReady={!plan.isLoading}
      work={work}
      close={isIdle ? 'Close' : 'Stop'}
      onClose={onClose}
    >
      <Loaded query={plan} label="Checking" lines={5}>
        {({ forecast }) =>
          repairs.length === 0 ? <p>Nothing is left to repair.</p> : <Repairs repairs={repairs} forecast={forecast} isRunning={!isIdle} />
        }
      </Loaded>
    </ActionDialog>
  );
}
