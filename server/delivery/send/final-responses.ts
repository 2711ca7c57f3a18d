import type { Socket } from 'node:net';

/** Interim answers of one request: more bytes than this are a flood, which costs us and means nothing. */
export const maxInterimBytes = 64 * 1_024;

export class InterimFlood extends Error {
  readonly code = 'INTERIM_FLOOD';

  constructor() {
    super(`more than ${maxInterimBytes} bytes of interim answers`);
    this.name = 'InterimFlood';
  }
}

const lf = 0x0a;
const cr = 0x0d;
const space = 0x20;
const zero = 0x30;
const one = 0x31;
const nine = 0x39;
const letterH = 0x48;

const isDigit = (byte: number) => byte >= zero && byte <= nine;

/** How the head of an interim answer begins, byte by byte. `d` is any digit, `_` ends the status. */
const beginning = [...'HTTP/d.d 1dd_'].map((expected) => {
  if (expected === 'd') return isDigit;
  if (expected === '_') return (byte: number) => byte === space || byte === cr || byte === lf;
  const code = expected.charCodeAt(0);
  return (byte: number) => byte === code;
});

/** Where the status begins in a head. */
const statusAt = 9;

/** Where the status ends. */
const statusEnd = statusAt + 3;

/** After 101 the connection speaks another protocol. */
const isSwitch = (head: readonly number[]) => head[statusAt + 1] === zero && head[statusAt + 2] === one;

/**
 * Leaves out the interim answers before a final one: those with a status of 1xx other than 101, which say nothing about the
 * outcome. Everything else passes unchanged, for the parser to judge.
 */
export class FinalResponse {
  /** What may be the beginning of an interim answer. */
  #held: number[] = [];
  #isInterim = false;
  /** Whether the line of the interim answer that is being read is empty so far. */
  #isLineEmpty = false;
  #byteCount = 0;
  #isFinal = true;
  /** How the final answer begins, up to its status. */
  readonly #start: number[] = [];
  #hasBegun = false;

  /** Whether everything that comes belongs to the final answer. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** Whether any byte was read from the connection. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** The status of the final answer; null until it has arrived. */
  get statusCode(): number | null {
    const [, status] = /^HTTP\/\d\.\d ([2-9]\d\d)$/.exec(String.fromCharCode(...this.#start)) ?? [];
    return status === undefined ? null : Number(status);
  }

  /** The next byte begins an answer. */
  begin(): void {
    this.#isFinal = false;
    if (this.#start.length > 0) this.#start.length = 0;
    this.#isInterim = false;
    if (this.#held.length > 0) this.#held = [];
    this.#byteCount = 0;
  }

  /** Returns the part of a chunk that belongs to the final answer, null where there is none yet. Throws at a flood. */
  take(chunk: Buffer): Buffer | null {
    this.#hasBegun = true;
    if (this.#isFinal) return this.#pass(chunk);
    // Most answers are final, and their status comes with their first bytes.
    if (this.#held.length === 0 && !this.#isInterim && chunk[0] === letterH && chunk.length > statusAt && chunk[statusAt] !== one) {
      return this.#pass(chunk);
    }
    for (let index = 0; index < chunk.length; index++) {
      if (this.#isInterim) this.#skip(chunk[index]!);
      else if (!this.#match(chunk[index]!)) {
        const rest = chunk.subarray(index);
        return this.#pass(this.#held.length === 0 ? rest : Buffer.concat([Buffer.from(this.#held), rest]));
      }
      if (++this.#byteCount > maxInterimBytes) throw new InterimFlood();
    }
    return null;
  }

  #pass(final: Buffer): Buffer {
    this.#isFinal = true;
    for (let index = 0; this.#start.length < statusEnd && index < final.length; index++) this.#start.push(final[index]!);
    return final;
  }

  /** Reads a byte of an interim answer, up to its empty line. */
  #skip(byte: number): void {
    if (byte === lf) {
      this.#isInterim = !this.#isLineEmpty;
      this.#isLineEmpty = true;
    } else if (byte !== cr) this.#isLineEmpty = false;
  }

  /** Whether the byte may belong to the beginning of an interim answer. */
  #match(byte: number): boolean {
    const held = this.#held;
    // A parser passes over empty lines before an answer.
    if (held.length === 0 && (byte === cr || byte === lf)) return true;
    if (!beginning[held.length]!(byte)) return false;
    if (held.length + 1 < beginning.length) {
      held.push(byte);
      return true;
    }
    if (isSwitch(held)) return false;
    this.#held = [];
    this.#isInterim = true;
    this.#isLineEmpty = byte === lf;
    return true;
  }
}

/**
 * Makes reads of the socket return final answers alone: the transport's parser ends a connection on which 100 comes without
 * `Expect`, and counts no bytes of the others. Each write begins a request, and so its answer.
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
