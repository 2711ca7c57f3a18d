import type { RawAnswer } from '@agency-service/sdk';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import { collect, header, type Header } from '../option-values.ts';
import { examples, type Register } from '../command.ts';
import type { ListPage } from '../output.ts';
import { readData } from '../read-data.ts';
import { exitCodeOfStatus } from '../report-error.ts';
import { checkPageOptions } from '../shared-options.ts';

interface ApiOptions {
  data?: string;
  query?: string[];
  header?: Header[];
  include?: boolean;
  all?: boolean;
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** `svc api`: any request, with the key, version and retries of the other commands. */
export const registerApi: Register = (program, context) => {
  examples(
    program
      .command('api')
      .description('send any request and print the response')
      .argument('<method>', verbs.join(', '))
      .argument('<path>', 'path with its leading slash; /operator and /metrics go to the operator API')
      .option('-d, --data <json>', 'body: JSON, @FILE, or @- for standard input')
      .option('-q, --query <name=value>', 'query parameter; repeatable', collect)
      .option('-H, --header <name:value>', 'header; repeatable', header)
      .option('-i, --include', 'print status and headers to standard error')
      .option('--all', 'of a list: read all pages')
      .action(async (method: string, path: string, options: ApiOptions) => {
        const running = context();
        const verb = method.toUpperCase();
        checkAll(verb, path, options);
        const answer = await send(running, verb, path, options);
        if (options.include) {
          running.output.note(`${answer.status}`);
          for (const [name, value] of answer.headers) running.output.note(`${name}: ${value}`);
        }
        if (options.all && exitCodeOfStatus(answer.status) === 0) {
          return running.output.pages(
            allPages(answer, (cursor) => send(running, 'GET', path, { ...options, query: [...(options.query ?? []), `cursor=${cursor}`] })),
            {},
          );
        }
        print(running, answer);
        checkStatus(answer);
      }),
    'svc api GET /v1/orders -q order_types=tip,push -q limit=5',
    'svc api GET /v1/orders --all -o ndjson',
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
    headers: Object.fromEntries(options.header ?? []),
    body: options.data === undefined ? undefined : await readData(options.data, context),
  };
  const isOperators = path.startsWith('/operator') || path.startsWith('/metrics');
  return isOperators ? (await context.operator()).request(request) : (await context.client()).request(request);
}

function checkStatus({ status, requestId }: RawAnswer): void {
  const exitCode = exitCodeOfStatus(status);
  if (exitCode !== 0) throw new CommandError(`the service answered ${status} (request id: ${requestId ?? 'none'})`, exitCode);
}

/** Sends the request of a page. */
type SendPage = (cursor: string) => Promise<RawAnswer>;

/** The pages of a list, of which the first one was already read. */
async function* allPages(first: RawAnswer, sendNext: SendPage): AsyncGenerator<ListPage> {
  for (let answer = first; ;) {
    const page = pageOf(answer);
    yield page;
    if (page.next_cursor === null) return;
    answer = await sendNext(page.next_cursor);
    checkStatus(answer);
  }
}

function pageOf({ text }: RawAnswer): ListPage {
  const page = parsed(text) as Partial<ListPage> | undefined;
  if (Array.isArray(page?.data) && page.next_cursor !== undefined) return page as ListPage;
  throw new UsageError('--all: the response is not a list with pages. Leave --all out.');
}

/** `--all` reads a list from its beginning. */
function checkAll(method: string, path: string, { all = false, query = [] }: ApiOptions): void {
  if (all && method !== 'GET') throw new UsageError('--all reads a list: the method must be GET.');
  const hasCursor = /[?&]cursor=/.test(path) || query.some((pair) => /^\s*cursor\s*=/.test(pair));
  checkPageOptions({ all, ...(hasCursor && { cursor: '' }) });
}

/** Commas stay: they separate the values of a list. */
function queryPair(pair: string): string {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError(`--query: "${pair}" is not of the form name=value.`);
  const values = pair
    .slice(at + 1)
    .trim()
    .split(',');
  return `${encodeURIComponent(pair.slice(0, at).trim())}=${values.map(encodeURIComponent).join(',')}`;
}

function print({ output }: Context, { text }: RawAnswer): void {
  if (text === '') return;
  const document = parsed(text);
  if (document === undefined) output.line(text);
  else output.document(document);
}

/** The value of a JSON text; undefined for another text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
