import { attemptText } from '../await-delivery.ts';
import { localTime, type Row } from '../cells.ts';
import { hasColours, painter } from '../colours.ts';
import { listTable } from '../table.ts';
import { printable, shortened } from '../text.ts';
import type { EndpointState, FailingResponse, Snapshot } from './snapshot.ts';

const columns = ['endpoint', 'state', 'delivered/min', 'failed/min', 'p90', 'pending', 'next attempt', 'breaker'];
const usualHeight = 24;

/** A picture of the endpoints that is drawn again and again, on the terminal's second screen. */
export class Screen {
  readonly #stream: NodeJS.WriteStream;
  readonly #environment: NodeJS.ProcessEnv;
  #last = '';

  constructor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.#environment = environment;
  }

  open(): void {
    this.#stream.write('\u001b[?1049h\u001b[?25l');
  }

  /** Leaves the last picture on the first screen, as the output of the command. */
  close(): void {
    this.#stream.write(`\u001b[?25h\u001b[?1049l${this.#last}`);
  }

  draw(title: string, snapshot: Snapshot): void {
    const height = this.#stream.rows || usualHeight;
    const lines = this.#lines(title, snapshot).slice(0, height - 1);
    this.#last = `${lines.join('\n')}\n`;
    this.#stream.write(`\u001b[H${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`);
  }

  #lines(title: string, { endpoints, failing }: Snapshot): string[] {
    const width = this.#stream.columns || 80;
    const paint = painter(hasColours(this.#stream, this.#environment));
    const table = endpoints.length === 0 ? 'No endpoint exists.' : listTable(endpoints.map(rowOf), columns, width, paint).text;
    const names = new Map(endpoints.map(({ endpoint_id, name }) => [endpoint_id, name]));
    const responses = failing.map((response) => shortened(textOf(response, names.get(response.endpoint_id) ?? ''), width));
    const troubles = endpoints
      .filter(({ state }) => ['struggles', 'fails', 'disabled', 'paused'].includes(state))
      .map(({ name, reason, since }) =>
        shortened(printable(`${name}: ${reason}${since === null ? '' : ` since ${localTime(since)}`}`), width),
      );
    const section = responses.length === 0 ? [] : ['', 'Last failing responses:', ...responses];
    return [shortened(printable(title), width), '', ...table.split('\n'), ...(troubles.length === 0 ? [] : ['', ...troubles]), ...section];
  }
}

function rowOf(endpoint: EndpointState): Row {
  return {
    endpoint: endpoint.name,
    state: endpoint.state,
    'delivered/min': endpoint.delivered_per_minute,
    'failed/min': endpoint.failed_attempts_per_minute,
    p90: endpoint.p90_ms === null ? null : `${endpoint.p90_ms} ms`,
    pending: `${endpoint.pending_count}${endpoint.has_more_pending ? '+' : ''}`,
    'next attempt': timeOf(endpoint.next_attempt_at),
    breaker: `${endpoint.consecutive_failures} of ${endpoint.breaker_failures}`,
  };
}

/** A failing response on one line. */
export function textOf(response: FailingResponse, name: string): string {
  const { attempted_at, event_type, attempt, status, next_attempt_at } = response;
  const next = next_attempt_at === null ? status : `next ${timeOf(next_attempt_at)}`;
  return printable(`${timeOf(attempted_at)}  ${name}  ${event_type}  attempt ${attempt}, ${next}  ${attemptText(response)}`);
}

/** The time of the day, in this machine's zone. */
export function timeOf(instant: string | null): string | null {
  return instant === null ? null : (localTime(instant)?.slice(-8) ?? instant);
}
