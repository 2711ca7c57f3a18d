/** Commas in quotes are part of a tag. */
const listed = /(?:[^",]|"[^"]*"?)+/g;

/** The suffix that a compressing proxy adds to a tag, before or after the closing quote: Apache `-gzip` and `;gzip`, Jetty `--gzip`. */
const coding = '(?:--?|;)(?:gzip|br|deflate|zstd)';
const quotedForm = new RegExp(`^(?:W/)?"([^"]*)"(?:${coding})?$`);
const codingAtEnd = new RegExp(`${coding}$`);

/** A tag as sent, and without the suffix of a proxy. */
function formsOf(tag: string): string[] {
  const plain = tag.replace(codingAtEnd, '');
  return plain === tag ? [tag] : [tag, plain];
}

/** The tags of `If-Match` or `If-None-Match`, without quotes. A weak tag counts as a strong one. */
export function entityTags(header: string) {
  const items = (header.match(listed) ?? []).map((item) => item.trim()).filter((item) => item !== '');
  const [quoted, bare]: [string[], string[]] = [[], []];
  for (const item of items) {
    const tag = quotedForm.exec(item)?.[1];
    if (tag !== undefined) quoted.push(...formsOf(tag));
    else bare.push(...formsOf(item));
  }
  return { isAny: items.length > 0 && items.every((item) => item === '*'), quoted, bare };
}
