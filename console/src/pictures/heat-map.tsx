import { useLayoutEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Table } from '../components/list.tsx';
import { Disclosure } from '../components/page.tsx';
import { clockTime, count, counted, dayOf, localInput, localTime, percent } from '../format.ts';
import type { FigurePoint } from '../schemas.ts';
import { attemptCount, failedCount, sumAttempts } from './outcomes.ts';
import { useWidth } from './plot.tsx';

const cellMs = 5 * 60_000;
const hourMs = 60 * 60_000;
const cellsPerHour = hourMs / cellMs;
const minCellWidth = 24;
const cellHeight = 16;
const labelWidth = 30;
const mapHeight = 226;

/** The attempts of five minutes or of an hour. */
interface Cell {
  readonly start: number;
  readonly all: number;
  readonly failed: number;
}

function cellsOf(points: readonly FigurePoint[], ms: number): Cell[] {
  const startOf = (at: string, unitMs: number) => Math.floor(Date.parse(at) / unitMs) * unitMs;
  const first = startOf(points[0]!.at, hourMs);
  const end = startOf(points.at(-1)!.at, hourMs) + hourMs;
  const pointsByCell = Map.groupBy(points, ({ at }) => startOf(at, ms));
  return Array.from({ length: (end - first) / ms }, (_, index) => {
    const start = first + index * ms;
    const attempts = sumAttempts((pointsByCell.get(start) ?? []).map((point) => point.attempts));
    return { start, all: attemptCount(attempts), failed: failedCount(attempts) };
  });
}

const isMidnight = ({ start }: Cell) => new Date(start).getHours() === 0;

/** The colours, each with the greatest share of failed attempts that it shows. */
const hues = [
  ['none failed', 0],
  ['up to 5% failed', 0.05],
  ['up to half failed', 0.5],
  ['more failed', 1],
] as const;

/** The colour of a cell. The square root keeps small counts visible next to large ones. */
function look({ all, failed }: Cell, most: number) {
  if (all === 0) return { class: 'cell', 'fill-opacity': 1 };
  const hue = hues.findIndex(([, share]) => failed <= all * share);
  return { class: `cell hue-${hue}`, 'fill-opacity': 0.2 + 0.16 * Math.ceil(Math.sqrt(all / most) * 5) };
}

const textOf = ({ start, all, failed }: Cell) =>
  `${localTime(start)} to ${clockTime(start + cellMs)}: ${counted(all, 'attempt')}, ${count(failed)} failed${all > 0 ? ` (${percent(failed / all)})` : ''}`;

/** The list of deliveries that were queued in a time range. */
const listOf = (endpointId: string, start: number, ms: number) =>
  `/endpoints/${endpointId}/deliveries?${new URLSearchParams({ from: localInput(start), to: localInput(start + ms) })}`;

/** The labels of the rows, next to the scrolling hours. */
const minuteLabels = (
  <svg class="heat-minutes" width={labelWidth} height={mapHeight} aria-hidden="true">
    {['00', '15', '30', '45'].map((minute, index) => (
      <text key={minute} class="tick" x={labelWidth - 6} y={index * 3 * cellHeight + 11} text-anchor="end">
        :{minute}
      </text>
    ))}
  </svg>
);

/** The last day: a column for each hour, a cell for each five minutes. A click opens the deliveries of the cell. */
export function HeatMap({ points, endpointId }: { points: readonly FigurePoint[]; endpointId: string }) {
  const [pointed, setPointed] = useState<Cell>();
  const [, navigate] = useLocation();
  const { element: region, width: shownWidth } = useWidth();
  const isDrawn = shownWidth > 0;
  // On narrow screens, the latest hours are visible first.
  useLayoutEffect(() => {
    if (region.current) region.current.scrollLeft = region.current.scrollWidth;
  }, [isDrawn]);
  const [cells, hours] = [cellsOf(points, cellMs), cellsOf(points, hourMs)];
  const most = Math.max(...cells.map(({ all }) => all));
  const total = (member: 'all' | 'failed') => hours.reduce((sum, hour) => sum + hour[member], 0);
  const width = Math.max(shownWidth / hours.length, minCellWidth);
  // The day of the first hour is omitted if the label of midnight would overlap it.
  const firstDay = hours.slice(1, 3).some(isMidnight) ? undefined : hours[0];
  return (
    <>
      <p class="row readout" aria-hidden="true">
        {pointed ? textOf(pointed) : 'Click a cell to open the deliveries that were queued in its five minutes.'}
      </p>
      <p class="row heat-scale">
        {hues.map(([text], hue) => (
          <span key={text} class={`key hue-${hue}`}>
            {text}
          </span>
        ))}
        <span class="quiet">Stronger colours: more attempts, at most {count(most)} in a cell.</span>
      </p>
      <div class="heat-body">
        {minuteLabels}
        <div ref={region} class="scroll" role="region" aria-label="Heat map" tabIndex={0}>
          {isDrawn && (
            <svg
              class="heat-map"
              width={hours.length * width}
              height={mapHeight}
              role="img"
              aria-label={`Heat map of the last day: ${counted(total('all'), 'attempt')}, ${count(total('failed'))} failed`}
              onPointerLeave={() => setPointed(undefined)}
            >
              {cells.map((cell, index) => (
                <rect
                  key={cell.start}
                  {...look(cell, most)}
                  data-start={new Date(cell.start).toISOString()}
                  x={Math.floor(index / cellsPerHour) * width}
                  y={(index % cellsPerHour) * cellHeight}
                  width={width - 3}
                  height={cellHeight - 3}
                  rx={2}
                  onPointerEnter={() => setPointed(cell)}
                  onClick={() => navigate(listOf(endpointId, cell.start, cellMs))}
                />
              ))}
              {hours.map((hour, column) => {
                const isLast = column === hours.length - 1;
                const place = { x: (isLast ? column + 1 : column) * width, 'text-anchor': isLast ? 'end' : 'start' } as const;
                return (
                  <g key={hour.start}>
                    {column % 3 === 0 && (
                      <text class="tick" y={207} {...place}>
                        {clockTime(hour.start)}
                      </text>
                    )}
                    {(hour === firstDay || (column > 0 && isMidnight(hour))) && (
                      <text class="tick" y={221} {...place}>
                        {dayOf(hour.start)}
                      </text>
                    )}
                  </g>
                );
              })}
            </svg>
          )}
        </div>
      </div>
      <Disclosure title="Show as a table">
        <Table
          label="Hours"
          kind="plain"
          rows={hours}
          columns={[
            ['Hour from', ({ start }) => <Link href={listOf(endpointId, start, hourMs)}>{localTime(start)}</Link>, 'header'],
            ['Attempts', ({ all }) => count(all), 'number'],
            ['Failed', ({ failed }) => count(failed), 'number'],
            ['Share', ({ all, failed }) => (all === 0 ? '–' : percent(failed / all)), 'number'],
          ]}
        />
      </Disclosure>
    </>
  );
}
