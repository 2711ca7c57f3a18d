import { styleText } from 'node:util';
import { headColumn, plain, type Paint } from './table.ts';

type Style = Parameters<typeof styleText>[0];

/** The colour of each state. */
const styles: Readonly<Record<string, Style>> = {
  active: 'green',
  delivered: 'green',
  ok: 'green',
  operational: 'green',
  published: 'green',
  verified: 'green',
  works: 'green',
  pending: 'yellow',
  scheduled: 'yellow',
  degraded: 'yellow',
  paused: 'yellow',
  struggles: 'yellow',
  behind: 'yellow',
  disabled: 'red',
  failed: 'red',
  fails: 'red',
  down: 'red',
  REFUSED: 'red',
};

/** True for a terminal with colours, unless NO_COLOR or CLICOLOR=0 is set, and for every stream with CLICOLOR_FORCE. */
export function hasColours(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): boolean {
  if (environment['NO_COLOR'] || environment['CLICOLOR'] === '0') return false;
  if (environment['CLICOLOR_FORCE'] && environment['CLICOLOR_FORCE'] !== '0') return true;
  return stream.isTTY === true && typeof stream.hasColors === 'function' && stream.hasColors(16, environment);
}

/** Colours states and column names. */
export function painter(colours: boolean): Paint {
  if (!colours) return plain;
  return (column, text) => {
    const style = column === headColumn ? 'bold' : styles[text.trim()];
    return style === undefined ? text : styleText(style, text, { validateStream: false });
  };
}

/** A text in red if colours are enabled. */
export function red(text: string, colours: boolean): string {
  return colours ? styleText('red', text, { validateStream: false }) : text;
}
