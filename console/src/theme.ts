import type { OperatorSchemas } from './schemas.ts';

/** Name, logo and colours of a portal, as its link has them. */
export type Theme = OperatorSchemas['PortalTheme'];

type Rgb = readonly [number, number, number];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
const ink: Rgb = [14, 20, 48];

interface Scheme {
  /** The background of text in the accent. */
  readonly ground: Rgb;
  /** The colour with the most contrast to the ground. */
  readonly strong: Rgb;
  /** The share of the accent in `--accent-ground`. */
  readonly tint: number;
}

const light: Scheme = { ground: white, strong: black, tint: 0.08 };
const dark: Scheme = { ground: [24, 25, 28], strong: white, tint: 0.2 };
const minContrast = 4.5;

const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/;

export function rgbOf(text: string): Rgb | undefined {
  const found = hex.exec(text);
  return found ? [parseInt(found[1]!, 16), parseInt(found[2]!, 16), parseInt(found[3]!, 16)] : undefined;
}

const hexOf = (colour: Rgb) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [left, right] = [luminance(one), luminance(other)];
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
}

const mixed = (from: Rgb, to: Rgb, share: number) => from.map((part, index) => part + (to[index]! - part) * share) as unknown as Rgb;

/** The colour, changed as little as necessary for its contrast to the background. */
function readable(colour: Rgb, { ground, strong }: Scheme): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(colour, strong, share);
    if (contrast(candidate, ground) >= minContrast) return candidate;
  }
  return strong;
}

/** CSS custom properties that depend on an accent, readable in both colour schemes. */
export function accentProperties(accent: string): Readonly<Record<string, string>> {
  const given = rgbOf(accent);
  if (!given) return {};
  const ofBoth = (colourOf: (accent: Rgb, scheme: Scheme) => Rgb) =>
    `light-dark(${[light, dark].map((scheme) => hexOf(colourOf(readable(given, scheme), scheme))).join(', ')})`;
  return {
    '--accent': ofBoth((readable) => readable),
    '--accent-strong': ofBoth((readable, { strong }) => mixed(readable, strong, 0.18)),
    '--accent-ground': ofBoth((_, { ground, tint }) => mixed(ground, given, tint)),
    '--on-accent': ofBoth((readable) => (contrast(white, readable) >= contrast(ink, readable) ? white : ink)),
  };
}

/** Applies a theme to the root element through custom properties, so that a text of the theme never becomes a rule or markup. */
export function applyTheme(
  { accent_color: accent, color_scheme: scheme }: Theme,
  { style }: { readonly style: { setProperty(name: string, value: string): void } },
): void {
  if (scheme !== undefined && scheme !== 'auto') style.setProperty('color-scheme', scheme);
  for (const [name, value] of Object.entries(accent === undefined ? {} : accentProperties(accent))) style.setProperty(name, value);
}
