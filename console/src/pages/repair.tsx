import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle, type IconNode } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionDialog, type ResultDialogProps } from '../components/dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { forecastSentences } from '../components/forecast.tsx';
import { Icon } from '../components/icon.tsx';
import { count, counted } from '../format.ts';
import { carryOut, planRepair, stepTitles, type Repair, type RepairTarget, type Step, type StepName } from '../repair.ts';
import { useQuery } from '../use-query.ts';

type State = Step['state'];

const icons: Readonly<Record<State, readonly [icon: IconNode, tone: string]>> = {
  failed: [CircleX, 'bad'],
  running: [LoaderCircle, 'accent'],
  due: [Circle, 'quiet'],
  done: [CircleCheck, 'good'],
  'not needed': [CircleMinus, 'quiet'],
};
/** The states in the order in which they decide that of a step of several endpoints. */
const states = Object.keys(icons) as State[];

/** Endpoints that are repaired at the same time. */
const atOnce = 4;
const shownFailures = 5;

/** Calls `work` for each item, for some at the same time. */
async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const next = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** A step of several endpoints, as `28 done, 2 failed: 1,650 deliveries`. */
function textOfMany(steps: readonly Step[]): string {
  const parts = states.flatMap((state) => {
    const of = steps.filter((step) => step.state === state).length;
    return of === 0 ? [] : `${count(of)} ${state}`;
  });
  const size = steps.reduce((sum, step) => sum + (step.size ?? 0), 0);
  return `${parts.join(', ')}${size > 0 ? `: ${counted(size, 'event')}` : ''}`;
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
        <span class="visually-hidden">, {state}:</span>{' '}
        <span class="quiet">{steps.length > 1 ? textOfMany(steps) : `${state === 'not needed' ? 'Not needed: ' : ''}${only!.text}`}</span>
      </span>
    </li>
  );
}

/** The duration of the deliveries that are replayed and recovered. */
function durationSentence({ forecast, steps }: Repair): string | undefined {
  const size = (steps.replay.size ?? 0) + (steps.recover.size ?? 0);
  if (forecast === undefined || size === 0) return undefined;
  const { p90_ms: p90, concurrent_attempts: concurrent, queued_before_count: before } = forecast;
  const seconds = p90 === null ? null : Math.ceil((Math.ceil((size + before) / concurrent) * p90) / 1_000);
  return forecastSentences({ ...forecast, duration_seconds: seconds })[0];
}

const isFailed = ({ steps }: Repair) => Object.values(steps).some(({ state }) => state === 'failed');

function Repairs({ repairs }: { repairs: readonly Repair[] }) {
  const failed = repairs.filter(isFailed);
  const [only] = repairs;
  return (
    <>
      <ol class="health-list" aria-label="Steps">
        {(Object.keys(stepTitles) as StepName[]).map((name) => (
          <StepItem key={name} name={name} steps={repairs.map(({ steps }) => steps[name])} />
        ))}
      </ol>
      {repairs.length === 1 ? (
        <p role="status" aria-live="polite">
          {only!.result ?? durationSentence(only!)}
        </p>
      ) : (
        <>
          <p role="status" aria-live="polite">
            {counted(repairs.filter(({ result }) => result !== undefined).length, 'endpoint')} of {count(repairs.length)} finished.
          </p>
          <ul class="plain">
            {failed.slice(0, shownFailures).map(({ target, result }) => (
              <li key={target.endpointId}>
                {target.name}: {result}
              </li>
            ))}
          </ul>
          {failed.length > shownFailures && <p class="quiet">{counted(failed.length - shownFailures, 'more endpoint')} failed.</p>}
        </>
      )}
    </>
  );
}

interface RepairDialogProps extends ResultDialogProps {
  /** The endpoint, or the group of endpoints. */
  readonly name: string;
  readonly targets: readonly RepairTarget[];
}

/** Enables endpoints, tests them, replays their failures, recovers the events that they missed, and shows the outcomes. */
export function RepairDialog({ name, targets, onDone, onClose }: RepairDialogProps) {
  const plan = useQuery(async () => {
    const repairs = new Map<string, Repair>();
    await forEachOf(targets, async (target) => void repairs.set(target.endpointId, await planRepair(target)));
    return repairs;
  }, []);
  const [repairs, setRepairs] = useState<ReadonlyMap<string, Repair>>();
  const closing = useRef(new AbortController()).current;
  useEffect(() => () => closing.abort(), []);
  const work = async () => {
    let now = plan.data!;
    setRepairs(now);
    const results: string[] = [];
    await forEachOf([...now.values()], async (repair) => {
      if (closing.signal.aborted) return;
      const onChange = (changed: Repair) => {
        now = new Map(now).set(changed.target.endpointId, changed);
        setRepairs(now);
      };
      results.push(await carryOut(repair, closing.signal, onChange));
    });
    onDone(results.length === 1 ? results[0]! : `${counted(results.length, 'endpoint')} of ${count(targets.length)} finished.`);
  };
  const checkAgain = async () => {
    setRepairs(undefined);
    plan.reload();
  };
  const isIdle = repairs === undefined || [...repairs.values()].every(({ result }) => result !== undefined);
  const hasFailed = isIdle && [...(repairs?.values() ?? [])].some(isFailed);
  return (
    <ActionDialog
      title={`Repair ${name}`}
      submit={repairs === undefined ? 'Repair' : hasFailed ? 'Check again' : undefined}
      isReady={plan.data !== undefined}
      work={repairs === undefined ? work : checkAgain}
      close={isIdle ? 'Close' : 'Stop'}
      onClose={onClose}
    >
      <Loaded query={plan} label="Checking" lines={5}>
        {(planned) => <Repairs repairs={[...(repairs ?? planned).values()]} />}
      </Loaded>
    </ActionDialog>
  );
}
