import { timeTicks } from 'd3-time';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { axisTime, localTime, viewerZone } from '../time.ts';
import { linear, roundMarks } from './scale.ts';

const margin = { top: 8, right: 20, bottom: 22, left: 52 };
const intervalsMs = { minute: 60_000, hour: 3_600_000 };
const height = 180;

export interface PlotScales {
  x(time: number): number;
  y(value: number): number;
  /** Width of one interval, in pixels. */
  readonly step: number;
}

interface PlotProps {
  /** What the picture shows, in words. */
  readonly label: string;
  /** Beginnings of the intervals, in milliseconds. */
  readonly times: readonly number[];
  readonly interval: keyof typeof intervalsMs;
  /** What the vertical axis counts or measures. */
  readonly unit: string;
  /** The least value and the greatest. */
  readonly range: readonly [number, number];
  /** Marks of the vertical axis, in place of round values from 0. */
  readonly ticks?: readonly number[];
  tick(value: number): string;
  /** The text for the interval under the pointer. */
  readout(index: number): ComponentChildren;
  /** The text without a pointer. */
  readonly summary: ComponentChildren;
  children(scales: PlotScales): ComponentChildren;
}

/** How wide an element is, in pixels; 0 before it is there. */
export function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** The frame of a picture over time: axes, lines of the grid, and what is under the pointer. */
export function Plot({ label, times, interval, unit, range, ticks, tick, readout, summary, children }: PlotProps) {
  const intervalMs = intervalsMs[interval];
  const { element, width } = useWidth();
  const [pointed, setPointed] = useState<number>();
  const inner = { width: Math.max(width - margin.left - margin.right, 1), height: height - margin.top - margin.bottom };
  const start = times[0] ?? 0;
  const end = (times.at(-1) ?? 0) + intervalMs;
  const marks = ticks ?? roundMarks(range[1], 4);
  const x = linear([start, end], [0, inner.width]);
  const y = linear(ticks ? range : [0, marks.at(-1)!], [inner.height, 0]);
  const step = inner.width / Math.max((end - start) / intervalMs, 1);
  const xTicks = timeTicks(new Date(start), new Date(end), Math.max(Math.floor(inner.width / 90), 2));
  const point = (clientX: number, box: DOMRect) => {
    const index = Math.floor((clientX - box.left) / step);
    setPointed(times[index] === undefined ? undefined : index);
  };
  return (
    <div class="plot">
      <p class="axis-note">
        {unit} · {viewerZone}
      </p>
      <p class="readout" aria-hidden="true">
        {pointed === undefined || times[pointed] === undefined ? (
          summary
        ) : (
          <>
            <strong>{localTime(times[pointed])}</strong> {readout(pointed)}
          </>
        )}
      </p>
      <div ref={element} class="plot-area">
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={label}>
            <g transform={`translate(${margin.left},${margin.top})`}>
              {marks.map((value) => (
                <g key={value} transform={`translate(0,${y(value)})`}>
                  <line class="grid" x2={inner.width} />
                  <text class="tick" x={-8} dy="0.32em" text-anchor="end">
                    {tick(value)}
                  </text>
                </g>
              ))}
              {xTicks.map((time) => (
                <text key={time.getTime()} class="tick" x={x(time.getTime())} y={inner.height + 16} text-anchor="middle">
                  {axisTime(time)}
                </text>
              ))}
              {children({ x, y, step })}
              {pointed !== undefined && times[pointed] !== undefined && (
                <line class="pointer" x1={x(times[pointed]) + step / 2} x2={x(times[pointed]) + step / 2} y2={inner.height} />
              )}
              <rect
                class="catcher"
                width={inner.width}
                height={inner.height}
                onPointerMove={(event) => point(event.clientX, event.currentTarget.getBoundingClientRect())}
                onPointerLeave={() => setPointed(undefined)}
              />
            </g>
          </svg>
        )}
      </div>
    </div>
  );
}
