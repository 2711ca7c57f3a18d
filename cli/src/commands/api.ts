import type { RawAnswer } from '@agency-service/sdk';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import { collect } from '../option-values.ts';
import { examples, type Register } from '../command.ts';
import { readData } from '../read-data.ts';
import { exitCodeOfStatus } from '../report-error.ts';

interface ApiOptions {
  data?: string;
  query?: string[];
  header?: string[];
  include?: boolean;
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** `svc api`: any request, with the key, the version and the retries of the other commands. */
export const registerApi: Register = (program, context) => {
  examples(
    program
      .command('api')
      .description('send any request and print the response')
      .argument('<method>', verbs.join(', '))
      .argument('<path>', 'path with its leading slash; /operator and /metrics go to the operator API')
      .option('-d, --data <json>', 'body: JSON, @FILE, or @- for standard input')
      .option('-q, --query <name=value>', 'query parameter; repeatable', collect)
      .option('-H, --header <name:value>', 'header; repeatable', collect)
      .option('-i, --include', 'print status and headers to standard error')
      .action(async (method: string, path: string, options: ApiOptions) => {
        const running = context();
        const answer = await send(running, method.toUpperCase(), path, options);
        if (options.include) {
          running.output.note(`${answer.status}`);
          for (const [name, value] of answer.headers) running.output.note(`${name}: ${value}`);
        }
        print(running, answer);
        const exitCode = exitCodeOfStatus(answer.status);
        if (exitCode === 0) return;
        throw new CommandError(`the service answered ${answer.status} (request id: ${answer.requestId ?? 'none'})`, exitCode);
      }),
    'svc api GET /v1/orders -q order_types=tip,push -q limit=5',
    'svc api POST /v1/webhooks/ID/ping',
    'svc api POST /operator/v1/agencies -d \'{"name":"Northlight"}\'',
  );
};

async function send(context: Context, method: string, path: string, options: ApiOptions): Promise<RawAnswer> {
  if (!verbs.includes(method)) throw new UsageError(`method: "${method}" is not one of ${verbs.join(', ')}.`);
  if (!path.startsWith('/')) throw new UsageError(`path: "${path}" does not start with a slash, as in /v1/orders.`);
  const query = (options.query ?? []).map((pair) => queryPair(pair));
  const target = query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`;
  const request = {
    method,
    path: target,
    headers: Object.fromEntries((options.header ?? []).map((pair) => split(pair, ':', '--header'))),
    body: options.data === undefined ? undefined : await readData(options.data, context),
  };
  const isOperators = path.startsWith('/operator') || path.startsWith('/metrics');
  return isOperators ? (await context.operator()).request(request) : (await context.client()).request(request);
}

/** Commas stay: they separate the values of a list. */
function queryPair(pair: string): string {
  const [name, value] = split(pair, '=', '--query');
  return `${encodeURIComponent(name)}=${value.split(',').map(encodeURIComponent).join(',')}`;
}

function split(pair: string, separator: string, option: string): [string, string] {
  const at = pair.indexOf(separator);
  if (at < 1) throw new UsageError(`${option}: "${pair}" is not of the form name${separator}value.`);
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function print({ output }: Context, { text }: RawAnswer): void {
  if (text === '') return;
  try {
    output.document(JSON.parse(text));
  } catch {
    output.line(text);
  }
}
