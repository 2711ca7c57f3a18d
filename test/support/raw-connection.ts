import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The parsed body; undefined where it is not JSON. */
  readonly body: any;
}

/** A TCP connection on which a test writes bytes that no HTTP client would, and reads the responses one by one. */
export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const note = (ended: boolean) => {
      this.#ended ||= ended;
      this.#wake?.();
    };
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      note(false);
    });
    socket
      .on('close', () => note(true))
      .on('end', () => note(true))
      .on('error', () => note(true));
  }

  static open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new RawConnection(socket)));
      socket.once('error', reject);
    });
  }

  /** Resolves when the bytes have left, or the other side is gone. */
  send(bytes: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => resolve()));
  }

  /** The next answer, also an interim one. `toHead` means that it has no body whatever its headers say. */
  async answer({ toHead = false, timeoutMs = 5_000 } = {}): Promise<RawResponse> {
    const end = await this.#until(() => {
      const index = this.#received.indexOf('\r\n\r\n');
      return index < 0 ? undefined : index;
    }, timeoutMs);
    const [statusLine, ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine!)?.[1]);
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = toHead || status < 200 ? 0 : Number(headers.get('content-length') ?? 0);
    const start = end + 4;
    await this.#until(() => (this.#received.length >= start + length ? true : undefined));
    const text = this.#received.subarray(start, start + length).toString('utf8');
    this.#received = this.#received.subarray(start + length);
    return { status, headers, text, body: /json/.test(headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : undefined };
  }

  /** Resolves with the bytes that were received and not read as a response, when the other side has closed the connection. */
  async closed(): Promise<string> {
    await this.#until(() => (this.#ended ? true : undefined));
    return this.#received.toString('latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  async #until<Result>(look: () => Result | undefined, timeoutMs = 5_000): Promise<Result> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const result = look();
      if (result !== undefined) return result;
      if (this.#ended) throw new Error(`the connection ended after ${JSON.stringify(this.#received.toString('latin1').slice(0, 500))}`);
      const remainingMs = deadline - Date.now();
      if (remainingMs <= 0)
        throw new Error(`no answer within ${timeoutMs} ms, only ${JSON.stringify(this.#received.toString('latin1').slice(0, 500))}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

/** The head of a request: its line, `Host`, and the headers. */
export function head(line: string, headers: Readonly<Record<string, string | number | undefined>> = {}): string {
  const lines = Object.entries({ host: 'service.test', ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return [`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** The last segment of a problem's `type`. */
export function slugOf({ body }: { readonly body: any }): string | undefined {
  return (body?.type as string | undefined)?.split('/').at(-1);
}
