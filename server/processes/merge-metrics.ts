import { endOfMetrics, formatOf, type MetricsFormat } from '../lib/metrics-format.ts';

interface Family {
  readonly head: string;
  readonly samples: string[];
}

const separators = { prometheus: '\n', openmetrics: '' } as const satisfies Record<MetricsFormat, string>;
const ends = { prometheus: '', openmetrics: endOfMetrics } as const satisfies Record<MetricsFormat, string>;

/** One text of several in a format, in which the samples of a metric follow each other. A text in another format is left out. */
export function mergeMetrics(texts: readonly string[], format: MetricsFormat): string {
  const families = new Map<string, Family>();
  for (const text of texts.filter((each) => formatOf(each) === format)) {
    for (const block of text.slice(0, text.length - ends[format].length).split(/^(?=# HELP )/m)) {
      const [help, type, ...samples] = block.trimEnd().split('\n');
      if (!help?.startsWith('# HELP ')) continue;
      const name = help.split(' ', 3)[2]!;
      const family = families.get(name);
      if (family) family.samples.push(...samples);
      else families.set(name, { head: `${help}\n${type}`, samples });
    }
  }
  const blocks = [...families.values()].map(({ head, samples }) => `${[head, ...samples].join('\n')}\n`);
  return blocks.join(separators[format]) + ends[format];
}
