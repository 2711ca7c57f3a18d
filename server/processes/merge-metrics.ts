interface Family {
  readonly head: string;
  readonly samples: string[];
}

/** One text of several in the format of Prometheus, in which the samples of a metric follow each other. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) {
    for (const block of text.split(/^(?=# HELP )/m)) {
      const [help, type, ...samples] = block.trimEnd().split('\n');
      if (!help?.startsWith('# HELP ')) continue;
      const name = help.split(' ', 3)[2]!;
      const family = families.get(name);
      if (family) family.samples.push(...samples);
      else families.set(name, { head: `${help}\n${type}`, samples });
    }
  }
  return [...families.values()].map(({ head, samples }) => `${[head, ...samples].join('\n')}\n`).join('\n');
}
