import { useLayoutEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Table } from '../components/list.tsx';
import { count, counted, percent, clockTime, dayOf, localInput, localTime } from '../format.ts';
import type { FiguresPoint } from './figures.tsx';
import { attemptCount, failedCount } from './outcomes.ts';
import { useWidth } from './plot.tsx';

const cellMs = 5 * 60_000;
const hourMs = 60 * 60_000;
const shades = 5;
const leastCellWidth = 24;
const cellHeight = 16;
const labelWidth = 30;
const mapHeight = 226;

interface Cell {
  readonly start: number;
  readonly all: number;
  readonly failed: number;
}

interface Hour {
  readonly start: number;
  /** Of five minutes each. */
  readonly cells: readonly Cell[];
}

/** Every hour of the points. */
function hoursOf(points: readonly FiguresPoint[]): Hour[] {
  const first = Math.floor(Date.parse(points[0]!.at) / hourMs) * hourMs;
  const last = Math.floor(Date.parse(points.at(-1)!.at) / hourMs) * hourMs;
  const cells = Map.groupBy(points, ({ at }) => Math.floor(Date.parse(at) / cellMs) * cellMs);
  const hours = Array.from({ length: (last - first) / hourMs + 1 }, (_, index) => first + index * hourMs);
  return hours.map((start) => ({
    start,
    cells: Array.from({ length: hourMs / cellMs }, (_, index) => {
      const at = start + index * cellMs;
      const attempts = (cells.get(at) ?? []).map((point) => point.attempts);
      return {
        start: at,
        all: attempts.reduce((sum, counts) => sum + attemptCount(counts), 0),
        failed: attempts.reduce((sum, counts) => sum + failedCount(counts), 0),
      };
    }),
  }));
}

const isMidnight = ({ start }: Hour) => new Date(start).getHours() === 0;

/** The colours by the share of failed attempts: none, up to these, and more. */
const hues = [
  ['none failed', 0],
  ['up to 5 % failed', 0.05],
  ['up to half failed', 0.5],
  ['more failed', 1],
] as const;
const hueOf = ({ all, failed }: Cell) => hues.findIndex(([, most]) => failed <= all * most);

/** How strong a colour is: from 0 for none to the strongest for the most. The square root keeps small counts visible next to large ones. */
const shadeOf = (value: number, most: number) => (value === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(value / most) * shades)));
const strength = (shade: number) => 0.2 + (0.8 * shade) / shades;

const inWords = ({ start, all, failed }: Cell) =>
  `${localTime(start)} to ${clockTime(start + cellMs)}: ${counted(all, 'attempt')}, ${count(failed)} failed${all > 0 ? ` (${percent(failed / all)})` : ''}`;

/** Deliveries that were queued in a span, in the list. */
const listOf = (endpointId: string, start: number, end: number) =>
  `/endpoints/${endpointId}/deliveries?${new URLSearchParams({ from: localInput(start), to: localInput(end) })}`;

function Scale({ most }: { most: number }) {
  return (
    <p class="heat-scale">
      {hues.map(([text], hue) => (
        <span key={text} class={`key hue-${hue}`}>
          {text}
        </span>
      ))}
      <span class="quiet">Stronger colours: more attempts, at most {count(most)} in a cell.</span>
    </p>
  );
}

const total = (of: readonly Cell[], member: 'all' | 'failed') => of.reduce((sum, cell) => sum + cell[member], 0);

interface HourColumnProps {
  readonly hour: Hour;
  readonly column: number;
  readonly isLast: boolean;
  readonly isDayNamed: boolean;
  readonly width: number;
  readonly most: number;
  onPoint(cell: Cell): void;
  onOpen(cell: Cell): void;
}

function HourColumn({ hour: { start, cells }, column, isLast, isDayNamed, width, most, onPoint, onOpen }: HourColumnProps) {
  const place = isLast ? { x: width, 'text-anchor': 'end' as const } : {};
  return (
    <g transform={`translate(${column * width},0)`}>
      {cells.map((cell, row) => {
        const shade = shadeOf(cell.all, most);
        return (
          <rect
            key={cell.start}
            class={shade === 0 ? 'cell' : `cell hue-${hueOf(cell)}`}
            data-start={new Date(cell.start).toISOString()}
            y={row * cellHeight}
            width={width - 3}
            height={cellHeight - 3}
            rx={2}
            fill-opacity={shade === 0 ? 1 : strength(shade)}
            onPointerEnter={() => onPoint(cell)}
            onClick={() => onOpen(cell)}
          />
        );
      })}
      {column % 3 === 0 && (
        <text class="tick" y={207} {...place}>
          {clockTime(start)}
        </text>
      )}
      {isDayNamed && (
        <text class="tick" y={221} {...place}>
          {dayOf(start)}
        </text>
      )}
    </g>
  );
}

