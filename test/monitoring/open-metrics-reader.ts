/** A sample of an exposition in OpenMetrics. */
export interface OpenSample {
  readonly family: string;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
  readonly exemplar: { readonly labels: ReadonlyMap<string, string>; readonly value: number; readonly timestamp: number } | undefined;
}

const label = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*"`;
const labels = String.raw`(?:${label}(?:,${label})*)?`;
const number = String.raw`(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[Nn][Aa][Nn]|[+-]Inf)`;
const sampleLine = new RegExp(
  String.raw`^([a-zA-Z_:][\w:]*)(?:\{(${labels})\})? (${number})(?: # \{(${labels})\} (${number}) (\d+(?:\.\d+)?))?$`,
);

/** What the samples of a type add to the name of their family. */
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

const labelsOf = (text = '') =>
  new Map([...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name!, value!] as const));
const numberOf = (text: string) => Number(text.replace('Inf', 'Infinity'));

function verify(holds: boolean, line: string, rule: string): void {
  if (!holds) throw new Error(`${rule}: ${line}`);
}

function readSample(line: string, family: string, type: string): OpenSample {
  const found = sampleLine.exec(line);
  if (!found) throw new Error(`not a sample: ${line}`);
  const [, name, given, value, exemplarLabels, exemplarValue, timestamp] = found;
  verify(
    suffixes[type]!.some((suffix) => name === family + suffix),
    line,
    `not a sample of ${type} ${family}`,
  );
  const exemplar =
    exemplarValue === undefined
      ? undefined
      : { labels: labelsOf(exemplarLabels), value: numberOf(exemplarValue), timestamp: Number(timestamp) };
  const sample = { family, name: name!, labels: labelsOf(given), value: numberOf(value!), exemplar };
  if (exemplar) {
    verify(name === `${family}_bucket`, line, 'only buckets have exemplars here');
    verify([...exemplar.labels].flat().join('').length <= 128, line, 'labels of an exemplar have 128 characters');
    verify(exemplar.value <= numberOf(sample.labels.get('le')!), line, 'an exemplar is in its bucket');
  }
  return sample;
}

/** Buckets grow up to the count, and their bounds have a decimal point. */
function verifyHistogram(samples: readonly OpenSample[]): void {
  const series = Map.groupBy(samples, ({ labels: given }) => JSON.stringify([...given].filter(([name]) => name !== 'le').sort()));
  for (const [key, ofSeries] of series) {
    const buckets = ofSeries.filter(({ name }) => name.endsWith('_bucket'));
    const bounds = buckets.map((bucket) => bucket.labels.get('le')!);
    verify(bounds.every((bound) => /^(\d+\.\d+|\+Inf)$/.test(bound)) && bounds.at(-1) === '+Inf', key, `bounds ${bounds.join()}`);
    const inOrder = (values: readonly number[]) => values.every((value, index) => index === 0 || value >= values[index - 1]!);
    verify(inOrder(bounds.map(numberOf)) && inOrder(buckets.map(({ value }) => value)), key, 'buckets grow');
    const count = ofSeries.find(({ name }) => name.endsWith('_count'))!.value;
    verify(buckets.at(-1)!.value === count, key, 'the last bucket is the count');
  }
}

/** Reads an exposition in OpenMetrics 1.0, and throws at the first line that its grammar or its rules do not allow. */
export function readOpenMetrics(text: string): OpenSample[] {
  verify(text.endsWith('\n# EOF\n'), text.slice(-20), 'the text ends with # EOF');
  const lines = text.slice(0, -'# EOF\n'.length).trimEnd().split('\n');
  const [samples, types, series]: [OpenSample[], Map<string, string>, Set<string>] = [[], new Map(), new Set()];
  let [family, type] = ['', ''];
  for (const line of lines) {
    const [, kind, name, content] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      verify(!types.has(name!), line, 'the samples of a family follow each other');
      [family, type] = [name!, ''];
    } else if (kind === 'TYPE') {
      verify(name === family && type === '' && content! in suffixes, line, 'a type follows its help');
      type = content!;
      types.set(family, type);
      verify(type !== 'counter' || !family.endsWith('_total'), line, 'a counter is named without its suffix');
    } else {
      const sample = readSample(line, family, type);
      const key = `${sample.name} ${JSON.stringify([...sample.labels].sort())}`;
      verify(!series.has(key), line, 'a series has one sample');
      series.add(key);
      samples.push(sample);
    }
  }
  for (const [name, ofType] of types) if (ofType === 'histogram') verifyHistogram(samples.filter((sample) => sample.family === name));
  return samples;
}
