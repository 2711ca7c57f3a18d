import type { OperatorSchemas } from './schemas.ts';

/** Name, logo and colours of a portal, as its link has them. */
export type Theme = OperatorSchemas['PortalTheme'];

type Rgb = readonly [number, number, number];

/** The grounds on which the accent is read, of each scheme, and the least contrast of text on them. */
const grounds = { light: [255, 255, 255], dark: [24, 25, 28] } as const satisfies Record<string, Rgb>;
const leastContrast = 4.5;

const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/;

/** The parts of `#rrggbb`; undefined for any other text. */
export function rgbOf(text: string): Rgb | undefined {
  const found = hex.exec(text);
  return found ? [parseInt(found[1]!, 16), parseInt(found[2]!, 16), parseInt(found[3]!, 16)] : undefined;
}

const textOf = (colour: Rgb) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [less, more] = [luminance(one), luminance(other)].toSorted((left, right) => left - right) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

const mixed = (from: Rgb, to: Rgb, share: number) => from.map((part, index) => part + (to[index]! - part) * share) as unknown as Rgb;

/** The colour, darker or lighter by as little as makes it readable on the ground. */
function readableOn(ground: Rgb, colour: Rgb): Rgb {
  const end: Rgb = luminance(ground) > 0.5 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(colour, end, share);
    if (contrast(candidate, ground) >= leastContrast) return candidate;
  }
  return end;
}

const schemes = ['light', 'dark'] as const;

/** Values of the style's custom properties that an accent decides, readable in both schemes. */
export function accentProperties(accent: string): Readonly<Record<string, string>> {
  const given = rgbOf(accent);
  if (!given) return {};
  const ofBoth = (of: (scheme: (typeof schemes)[number]) => Rgb) => `light-dark(${schemes.map((scheme) => textOf(of(scheme))).join(', ')})`;
  const accentOf = (scheme: (typeof schemes)[number]) => readableOn(grounds[scheme], given);
  const onAccent = (scheme: (typeof schemes)[number]) => {
    const texts: readonly Rgb[] = [
      [255, 255, 255],
      [14, 20, 48],
    ];
    return texts.toSorted((one, other) => contrast(other, accentOf(scheme)) - contrast(one, accentOf(scheme)))[0]!;
  };
  return {
    '--accent': ofBoth(accentOf),
    '--accent-strong': ofBoth((scheme) => mixed(accentOf(scheme), scheme === 'light' ? [0, 0, 0] : [255, 255, 255], 0.18)),
    '--accent-ground': ofBoth((scheme) => mixed(grounds[scheme], given, scheme === 'light' ? 0.08 : 0.2)),
    '--on-accent': ofBoth(onAccent),
  };
}

/** What a theme is applied to: the page's root element. */
interface Styled {
  readonly style: { setProperty(name: string, value: string): void };
}

/** Applies a theme through the style's own properties: a text of the theme never becomes a rule or markup. */
export function applyTheme({ accent_color: accent, color_scheme: scheme }: Theme, { style }: Styled): void {
  if (scheme !== undefined && scheme !== 'auto') style.setProperty('color-scheme', scheme);
  for (const [name, value] of Object.entries(accent === undefined ? {} : accentProperties(accent))) style.setProperty(name, value);
}
