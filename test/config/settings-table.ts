import { readFileSync } from 'node:fs';

/** Names in the first column of the tables of a page. */
export const namesInTables = (markdown: string): string[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!));

const isOfOpenTelemetry = (name: string) => name.startsWith('OTEL_');
const sources = ['config', 'trace-settings'].map((name) => readFileSync(`server/config/${name}.ts`, 'utf8')).join('');
const read = [...new Set([...sources.matchAll(/(?:'|env\.)([A-Z]+(?:_[A-Z]+)*)\b/g)].map(([, name]) => name!))];

/** The service's own variables, which its configuration declares. */
export const ownVariables = read.filter((name) => !isOfOpenTelemetry(name));

/** Variables of OpenTelemetry that the service itself reads. */
export const traceVariables = read.filter(isOfOpenTelemetry);
