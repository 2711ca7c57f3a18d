/** The tags of `If-Match` or `If-None-Match`, without their quotes. */
export interface EntityTags {
  /** Whether the header is `*`, which matches any tag. */
  readonly isAny: boolean;
  readonly quoted: readonly string[];
  readonly bare: readonly string[];
}

/** Commas in quotes are part of a tag. */
const listed = /(?:[^",]|"[^"]*"?)+/g;

/** What proxies that compress responses append to a tag, inside or behind its quotes: Apache `-gzip` and `;gzip`, Jetty `--gzip`. */
const coding = '(?:--?|;)(?:gzip|br|deflate|zstd)';
const quotedForm = new RegExp(`^(?:W/)?"([^"]*)"(?:${coding})?$`);
const codingAtEnd = new RegExp(`${coding}$`);

/** A tag, and the one that it was before a proxy compressed the response. */
function formsOf(tag: string): string[] {
  const plain = tag.replace(codingAtEnd, '');
  return plain === tag ? [tag] : [tag, plain];
}

/** Reads a list of tags, also of several header lines, which arrive as one list. A weak tag stands for the same as a strong one. */
export function entityTags(header: string): EntityTags {
  const items = (header.match(listed) ?? []).map((item) => item.trim()).filter((item) => item !== '');
  const [quoted, bare]: [string[], string[]] = [[], []];
  for (const item of items) {
    const tag = quotedForm.exec(item)?.[1];
    if (tag !== undefined) quoted.push(...formsOf(tag));
    else bare.push(...formsOf(item));
  }
  return { isAny: items.length > 0 && items.every((item) => item === '*'), quoted, bare };
}
