import { expect, test } from 'vitest';
import { accentProperties, applyTheme, contrast, rgbOf } from '../../console/src/theme.ts';

const colours = ['#000000', '#ffffff', '#ffff00', '#ff0000', '#0f766e', '#7f7f7f', '#00ff7f', '#14215c', '#fffffe'];
const both = (value: string) => {
  const [, light, dark] = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(value)!;
  return { light: rgbOf(light!)!, dark: rgbOf(dark!)! };
};

test.each(colours)('text in %s, and on it, can be read in both schemes', (accent) => {
  const properties = accentProperties(accent);
  const [text, on] = [both(properties['--accent']!), both(properties['--on-accent']!)];
  expect(contrast(text.light, [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(text.dark, [24, 25, 28])).toBeGreaterThanOrEqual(4.5);
  for (const scheme of ['light', 'dark'] as const) expect(contrast(text[scheme], on[scheme])).toBeGreaterThanOrEqual(4.5);
});

test('a color that can be read is used as it is', () => {
  expect(both(accentProperties('#0f766e')['--accent']!).light).toEqual(rgbOf('#0f766e'));
});

test.each(['red', '#0F766E', '#fff', '#0f766e;background:url(//x)', 'url(https://x)', '', '#0f766e\n', 'var(--text)'])(
  '%j is not a color, and changes nothing',
  (accent) => {
    const set: [string, string][] = [];
    const element = { style: { setProperty: (name: string, value: string) => void set.push([name, value]) } };
    applyTheme({ accent_color: accent }, element);
    expect(set).toEqual([]);
  },
);

test('a theme sets the color scheme and the properties of the accent alone', () => {
  const set = new Map<string, string>();
  const element = { style: { setProperty: (name: string, value: string) => void set.set(name, value) } };
  applyTheme({ name: '</style><b>', logo_text: 'N', accent_color: '#0f766e', color_scheme: 'dark' }, element);
  expect([...set.keys()]).toEqual(['color-scheme', '--accent', '--accent-strong', '--accent-ground', '--on-accent']);
  expect(set.get('color-scheme')).toBe('dark');
});
