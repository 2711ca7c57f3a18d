import { isMembers } from './members.ts';

/** What stands in the place of a name in braces: by itself, and within a text. */
export interface Filling {
  readonly value: unknown;
  readonly shown: string;
}

export type Texts = ReadonlyMap<string, Filling>;

/** A copy in which every known name in braces is replaced. A text that is nothing but a name becomes its value, such as a number. */
export function withTexts(node: unknown, texts: Texts): unknown {
  if (typeof node === 'string') return filled(node, texts);
  if (Array.isArray(node)) return node.map((item) => withTexts(item, texts));
  if (!isMembers(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, withTexts(member, texts)]));
}

function filled(text: string, texts: Texts): unknown {
  const only = texts.get(/^\{(\w+)\}$/.exec(text)?.[1] ?? '');
  return only ? only.value : text.replace(/\{(\w+)\}/g, (place, name: string) => texts.get(name)?.shown ?? place);
}
