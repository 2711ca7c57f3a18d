import { isMembers } from './members.ts';

/** The replacement of a name in braces: `value` if the name is the whole text, otherwise `shown`. */
export interface Filling {
  readonly value: unknown;
  /** Default: `value`. */
  readonly shown?: string;
}

export type Texts = ReadonlyMap<string, Filling>;

/** A copy with every known name in braces replaced. A text that is only a name becomes its value, such as a number. */
export function withTexts(node: unknown, texts: Texts): unknown {
  if (typeof node === 'string') return filled(node, texts);
  if (Array.isArray(node)) return node.map((item) => withTexts(item, texts));
  if (!isMembers(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, withTexts(member, texts)]));
}

function filled(text: string, texts: Texts): unknown {
  const whole = texts.get(/^\{(\w+)\}$/.exec(text)?.[1] ?? '');
  if (whole) return whole.value;
  return text.replace(/\{(\w+)\}/g, (match, name: string) => {
    const { value, shown = String(value) } = texts.get(name) ?? { value: match };
    return shown;
  });
}
