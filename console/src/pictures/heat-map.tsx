import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { count, counted } from '../numbers.ts';
import { clockTime } from '../time.ts';
import { totalsOf, type FiguresPoint } from './figures.tsx';

const cellMs = 5 * 60_000;
const hourMs = 60 * 60_000;
const shades = 5;

interface Cell {
  readonly start: number;
  readonly delivered: number;
  readonly failed: number;
}

/** Five minutes each, of every hour of the points. */
function hoursOf(points: readonly FiguresPoint[]): { start: number; cells: Cell[] }[] {
  const first = Math.floor(Date.parse(points[0]!.at) / hourMs) * hourMs;
  const last = Math.floor(Date.parse(points.at(-1)!.at) / hourMs) * hourMs;
  const cells = Map.groupBy(points, ({ at }) => Math.floor(Date.parse(at) / cellMs) * cellMs);
  const hours = Array.from({ length: (last - first) / hourMs + 1 }, (_, index) => first + index * hourMs);
  return hours.map((start) => ({
    start,
    cells: Array.from({ length: hourMs / cellMs }, (_, index) => {
      const at = start + index * cellMs;
      return { start: at, ...totalsOf(cells.get(at) ?? []) };
    }),
  }));
}

/** How dark a cell is: from 0 for none to the darkest for the most. The square root keeps small counts visible next to large ones. */
const shadeOf = (value: number, most: number) => (value === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(value / most) * shades)));

const told = ({ start, delivered, failed }: Cell) =>
  `${clockTime(start)} to ${clockTime(start + cellMs)}: ${count(delivered)} delivered, ${count(failed)} failed`;

/** The last day: a column for each hour, a cell for each five minutes. A cell with failures has their colour and a cross. */
export function HeatMap({ points }: { points: readonly FiguresPoint[] }) {
  const [pointed, setPointed] = useState<Cell>();
  const region = useRef<HTMLDivElement>(null);
  // Where the picture is wider than the screen, what happened last is in sight first.
  useLayoutEffect(() => {
    if (region.current) region.current.scrollLeft = region.current.scrollWidth;
  }, []);
  if (points.length === 0) return null;
  const hours = hoursOf(points);
  const most = Math.max(...hours.flatMap(({ cells }) => cells.map((cell) => cell.delivered + cell.failed)), 1);
  const { delivered, failed } = totalsOf(points);
  return (
    <div class="heat">
      <p class="readout" aria-hidden="true">
        {pointed ? told(pointed) : 'Stronger colours mean more deliveries. Red: some of them failed permanently.'}
      </p>
      <div ref={region} class="scroll" role="region" aria-label="Heat map" tabIndex={0}>
        <svg
          class="heat-map"
          viewBox={`0 0 ${hours.length * 40} 220`}
          role="img"
          aria-label={`Heat map of the last day: ${counted(delivered + failed, 'delivery', 'deliveries')}, ${count(failed)} failed`}
          onPointerLeave={() => setPointed(undefined)}
        >
          {hours.map(({ start, cells }, column) => (
            <g key={start} transform={`translate(${column * 40},0)`}>
              {cells.map((cell, row) => {
                const shade = shadeOf(cell.delivered + cell.failed, most);
                return (
                  <g key={cell.start} transform={`translate(0,${row * 16})`} onPointerEnter={() => setPointed(cell)}>
                    <rect class={`cell shade-${shade}${cell.failed > 0 ? ' failed' : ''}`} width={37} height={13} rx={2} />
                    {cell.failed > 0 && <path class="cross" d="M16 4 L21 9 M21 4 L16 9" />}
                  </g>
                );
              })}
              {column % 3 === 0 && (
                <text class="tick" y={210}>
                  {clockTime(start)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <details class="as-table">
        <summary>Show as a table</summary>
        <div class="scroll" role="region" aria-label="Hours" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Hour from</th>
                <th scope="col" class="number">
                  Delivered
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
              </tr>
            </thead>
            <tbody>
              {hours.map(({ start, cells }) => (
                <tr key={start}>
                  <th scope="row">{clockTime(start)}</th>
                  <td class="number">{count(cells.reduce((total, cell) => total + cell.delivered, 0))}</td>
                  <td class="number">{count(cells.reduce((total, cell) => total + cell.failed, 0))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