function HoursTable({ hours, endpointId }: { hours: readonly Hour[]; endpointId: string }) {
  const rows = hours.map(({ start, cells }) => ({ start, all: total(cells, 'all'), failed: total(cells, 'failed') }));
  return (
    <details class="as-table">
      <summary>Show as a table</summary>
      <Table
        label="Hours"
        kind="plain"
        rows={rows}
        columns={[
          ['Hour from', ({ start }) => <Link href={listOf(endpointId, start, start + hourMs)}>{localTime(start)}</Link>, 'header'],
          ['Attempts', ({ all }) => count(all), 'number'],
          ['Failed', ({ failed }) => count(failed), 'number'],
          ['Share', ({ all, failed }) => (all === 0 ? '–' : percent(failed / all)), 'number'],
        ]}
      />
    </details>
  );
}

/** The minutes of the rows, next to the hours, which scroll. */
function Minutes() {
  return (
    <svg class="heat-minutes" width={labelWidth} height={mapHeight} aria-hidden="true">
      {[0, 15, 30, 45].map((minute) => (
        <text key={minute} class="tick" x={labelWidth - 6} y={(minute / 5) * cellHeight + 11} text-anchor="end">
          :{String(minute).padStart(2, '0')}
        </text>
      ))}
    </svg>
  );
}

interface HeatMapProps {
  readonly points: readonly FiguresPoint[];
  readonly endpointId: string;
}

/** The last day: a column for each hour, a cell for each five minutes. A click opens the deliveries of the cell. */
export const HeatMap = (props: HeatMapProps) => (props.points.length === 0 ? null : <DayOfCells {...props} />);

function DayOfCells({ points, endpointId }: HeatMapProps) {
  const [pointed, setPointed] = useState<Cell>();
  const [, navigate] = useLocation();
  const { element: region, width: shownWidth } = useWidth();
  const isDrawn = shownWidth > 0;
  // Where the picture is wider than the screen, what happened last is in sight first.
  useLayoutEffect(() => {
    if (region.current) region.current.scrollLeft = region.current.scrollWidth;
  }, [isDrawn]);
  const hours = hoursOf(points);
  const cells = hours.flatMap((hour) => hour.cells);
  const most = Math.max(...cells.map(({ all }) => all));
  // The day of the first hour is left out where midnight is so near that its text would be over it.
  const firstDay = hours.slice(1, 3).some(isMidnight) ? undefined : 0;
  const columnWidth = Math.max(shownWidth / hours.length, leastCellWidth);
  return (
    <div class="heat">
      <p class="readout" aria-hidden="true">
        {pointed ? inWords(pointed) : 'Click a cell to open the deliveries that were queued in its five minutes.'}
      </p>
      <Scale most={most} />
      <div class="heat-body">
        <Minutes />
        <div ref={region} class="scroll" role="region" aria-label="Heat map" tabIndex={0}>
          {isDrawn && (
            <svg
              class="heat-map"
              width={hours.length * columnWidth}
              height={mapHeight}
              role="img"
              aria-label={`Heat map of the last day: ${counted(total(cells, 'all'), 'attempt')}, ${count(total(cells, 'failed'))} failed`}
              onPointerLeave={() => setPointed(undefined)}
            >
              {hours.map((hour, column) => (
                <HourColumn
                  key={hour.start}
                  hour={hour}
                  column={column}
                  isLast={column === hours.length - 1}
                  isDayNamed={column === firstDay || (column > 0 && isMidnight(hour))}
                  width={columnWidth}
                  most={most}
                  onPoint={setPointed}
                  onOpen={({ start }) => navigate(listOf(endpointId, start, start + cellMs))}
                />
              ))}
            </svg>
          )}
        </div>
      </div>
      <HoursTable hours={hours} endpointId={endpointId} />
    </div>
  );
}
