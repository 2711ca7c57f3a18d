/** Shapes of the diagrams. The style sheet has their colours, for the light and the dark scheme. */

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The meaning of a shape: `own` is of the service, `good` and `bad` are outcomes, `faint` is optional. */
export type Tone = 'plain' | 'own' | 'good' | 'bad' | 'faint';

export function label(x: number, y: number, text: string, kind = '', anchor: 'start' | 'middle' | 'end' = 'middle'): string {
  return `<text class="d-text ${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${escape(text)}</text>`;
}

/** A box with its name, and lines below the name. */
export function box(x: number, y: number, width: number, height: number, tone: Tone, title: string, ...lines: readonly string[]): string {
  const middle = x + width / 2;
  const top = y + height / 2 + 5 - lines.length * 9;
  return [
    `<rect class="d-box ${tone}" x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/>`,
    label(middle, top, title, 'd-title'),
    ...lines.map((line, index) => label(middle, top + 18 * (index + 1), line, 'd-small')),
  ].join('');
}

/** An arrow along the points of a polyline, with words above its first stretch. */
export function arrow(points: string, words = '', tone: Tone = 'plain'): string {
  const corners = points.split(' ').map((corner) => corner.split(',').map(Number) as [number, number]);
  const [[x1, y1], [x2]] = [corners[0]!, corners[1]!];
  const [[fromX, fromY], [toX, toY]] = [corners.at(-2)!, corners.at(-1)!];
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const tip = (turn: number) => `${(toX - 8 * Math.cos(angle + turn)).toFixed(1)},${(toY - 8 * Math.sin(angle + turn)).toFixed(1)}`;
  const line = `<polyline class="d-line ${tone}" points="${points}"/>`;
  const head = `<polygon class="d-head ${tone}" points="${toX},${toY} ${tip(0.45)} ${tip(-0.45)}"/>`;
  return line + head + (words === '' ? '' : label((x1 + x2) / 2, y1 - 8, words, 'd-small'));
}

export const line = (x1: number, y1: number, x2: number, y2: number, tone: Tone = 'faint') =>
  `<line class="d-line ${tone}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

export const dot = (x: number, y: number, tone: Tone) => `<circle class="d-dot ${tone}" cx="${x}" cy="${y}" r="7"/>`;

/** A group of shapes with a frame and a name at its upper edge. */
export const frame = (x: number, y: number, width: number, height: number, name: string) =>
  `<rect class="d-frame" x="${x}" y="${y}" width="${width}" height="${height}" rx="12"/>${label(x + 14, y + 22, name, 'd-small', 'start')}`;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly string[];
}

export interface Diagram extends Drawing {
  /** The variant for a phone. Without it, the diagram scrolls by itself on a narrow page. */
  readonly narrow?: Drawing;
}

const svgOf = ({ width, height, shapes }: Drawing, alternative: string, kind = '') =>
  `<svg${kind} viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(alternative)}">${shapes.join('')}</svg>`;

/** The HTML of a diagram, with its text alternative. */
export function renderDiagram(diagram: Diagram, alternative: string): string {
  const narrow = diagram.narrow ? svgOf(diagram.narrow, alternative, ' class="narrow"') : '';
  return `<figure class="diagram" tabindex="0">${svgOf(diagram, alternative)}${narrow}</figure>`;
}
