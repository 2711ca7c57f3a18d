import { timeTicks as clockTicks } from 'd3-time';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { axisTime, localTime, viewerZone } from '../format.ts';
import { linear, valueTicks } from './scale.ts';

const intervalsMs = { minute: 60_000, hour: 3_600_000 };

/** The width of an element in pixels; 0 before it is rendered. */
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

interface DrawingProps {
  readonly class?: string;
  /** A description for screen readers. */
  readonly label: string;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Height without the margins, as the width of the content. */
  readonly height: number;
  children(width: number): ComponentChildren;
}

/** A picture as wide as its container. */
export function Drawing({ class: look, label, margin, height, children }: DrawingProps) {
  const { element, width } = useWidth();
  return (
    <div ref={element} class={look}>
      {width > 0 && (
        <svg width={width} height={margin.top + height + margin.bottom} role="img" aria-label={label}>
          <g transform={`translate(${margin.left},${margin.top})`}>{children(Math.max(width - margin.left - margin.right, 1))}</g>
        </svg>
      )}
    </div>
  );
}

/** How many time labels fit below a picture. */
export const tickCount = (width: number): number => Math.max(Math.floor(width / 90), 2);

interface PlotProps {
  /** A description for screen readers. */
  readonly label: string;
  /** Beginnings of the intervals, in milliseconds. */
  readonly times: readonly number[];
  readonly interval: keyof typeof intervalsMs;
  /** The unit of the vertical axis. */
  readonly unit: string;
  /** The least value and the greatest. */
  readonly range: readonly [number, number];
  /** Ticks of the vertical axis, instead of round values from 0. */
  readonly ticks?: readonly number[];
  tick(value: number): string;
  /** The text for the interval under the pointer. */
  readout(index: number): ComponentChildren;
  /** The text without a pointer. */
  readonly summary: ComponentChildren;
  /** The content, given the scales and the width of one interval in pixels. */
  children(scales: { x(time: number): number; y(value: number): number; readonly step: number }): ComponentChildren;
}

const height = 150;

/** The frame of a picture over time: axes, grid lines, and the text for the interval under the pointer. */
export function Plot({ label, times, interval, unit, range, ticks, tick, readout, summary, children }: PlotProps) {
  const intervalMs = intervalsMs[interval];
  const [at, setAt] = useState<number>();
  const pointed = at === undefined ? undefined : times[at];
  const [start, end] = [times[0] ?? 0, (times.at(-1) ?? 0) + intervalMs];
  const values = ticks ?? valueTicks(range[1], 4);
  const y = linear(ticks ? range : [0, values.at(-1)!], [height, 0]);
  return (
    <div class="plot">
      <p class="axis-note">
        {unit} · {viewerZone}
      </p>
      <p class="row readout" aria-hidden="true">
        {at === undefined || pointed === undefined ? (
          summary
        ) : (
          <>
            <strong>{localTime(pointed)}</strong> {readout(at)}
          </>
        )}
      </p>
      <Drawing class="plot-area" label={label} margin={{ top: 8, right: 20, bottom: 22, left: 52 }} height={height}>
        {(width) => {
          const x = linear([start, end], [0, width]);
          const step = width / Math.max((end - start) / intervalMs, 1);
          return (
            <>
              {values.map((value) => (
                <g key={value} transform={`translate(0,${y(value)})`}>
                  <line class="grid" x2={width} />
                  <text class="tick" x={-8} dy="0.32em" text-anchor="end">
                    {tick(value)}
                  </text>
                </g>
              ))}
              {clockTicks(new Date(start), new Date(end), tickCount(width)).map((time) => (
                <text key={time.getTime()} class="tick" x={x(time.getTime())} y={height + 16} text-anchor="middle">
                  {axisTime(time)}
                </text>
              ))}
              {children({ x, y, step })}
              {pointed !== undefined && <line class="pointer" x1={x(pointed) + step / 2} x2={x(pointed) + step / 2} y2={height} />}
              <rect
                fill="transparent"
                width={width}
                height={height}
                onPointerMove={({ clientX, currentTarget }) =>
                  setAt(Math.floor((clientX - currentTarget.getBoundingClientRect().left) / step))
                }
                onPointerLeave={() => setAt(undefined)}
              />
            </>
          );
        }}
      </Drawing>
    </div>
  );
}
