import type { Socket } from 'node:net';

/** Interim responses of one request. More bytes are a flood. */
export const maxInterimBytes = 64 * 1_024;

export class InterimFlood extends Error {
  readonly code = 'INTERIM_FLOOD';

  constructor() {
    super(`more than ${maxInterimBytes} bytes of interim responses`);
    this.name = 'InterimFlood';
  }
}

const lf = 0x0a;
const cr = 0x0d;
const one = 0x31;
const letterH = 0x48;

/** The beginning of an interim response: `d` is any digit, `_` ends the status. */
const beginning = 'HTTP/d.d 1dd_';

/** The position of the status in a response. */
const statusAt = 9;
const statusEnd = statusAt + 3;

function isExpected(expected: string | undefined, byte: number): boolean {
  const character = String.fromCharCode(byte);
  if (expected === 'd') return character >= '0' && character <= '9';
  return expected === '_' ? ' \r\n'.includes(character) : character === expected;
}

/**
 * Drops the interim responses before a final one: those with a status of 1xx except 101, which say nothing about the outcome. Everything else passes
 * unchanged to the parser.
 */
export class FinalResponse {
  /** Characters that may begin an interim response. */
  #held = '';
  #isInterim = false;
  /** Whether the current line of the interim response is empty so far. */
  #isLineEmpty = false;
  #byteCount = 0;
  #isFinal = true;
  /** The beginning of the final response, up to its status. */
  #start = '';
  #hasBegun = false;

  /** Whether any byte was read from the connection. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** The status of the final response; null until it has arrived. */
  get statusCode(): number | null {
    const [, status] = /^HTTP\/\d\.\d ([2-9]\d\d)$/.exec(this.#start) ?? [];
    return status === undefined ? null : Number(status);
  }

  /** The next byte begins a response. */
  begin(): void {
    this.#isFinal = false;
    this.#start = '';
    this.#isInterim = false;
    this.#held = '';
    this.#byteCount = 0;
  }

  /** Returns the part of a chunk that belongs to the final response; null if there is none. Throws at a flood. */
  take(chunk: Buffer): Buffer | null {
    this.#hasBegun = true;
    if (this.#isFinal) return this.#pass(chunk);
    // Most responses are final, and their status arrives with the first bytes.
    if (this.#held === '' && !this.#isInterim && chunk[0] === letterH && chunk.length > statusAt && chunk[statusAt] !== one) {
      return this.#pass(chunk);
    }
    for (let index = 0; index < chunk.length; index++) {
      if (this.#isInterim) this.#skip(chunk[index]!);
      else if (!this.#match(chunk[index]!)) {
        const rest = chunk.subarray(index);
        return this.#pass(this.#held === '' ? rest : Buffer.concat([Buffer.from(this.#held, 'latin1'), rest]));
      }
      if (++this.#byteCount > maxInterimBytes) throw new InterimFlood();
    }
    return null;
  }

  #pass(final: Buffer): Buffer {
    this.#isFinal = true;
    if (this.#start.length < statusEnd) this.#start += final.toString('latin1', 0, statusEnd - this.#start.length);
    return final;
  }

  /** Skips a byte of an interim response, up to its empty line. */
  #skip(byte: number): void {
    if (byte === lf) {
      this.#isInterim = !this.#isLineEmpty;
      this.#isLineEmpty = true;
    } else if (byte !== cr) this.#isLineEmpty = false;
  }

  /** Whether the byte may belong to the beginning of an interim response. */
  #match(byte: number): boolean {
    // Parsers skip empty lines before a response.
    if (this.#held === '' && (byte === cr || byte === lf)) return true;
    if (!isExpected(beginning[this.#held.length], byte)) return false;
    if (this.#held.length < statusEnd) {
      this.#held += String.fromCharCode(byte);
      return true;
    }
    // After 101 the connection speaks another protocol.
    if (this.#held.endsWith('101')) return false;
    this.#held = '';
    this.#isInterim = true;
    this.#isLineEmpty = byte === lf;
    return true;
  }
}

/**
 * Makes reads of the socket return final responses only: undici's parser closes a connection with an unsolicited 100, and does not limit other interim
 * responses. Each write begins a request, and so its response.
 */
export function readFinalResponses(socket: Socket): FinalResponse {
  const answer = new FinalResponse();
  const { read, write } = socket;
  function readFinal(this: Socket): Buffer | null {
    for (;;) {
      const chunk = read.call(this) as Buffer | null;
      if (chunk === null) return null;
      try {
        const final = answer.take(chunk);
        if (final) return final;
      } catch (error) {
        this.destroy(error as Error);
        return null;
      }
    }
  }
  function writeRequest(this: Socket, chunk: string | Uint8Array, encoding?: unknown, written?: unknown): boolean {
    answer.begin();
    return (write as (...given: unknown[]) => boolean).call(this, chunk, encoding, written);
  }
  socket.read = readFinal;
  socket.write = writeRequest;
  return answer;
}
